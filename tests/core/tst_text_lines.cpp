// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/text_lines.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <random>
#include <string>

class TestTextLines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsAllNewlines()
    {
        // Lengths around the widths it works in, and far beyond what a lane of 8 bits can count.
        for (const std::size_t size :
            {0U, 1U, 63U, 64U, 65U, 128U, 1000U, 64U * 255, 64U * 255 + 1, 64U * 256, 100'000U})
            QCOMPARE(stepscope::countNewlines(std::string(size, '\n')), size);
        QCOMPARE(stepscope::countNewlines(std::string(5000, '\r')), std::size_t {0});
    }
    void agreesWithCount()
    {
        std::mt19937_64 random(3);
        for (int round = 0; round < 200; ++round) {
            std::string text(random() % 40'000, 'x');
            for (char& c : text)
                c = static_cast<char>(random() % (round % 2 == 0 ? 256 : 14));
            QCOMPARE(
                stepscope::countNewlines(text), static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')));
        }
    }
};

STEPSCOPE_TEST(TestTextLines)
#include "tst_text_lines.moc"

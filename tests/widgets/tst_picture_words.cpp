// SPDX-License-Identifier: GPL-3.0-or-later
// The line under a picture: what is known, in one order, shortened where it tells least.
#include "tests/support/test_registry.h"
#include "widgets/common/style.h"
#include "widgets/picture/picture_words.h"

#include <QFontMetricsF>
#include <QTest>

using namespace stepscope::widgets;

namespace {

CaptionWords words()
{
    return {QStringLiteral("a_rather_long_name_of_a_run_rank0.pt.trace.json.gz"), QStringLiteral("ProfilerStep#12"),
        QStringLiteral("231 ms from +1.2 s"), QStringLiteral("NVIDIA H100"), QStringLiteral("PyTorch 2.4.1"),
        QStringLiteral("Stepscope 1.0")};
}

} // namespace

class TestPictureWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhatIsKnown();
    void shortensTheNameFirst();
};

void TestPictureWords::saysWhatIsKnown()
{
    QCOMPARE(captionText(words()),
        QStringLiteral(
            "a_rather_long_name_of_a_run_rank0.pt.trace.json.gz  ·  ProfilerStep#12  ·  231 ms from +1.2 s  ·  "
            "NVIDIA H100  ·  PyTorch 2.4.1  ·  Stepscope 1.0"));
    CaptionWords few;
    few.file = QStringLiteral("a.json");
    few.pytorch = QStringLiteral("PyTorch 2.4 or later");
    QCOMPARE(captionText(few), QStringLiteral("a.json  ·  PyTorch 2.4 or later"));
    QCOMPARE(captionText(CaptionWords()), QString());
}

void TestPictureWords::shortensTheNameFirst()
{
    const QFontMetricsF metrics(smallFont());
    const double whole = metrics.horizontalAdvance(captionText(words()));
    QCOMPARE(captionText(words(), metrics, whole + 1), captionText(words()));
    const QString less = captionText(words(), metrics, whole - 120);
    QVERIFY(metrics.horizontalAdvance(less) <= whole - 119);
    QVERIFY(less.startsWith(QStringLiteral("a_rather")) && less.contains(QStringLiteral("json.gz")));
    QVERIFY(less.endsWith(QStringLiteral("Stepscope 1.0")));
    const QString least = captionText(words(), metrics, 150);
    QVERIFY(metrics.horizontalAdvance(least) <= 151);
    QVERIFY(least.endsWith(QChar(0x2026)));
}

STEPSCOPE_TEST(TestPictureWords)

#include "tst_picture_words.moc"

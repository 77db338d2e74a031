// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_registry.h"
#include "widgets/common/style.h"
#include "widgets/common/theme.h"

#include <QFontMetricsF>
#include <QObject>
#include <QSignalSpy>
#include <QTest>
#include <QWidget>

using namespace stepscope::widgets;

class TestTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textIsReadableEverywhere()
    {
        for (const Theme& theme : {lightTheme(), darkTheme()}) {
            for (const QColor& ground : {theme.surface, theme.panel, theme.raised}) {
                QVERIFY(contrastRatio(theme.text, ground) >= 7);
                for (const QColor& ink : {theme.muted, theme.danger, theme.warn, theme.good})
                    QVERIFY2(contrastRatio(ink, ground) >= 4.5,
                        qPrintable(ink.name() + QStringLiteral(" on ") + ground.name()));
            }
        }
    }

    void contrastIsThatOfWcag()
    {
        QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
        QVERIFY(qAbs(contrastRatio(QColor(0x76, 0x76, 0x76), Qt::white) - 4.54) < 0.01);
    }

    void blendingGoesFromUnderToOver()
    {
        QCOMPARE(blend(Qt::black, Qt::white, 0), QColor(Qt::black));
        QCOMPARE(blend(Qt::black, Qt::white, 1), QColor(Qt::white));
        QCOMPARE(blend(Qt::black, Qt::white, 0.5), QColor(128, 128, 128));
        QCOMPARE(blend(Qt::black, Qt::white, 7), QColor(Qt::white));
    }

    void everyTokenOfTheSheetIsFilledIn()
    {
        for (const Theme& theme : {lightTheme(), darkTheme()}) {
            const QString sheet = styleSheetFor(theme);
            QVERIFY2(!sheet.contains(QLatin1Char('@')), qPrintable(sheet.mid(sheet.indexOf(QLatin1Char('@')), 20)));
            QVERIFY(sheet.contains(theme.accent.name()));
        }
    }

    void noFontIsBelowElevenPixels()
    {
        for (const QFont& font : {uiFont(), smallFont(), monoFont(), numberFont()})
            QVERIFY(font.pixelSize() >= kMinimumTextPixels);
        const QFontMetricsF mono(monoFont());
        QCOMPARE(mono.horizontalAdvance(QLatin1Char('i')), mono.horizontalAdvance(QLatin1Char('W')));
    }

    void figuresOfTheNumberFontHaveOneWidth()
    {
        const QFontMetricsF metrics(numberFont());
        for (char digit = '1'; digit <= '9'; ++digit) {
            QVERIFY(qAbs(metrics.horizontalAdvance(QLatin1Char(digit)) - metrics.horizontalAdvance(QLatin1Char('0')))
                < 0.02);
        }
    }

    void sourcesTellOfChangesOnly()
    {
        ThemeSource source;
        QSignalSpy changed(&source, &ThemeSource::changed);
        source.setTheme(lightTheme());
        QCOMPARE(changed.count(), 0);
        source.setTheme(darkTheme());
        QCOMPARE(changed.count(), 1);
        QVERIFY(source.theme().dark);
    }
};

STEPSCOPE_TEST(TestTheme)
#include "tst_theme.moc"

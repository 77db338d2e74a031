// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of annotations are seen on either ground, and what is written on them can be read.
#include "tests/support/test_registry.h"
#include "widgets/annotate/annotation_colours.h"

#include <QObject>
#include <QTest>

using namespace stepscope::widgets;

class TestAnnotationColours : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void standOutAndCarryTheirNumbers()
    {
        for (const Theme& theme : {lightTheme(), darkTheme()}) {
            for (std::uint8_t i = 0; i < kAnnotationColours; ++i) {
                const QColor colour = annotationColour(i, theme);
                for (const QColor& ground : {theme.surface, theme.panel, theme.raised})
                    QVERIFY2(contrastRatio(colour, ground) >= 3, qPrintable(colour.name()));
                QVERIFY2(contrastRatio(annotationInk(i, theme), colour) >= 4.5, qPrintable(colour.name()));
            }
        }
    }

    void anyNumberIsAColour()
    {
        QCOMPARE(annotationColour(kAnnotationColours, lightTheme()), annotationColour(0, lightTheme()));
        QVERIFY(annotationColour(255, darkTheme()).isValid());
        QVERIFY(!annotationColourName(255).isEmpty());
    }
};

STEPSCOPE_TEST(TestAnnotationColours)
#include "tst_annotation_colours.moc"

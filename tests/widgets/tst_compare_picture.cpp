// SPDX-License-Identifier: GPL-3.0-or-later
// Two compared runs as a picture.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/test_registry.h"
#include "tests/widgets/compare_fixture.h"
#include "widgets/compare/compare_header.h"
#include "widgets/compare/shift_handle.h"
#include "widgets/compare/timeline_pair.h"
#include "widgets/pages/page_picture.h"
#include "widgets/picture/drawing.h"

#include <QComboBox>
#include <QTest>

#include <variant>

using namespace stepscope;
using namespace stepscope::widgets;
using compare::kAfter;
using tests::Compared;
using tests::runWith;

class TestComparePicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void picturesLeaveControlsOut();
    void theViewSaysWhatChanged();
};

// Nobody can choose or drag anything in a picture. A shift that there is stays, as a fact.
void TestComparePicture::picturesLeaveControlsOut()
{
    Compared c(runWith(2000, false), runWith(5000, false));
    QVERIFY(c.ready);
    auto* handle = c.page->timelines()->findChild<ShiftHandle*>();
    QVERIFY(handle != nullptr && handle->isVisible());
    arrangeFor(PictureScope::View, *c.page);
    QVERIFY(!handle->isVisible());
    for (const QComboBox* box : c.page->timelines()->findChildren<QComboBox*>())
        QVERIFY(!box->isVisible());
    arrangeFor(PictureScope::Page, *c.page);
    QVERIFY(handle->isVisible());
    c.page->timelines()->axes().moveRun(kAfter, 20);
    arrangeFor(PictureScope::View, *c.page);
    QVERIFY(handle->isVisible());
}

// Two timelines alone do not say what there is to see in them: what changed stands above, in reports once.
void TestComparePicture::theViewSaysWhatChanged()
{
    Compared c(runWith(2000, false), runWith(5000, false));
    QVERIFY(c.ready);
    const auto textsIn = [&c](const PagePicture& wanted) {
        arrangeFor(wanted.scope, *c.page);
        const Picture picture = pictureOf(*c.page, c.theme.theme(), wanted);
        QStringList texts;
        for (const DrawnItem& item : recordDrawing(picture.size, picture.paint).items) {
            if (const auto* text = std::get_if<DrawnText>(&item.what))
                texts << text->text;
        }
        return texts.join(QLatin1Char(' ')).replace(QChar(QChar::Nbsp), QLatin1Char(' '));
    };
    const QString headline = QString(c.page->header().headline()).replace(QChar(QChar::Nbsp), QLatin1Char(' '));
    QVERIFY(!headline.isEmpty());
    const QString view = textsIn({PictureScope::View, false, {}});
    QVERIFY2(view.contains(headline), qPrintable(view));
    QVERIFY(!textsIn({PictureScope::View, false, {}, false}).contains(headline));
    QCOMPARE(textsIn({PictureScope::Report, false, {}}).count(headline.left(20)), 1);
}

STEPSCOPE_TEST(TestComparePicture)

#include "tst_compare_picture.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Two compared runs as a picture.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/test_registry.h"
#include "tests/widgets/compare_fixture.h"
#include "widgets/compare/shift_handle.h"
#include "widgets/compare/timeline_pair.h"
#include "widgets/pages/page_picture.h"

#include <QComboBox>
#include <QTest>

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

STEPSCOPE_TEST(TestComparePicture)

#include "tst_compare_picture.moc"

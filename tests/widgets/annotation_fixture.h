// SPDX-License-Identifier: GPL-3.0-or-later
// A timeline that is written over, and what people do with it.
#pragma once

#include "tests/widgets/timeline_fixture.h"
#include "widgets/annotate/annotator.h"
#include "widgets/annotate/note_editor.h"

#include <memory>
#include <utility>
#include <vector>

namespace stepscope::tests {

struct Written : TimelineFixture
{
    explicit Written(std::shared_ptr<const model::Trace> shown, QSize size = QSize(1000, 600))
        : TimelineFixture(std::move(shown), size)
        , annotator(std::make_unique<widgets::Annotator>(&theme, &page))
        , layer(annotator->addTimeline(view.get(), &axis, &selection))
    {
        view->activateWindow();
        ok = ok && QTest::qWaitForWindowActive(view.get());
    }
    ~Written() { view.reset(); } // as pages do: views go first
    [[nodiscard]] const std::vector<share::Annotation>& all() const { return annotator->board().annotations(); }
    [[nodiscard]] const share::Annotation& only() const { return all().front(); }
    // Types into the editor, which is open.
    void type(const char* text, Qt::Key end = Qt::Key_Return)
    {
        QTest::keyClicks(&layer.editor(), QString::fromUtf8(text));
        QTest::keyClick(&layer.editor(), end);
    }
    void click(QPoint at) { QTest::mouseClick(canvas(), Qt::LeftButton, Qt::NoModifier, at); }
    [[nodiscard]] QPoint labelOf(std::uint32_t number)
    {
        const widgets::PlacedAnnotation* item = layer.scene().find(number);
        return item != nullptr ? item->place.rect.center().toPoint() : QPoint(-1, -1);
    }
    [[nodiscard]] std::int64_t timeAt(double x) const { return axis.scale().toNs(x); }

    QWidget page;
    std::unique_ptr<widgets::Annotator> annotator;
    widgets::AnnotationLayer& layer;
};

} // namespace stepscope::tests

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What makes a page one that can be written over: the board, a layer over each of its views, the list of notes, and the
// commands. Owned by the page, which tells it of its views and puts the list among its panels. GUI thread only.

#include <cstdint> // first: moc cannot read <compare> on its own

#include "widgets/annotate/annotation_board.h"
#include "widgets/annotate/annotation_commands.h"
#include "widgets/annotate/annotation_layer.h"
#include "widgets/common/theme.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace stepscope::widgets {

class AnnotationGestures;
class MemoryCursor;
class MemoryTimelineView;
class NotesPanel;
class RanksCursor;
class RanksTimelineView;
class Selection;
class TimeAxis;
class TimelineView;

class Annotator : public QObject
{
    Q_OBJECT

public:
    Annotator(ThemeSource* theme, QWidget* page);
    ~Annotator() override;

    // `run`: of a comparison. All must outlive the view; layers go with their views.
    AnnotationLayer& addTimeline(TimelineView* view, TimeAxis* axis, const Selection* selection, std::uint32_t run = 0);
    AnnotationLayer& addMemory(MemoryTimelineView* view, TimeAxis* axis, MemoryCursor* cursor, std::uint32_t run = 0);

    // `job`: index of the recording that is shown.
    AnnotationLayer& addRanks(
        RanksTimelineView* view, TimeAxis* axis, const RanksCursor* cursor, std::function<std::uint32_t()> job);

    [[nodiscard]] AnnotationBoard& board() { return m_board; }
    [[nodiscard]] NotesPanel& panel() { return *m_panel; }
    [[nodiscard]] std::optional<share::AnnotationKind> tool() const { return m_tool; }
    [[nodiscard]] AnnotationLayer* layerOf(const share::Annotation& annotation); // null: its view is not there

    [[nodiscard]] bool can(AnnotationCommand command) const;
    void run(AnnotationCommand command);
    void go(std::uint32_t number); // into view, and selected

Q_SIGNALS:
    void stateChanged();                                         // can() or tool()
    void listRequested();                                        // its panel is to be shown
    void viewNeeded(stepscope::widgets::AnnotationLayer* layer); // it is to be shown, before something in it is

private:
    struct Place // a view that is written on
    {
        QPointer<AnnotationLayer> layer;
        AnnotationGestures* gestures; // lives with the layer
    };
    AnnotationLayer& add(std::unique_ptr<AnnotationSurface> surface);
    void addRankEvents(RanksTimelineView& view, TimeAxis* axis, std::uint32_t rank, std::uint32_t job);
    [[nodiscard]] Place* current(); // where the pointer is, else where people worked last; null: nowhere
    void arm(std::optional<share::AnnotationKind> tool);
    void annotateSelection();
    void noteHere();
    void editText();
    void resetLabel();
    void colour(std::uint8_t colour);
    void step(int direction);
    void showMenu(const QPoint& at);
    [[nodiscard]] QString placeText(const share::Annotation& annotation);

    ThemeSource* m_theme;
    QWidget* m_page;
    AnnotationBoard m_board;
    NotesPanel* m_panel;
    std::vector<Place> m_places;
    QPointer<AnnotationLayer> m_last; // where people worked
    std::optional<share::AnnotationKind> m_tool;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/annotator.h"

#include "widgets/annotate/annotation_colours.h"
#include "widgets/annotate/annotation_gestures.h"
#include "widgets/annotate/annotation_words.h"
#include "widgets/annotate/memory_annotations.h"
#include "widgets/annotate/notes_panel.h"
#include "widgets/annotate/ranks_annotations.h"
#include "widgets/annotate/timeline_annotations.h"
#include "widgets/ranks/rank_lane.h"
#include "widgets/ranks/ranks_words.h"

#include <QMenu>
#include <QPixmap>

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

using share::Annotation;
using share::AnnotationKind;
using Command = AnnotationCommand;

Annotator::Annotator(ThemeSource* theme, QWidget* page)
    : QObject(page)
    , m_theme(theme)
    , m_page(page)
    , m_panel(new NotesPanel(&m_board, theme, page))
{
    m_panel->model().setPlaceText([this](const Annotation& annotation) { return placeText(annotation); });
    connect(m_panel, &NotesPanel::activated, this, &Annotator::go);
    connect(m_panel, &NotesPanel::menuRequested, this, &Annotator::showMenu);
    connect(&m_board, &AnnotationBoard::changed, this, &Annotator::stateChanged);
    connect(&m_board, &AnnotationBoard::selectedChanged, this, &Annotator::stateChanged);
    connect(&m_board.undoStack(), &QUndoStack::indexChanged, this, &Annotator::stateChanged);
}

Annotator::~Annotator() = default;

// ---- views ----

AnnotationLayer& Annotator::addTimeline(
    TimelineView* view, TimeAxis* axis, const Selection* selection, std::uint32_t run)
{
    connect(view, &TimelineView::layoutChanged, &m_panel->model(), &NotesModel::placesChanged);
    return add(std::make_unique<TimelineAnnotations>(view, axis, selection, TimelineSite {run, {}, 0}));
}

AnnotationLayer& Annotator::addMemory(MemoryTimelineView* view, TimeAxis* axis, MemoryCursor* cursor, std::uint32_t run)
{
    connect(cursor, &MemoryCursor::deviceChanged, &m_panel->model(), &NotesModel::placesChanged);
    return add(std::make_unique<MemoryAnnotations>(view, axis, cursor, run));
}

AnnotationLayer& Annotator::addRanks(
    RanksTimelineView* view, TimeAxis* axis, const RanksCursor* cursor, std::function<std::uint32_t()> job)
{
    connect(axis, &TimeAxis::boundsChanged, &m_panel->model(), &NotesModel::placesChanged); // another job
    connect(view, &RanksTimelineView::eventsShown, this,
        [this, view, axis, job](std::uint32_t rank) { addRankEvents(*view, axis, rank, job()); });
    return add(std::make_unique<RanksAnnotations>(view, axis, cursor, std::move(job)));
}

void Annotator::addRankEvents(RanksTimelineView& view, TimeAxis* axis, std::uint32_t rank, std::uint32_t job)
{
    RankLane& lane = *view.lane(rank);
    connect(lane.timeline(), &TimelineView::layoutChanged, &m_panel->model(), &NotesModel::placesChanged);
    add(std::make_unique<TimelineAnnotations>(lane.timeline(), axis, &lane.selection(),
        TimelineSite {job, rankText(view.content().world(), rank).toStdString(), lane.shift()}));
}

AnnotationLayer& Annotator::add(std::unique_ptr<AnnotationSurface> surface)
{
    auto* layer = new AnnotationLayer(std::move(surface), &m_board, m_theme);
    auto* gestures = new AnnotationGestures(layer);
    connect(gestures, &AnnotationGestures::used, this, [this, layer] { m_last = layer; });
    connect(gestures, &AnnotationGestures::disarmed, this, [this] { arm({}); });
    connect(gestures, &AnnotationGestures::menuRequested, this, &Annotator::showMenu);
    connect(layer, &QObject::destroyed, &m_panel->model(), &NotesModel::placesChanged);
    m_places.push_back({layer, gestures});
    gestures->arm(m_tool);
    m_panel->model().placesChanged();
    return *layer;
}

AnnotationLayer* Annotator::layerOf(const Annotation& annotation)
{
    for (const Place& place : m_places) {
        if (place.layer && place.layer->surface().owns(annotation))
            return place.layer;
    }
    return nullptr;
}

Annotator::Place* Annotator::current()
{
    m_places.erase(std::remove_if(m_places.begin(), m_places.end(), [](const Place& place) { return !place.layer; }),
        m_places.end());
    const auto find = [this](auto matches) {
        const auto found = std::find_if(m_places.begin(), m_places.end(),
            [&](const Place& place) { return place.layer->isVisible() && matches(place); });
        return found != m_places.end() ? &*found : nullptr;
    };
    if (Place* pointed = find([](const Place& place) { return place.gestures->pointer().has_value(); }))
        return pointed;
    if (Place* last = find([this](const Place& place) { return place.layer == m_last; }))
        return last;
    return find([](const Place&) { return true; });
}

QString Annotator::placeText(const Annotation& annotation)
{
    AnnotationLayer* layer = layerOf(annotation);
    if (layer == nullptr)
        return tr("not among what is shown");
    QString place = layer->surface().placeText(annotation);
    const auto isOfOther = [&](const Place& other) {
        return other.layer && other.layer->surface().blank().run != layer->surface().blank().run;
    };
    if (std::any_of(m_places.begin(), m_places.end(), isOfOther)) // two runs
        place.prepend(annotation.run == 0 ? tr("before · ") : tr("after · "));
    return layer->surface().isShown(annotation) ? place : tr("%1 (hidden)").arg(place);
}

// ---- commands ----

bool Annotator::can(Command command) const
{
    switch (command) {
    case Command::EditText:
    case Command::Delete:
        return m_board.selected() != 0;
    case Command::ResetLabel: {
        const Annotation* selected = m_board.find(m_board.selected());
        return selected != nullptr && selected->label.has_value();
    }
    case Command::Next:
    case Command::Previous:
        return !m_board.annotations().empty();
    case Command::Undo:
        return m_board.canUndo();
    case Command::Redo:
        return m_board.canRedo();
    default:
        return true;
    }
}

void Annotator::run(Command command)
{
    if (!can(command))
        return;
    if (const auto tool = toolOf(command))
        return arm(m_tool == tool ? std::nullopt : tool);
    if (const auto number = colourOf(command))
        return colour(*number);
    switch (command) {
    case Command::Note:
        return noteHere();
    case Command::Selection:
        return annotateSelection();
    case Command::EditText:
        return editText();
    case Command::ResetLabel:
        return resetLabel();
    case Command::Delete:
        return m_board.remove(m_board.selected());
    case Command::Next:
        return step(1);
    case Command::Previous:
        return step(-1);
    case Command::ShowList:
        Q_EMIT listRequested();
        return;
    case Command::Undo:
        return m_board.undoStack().undo();
    case Command::Redo:
        return m_board.undoStack().redo();
    default:
        return;
    }
}

void Annotator::arm(std::optional<AnnotationKind> tool)
{
    if (tool == m_tool)
        return;
    m_tool = tool;
    for (const Place& place : m_places) {
        if (place.layer)
            place.gestures->arm(tool);
    }
    if (Place* place = tool ? current() : nullptr)
        place->layer->surface().keyboard().setFocus(); // for Enter and Esc
    Q_EMIT stateChanged();
}

void Annotator::noteHere()
{
    Place* place = current();
    if (place == nullptr)
        return;
    if (const auto pointer = place->gestures->pointer())
        place->gestures->noteAt(*pointer);
    else
        place->gestures->annotateSelection(AnnotationKind::Note);
}

// As what people most likely mean by it.
void Annotator::annotateSelection()
{
    Place* place = current();
    if (place == nullptr)
        return;
    const AnnotationSurface& surface = place->layer->surface();
    AnnotationKind kind = AnnotationKind::Note;
    if (surface.measures())
        kind = AnnotationKind::Span;
    else if (surface.hasRange())
        kind = AnnotationKind::Region;
    else if (surface.ofSelection(AnnotationKind::Highlight))
        kind = AnnotationKind::Highlight;
    place->gestures->annotateSelection(kind);
}

void Annotator::editText()
{
    if (m_panel->hasKeys())
        return m_panel->editCurrent();
    const Annotation annotation = *m_board.find(m_board.selected());
    go(annotation.number); // it may be out of sight
    AnnotationLayer* layer = layerOf(annotation);
    if (layer != nullptr)
        layer->edit(annotation);
}

void Annotator::resetLabel()
{
    Annotation changed = *m_board.find(m_board.selected());
    changed.label.reset();
    m_board.change(changed, tr("Label of note %1 back").arg(changed.number));
}

void Annotator::colour(std::uint8_t colour)
{
    m_board.setColour(colour);
    const Annotation* selected = m_board.find(m_board.selected());
    if (selected == nullptr)
        return;
    Annotation changed = *selected;
    changed.colour = colour;
    m_board.change(changed, tr("Colour note %1").arg(changed.number));
}

void Annotator::step(int direction)
{
    const auto& all = m_board.annotations();
    const auto at = std::find_if(all.begin(), all.end(),
        [this](const Annotation& annotation) { return annotation.number == m_board.selected(); });
    const auto count = static_cast<std::ptrdiff_t>(all.size());
    const std::ptrdiff_t from = at != all.end() ? at - all.begin() : direction > 0 ? -1 : count;
    go(all[static_cast<std::size_t>((from + direction + count) % count)].number);
}

void Annotator::go(std::uint32_t number)
{
    const Annotation* annotation = m_board.find(number);
    AnnotationLayer* layer = annotation != nullptr ? layerOf(*annotation) : nullptr;
    m_board.select(number);
    if (layer == nullptr)
        return;
    Q_EMIT viewNeeded(layer);
    layer->surface().reveal(*annotation);
}

void Annotator::showMenu(const QPoint& at)
{
    auto* menu = new QMenu(m_page);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const AnnotationCommandInfo& info : annotationCommandTable()) {
        const auto number = colourOf(info.command);
        const bool isOfOne = info.command == Command::EditText || info.command == Command::Delete
            || (info.command == Command::ResetLabel && can(info.command));
        if (!isOfOne && !number)
            continue;
        QAction* action = menu->addAction(QString::fromLatin1(info.text));
        if (number) {
            QPixmap patch(12, 12);
            patch.fill(annotationColour(*number, m_theme->theme()));
            action->setIcon(patch);
        }
        connect(action, &QAction::triggered, this, [this, command = info.command] { run(command); });
        if (info.command == Command::Delete)
            menu->addSeparator();
    }
    menu->popup(at);
}

} // namespace stepscope::widgets

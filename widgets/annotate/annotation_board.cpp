// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/annotation_board.h"

#include <QUndoCommand>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace stepscope::widgets {

namespace {

template <typename Annotations> auto placeOf(Annotations& annotations, std::uint32_t number)
{
    return std::lower_bound(annotations.begin(), annotations.end(), number,
        [](const share::Annotation& annotation, std::uint32_t value) { return annotation.number < value; });
}

} // namespace

// From one value of an annotation to another; none where it is added or deleted.
class AnnotationBoard::Edit : public QUndoCommand
{
public:
    Edit(AnnotationBoard* board, std::optional<share::Annotation> before, std::optional<share::Annotation> after,
        const QString& what, Step step)
        : QUndoCommand(what)
        , m_board(board)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_step(step)
    {
    }

    void undo() override { show(m_before, m_after); }
    void redo() override { show(m_after, m_before); }
    [[nodiscard]] int id() const override { return m_step == Step::Merges ? 1 : -1; }

    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const Edit*>(other); // of the same id()
        if (!m_after || !next->m_after || m_after->number != next->m_after->number || text() != next->text())
            return false;
        m_after = next->m_after;
        return true;
    }

private:
    void show(const std::optional<share::Annotation>& value, const std::optional<share::Annotation>& other)
    {
        if (value)
            m_board->put(*value);
        else if (other)
            m_board->take(other->number);
    }

    AnnotationBoard* m_board;
    std::optional<share::Annotation> m_before;
    std::optional<share::Annotation> m_after;
    Step m_step;
};

AnnotationBoard::AnnotationBoard(QObject* parent)
    : QObject(parent)
{
}

const share::Annotation* AnnotationBoard::find(std::uint32_t number) const
{
    const auto found = placeOf(m_annotations, number);
    return found != m_annotations.end() && found->number == number ? &*found : nullptr;
}

void AnnotationBoard::setAnnotations(std::vector<share::Annotation> annotations)
{
    m_undo.clear();
    std::stable_sort(
        annotations.begin(), annotations.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
    // A file may say anything: what shares its number with another comes last, and none is beyond counting.
    std::vector<share::Annotation> unnumbered;
    m_annotations.clear();
    m_last = 0;
    for (share::Annotation& annotation : annotations) {
        for (share::Anchor* anchor : {&annotation.from, &annotation.to})
            anchor->lane = std::isfinite(anchor->lane) ? anchor->lane : 0;
        constexpr std::uint32_t kMost = 1'000'000;
        if (annotation.number <= m_last || annotation.number > kMost) {
            unnumbered.push_back(std::move(annotation));
            continue;
        }
        m_last = annotation.number;
        m_annotations.push_back(std::move(annotation));
    }
    for (share::Annotation& annotation : unnumbered) {
        annotation.number = ++m_last;
        m_annotations.push_back(std::move(annotation));
    }
    select(0);
    Q_EMIT changed();
}

std::uint32_t AnnotationBoard::add(share::Annotation annotation)
{
    annotation.number = ++m_last;
    m_undo.push(new Edit(this, std::nullopt, annotation, tr("Add note %1").arg(annotation.number), Step::Own));
    select(annotation.number);
    return annotation.number;
}

void AnnotationBoard::change(const share::Annotation& changed, const QString& what, Step step)
{
    const share::Annotation* before = find(changed.number);
    if (before != nullptr && *before != changed)
        m_undo.push(new Edit(this, *before, changed, what, step));
}

void AnnotationBoard::remove(std::uint32_t number)
{
    if (const share::Annotation* before = find(number))
        m_undo.push(new Edit(this, *before, std::nullopt, tr("Delete note %1").arg(number), Step::Own));
}

void AnnotationBoard::select(std::uint32_t number)
{
    if (find(number) == nullptr)
        number = 0;
    if (std::exchange(m_selected, number) != number)
        Q_EMIT selectedChanged();
}

void AnnotationBoard::put(const share::Annotation& annotation)
{
    const auto place = placeOf(m_annotations, annotation.number);
    if (place != m_annotations.end() && place->number == annotation.number)
        *place = annotation;
    else
        m_annotations.insert(place, annotation);
    Q_EMIT changed();
}

void AnnotationBoard::take(std::uint32_t number)
{
    m_annotations.erase(placeOf(m_annotations, number));
    if (m_selected == number)
        select(0);
    Q_EMIT changed();
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewmodel/finding_cursor.h"

#include <algorithm>

namespace stepscope::widgets {

FindingCursor::FindingCursor(const JudgementSource* source, QObject* parent)
    : QObject(parent)
    , m_source(source)
{
    connect(source, &JudgementSource::judgementChanged, this, [this]() {
        hover(std::nullopt);
        moveTo(std::nullopt);
        showWanted();
    });
    connect(source, &JudgementSource::busyChanged, this, [this](bool busy) {
        if (!busy)
            showWanted();
    });
}

std::size_t FindingCursor::count() const
{
    const JudgementPtr judgement = m_source->judgement();
    return judgement ? judgement->findings.size() : 0;
}

std::size_t FindingCursor::evidenceCount(std::size_t index) const
{
    return placeCount(m_source->judgement()->findings[index]);
}

const analysis::Finding* FindingCursor::finding(std::size_t index) const
{
    return index < count() ? &m_source->judgement()->findings[index] : nullptr;
}

namespace {

template <class Kind> const Kind* at(const std::vector<Kind>& list, std::size_t index)
{
    return index < list.size() ? &list[index] : nullptr;
}

} // namespace

const analysis::Evidence* FindingCursor::evidence() const
{
    const analysis::Finding* of = m_current ? finding(m_current->finding) : nullptr;
    return of != nullptr ? at(of->evidence, m_current->evidence) : nullptr;
}

const analysis::MemoryEvidence* FindingCursor::memoryEvidence() const
{
    const analysis::Finding* of = m_current ? finding(m_current->finding) : nullptr;
    return of != nullptr ? at(of->memory, m_current->evidence) : nullptr;
}

void FindingCursor::go(std::size_t index, std::size_t evidence)
{
    if (index >= count())
        return;
    m_wanted.reset();
    moveTo(placeAt(index, evidence));
    Q_EMIT visited();
}

FindingCursor::Place FindingCursor::placeAt(std::size_t index, std::size_t evidence) const
{
    return {index, std::min(evidence, std::max<std::size_t>(evidenceCount(index), 1) - 1)};
}

void FindingCursor::moveTo(std::optional<Place> place)
{
    if (m_current == place)
        return;
    m_current = place;
    Q_EMIT currentChanged();
}

void FindingCursor::next()
{
    if (count() > 0)
        go(m_current ? (m_current->finding + 1) % count() : 0);
}

void FindingCursor::previous()
{
    if (count() > 0)
        go(m_current ? (m_current->finding + count() - 1) % count() : count() - 1);
}

void FindingCursor::nextEvidence()
{
    if (!m_current)
        return next();
    const std::size_t pieces = std::max<std::size_t>(evidenceCount(m_current->finding), 1);
    go(m_current->finding, (m_current->evidence + 1) % pieces);
}

void FindingCursor::previousEvidence()
{
    if (!m_current)
        return previous();
    const std::size_t pieces = std::max<std::size_t>(evidenceCount(m_current->finding), 1);
    go(m_current->finding, (m_current->evidence + pieces - 1) % pieces);
}

void FindingCursor::clear()
{
    m_wanted.reset();
    moveTo(std::nullopt);
}

std::optional<share::FindingRef> FindingCursor::ref() const
{
    if (!m_current)
        return m_wanted;
    return share::FindingRef {finding(m_current->finding)->rule, static_cast<std::uint32_t>(m_current->finding),
        static_cast<std::uint32_t>(m_current->evidence)};
}

void FindingCursor::restore(const std::optional<share::FindingRef>& ref)
{
    moveTo(std::nullopt);
    m_wanted = ref;
    showWanted();
}

// That of its number, or else the first of its rule. Figures of the whole may come before those of a step.
void FindingCursor::showWanted()
{
    const JudgementPtr judgement = m_source->judgement();
    if (!m_wanted || !judgement)
        return;
    const auto& all = judgement->findings;
    const auto isIt = [this](const analysis::Finding& finding) { return finding.rule == m_wanted->rule; };
    const auto found = m_wanted->number < all.size() && isIt(all[m_wanted->number])
        ? all.begin() + static_cast<std::ptrdiff_t>(m_wanted->number)
        : std::find_if(all.begin(), all.end(), isIt);
    if (found != all.end())
        moveTo(placeAt(static_cast<std::size_t>(found - all.begin()), m_wanted->place));
    if (m_source->isBusy())
        return;
    m_wanted.reset();
    if (found == all.end())
        Q_EMIT notFound();
}

void FindingCursor::hover(std::optional<std::size_t> index)
{
    if (index == m_hovered)
        return;
    m_hovered = index;
    Q_EMIT hoveredChanged();
}

} // namespace stepscope::widgets

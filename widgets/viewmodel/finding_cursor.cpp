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
        clear();
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
    const Place place {index, std::min(evidence, std::max<std::size_t>(evidenceCount(index), 1) - 1)};
    if (m_current != place) {
        m_current = place;
        Q_EMIT currentChanged();
    }
    Q_EMIT visited();
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
    if (!m_current)
        return;
    m_current.reset();
    Q_EMIT currentChanged();
}

void FindingCursor::hover(std::optional<std::size_t> index)
{
    if (index == m_hovered)
        return;
    m_hovered = index;
    Q_EMIT hoveredChanged();
}

} // namespace stepscope::widgets

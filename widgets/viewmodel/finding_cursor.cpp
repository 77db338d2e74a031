// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewmodel/finding_cursor.h"

#include <algorithm>

namespace stepscope::widgets {

FindingCursor::FindingCursor(const Figures* figures, QObject* parent)
    : QObject(parent)
    , m_figures(figures)
{
    connect(figures, &Figures::scopedChanged, this, [this]() {
        hover(std::nullopt);
        clear();
    });
}

std::size_t FindingCursor::count() const
{
    return m_figures->scoped() ? m_figures->scoped()->judgement.findings.size() : 0;
}

std::size_t FindingCursor::evidenceCount(std::size_t index) const
{
    return m_figures->scoped()->judgement.findings[index].evidence.size();
}

const analysis::Finding* FindingCursor::finding(std::size_t index) const
{
    return index < count() ? &m_figures->scoped()->judgement.findings[index] : nullptr;
}

const analysis::Evidence* FindingCursor::evidence() const
{
    const analysis::Finding* of = m_current ? finding(m_current->finding) : nullptr;
    return of != nullptr && m_current->evidence < of->evidence.size() ? &of->evidence[m_current->evidence] : nullptr;
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

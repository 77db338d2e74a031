// SPDX-License-Identifier: GPL-3.0-or-later
// What of a snapshot's page a session keeps, and back.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/memory/allocator_state_panel.h"
#include "widgets/memory/allocator_state_view.h"
#include "widgets/memory/memory_view_state.h"
#include "widgets/memory/timeline_options.h"
#include "widgets/pages/memory_page.h"

#include <QComboBox>

namespace stepscope::widgets {

namespace {

// False where it is not among the choices.
bool choose(QComboBox& box, int value)
{
    const int row = box.findData(value);
    if (row >= 0)
        box.setCurrentIndex(row);
    return row >= 0;
}

} // namespace

share::SessionPage MemoryPage::state()
{
    share::SessionPage page = ContentPage::state();
    share::MemoryState& state = page.memory.emplace_back(memoryState(*m_timeline, m_cursor, m_axis));
    const AllocatorStateView::Look look = m_state->view().look();
    state.allocatorZoom = look.zoom;
    state.allocatorTop = look.top;
    return page;
}

void MemoryPage::restore(const share::SessionPage& page)
{
    if (!page.memory.empty()) {
        if (const QStringList missing = restoreView(page.memory.front()); !missing.isEmpty())
            Q_EMIT notRestored(missing);
    }
    ContentPage::restore(page);
}

QStringList MemoryPage::restoreView(const share::MemoryState& state)
{
    QStringList missing;
    if (state.device < m_snapshot->devices.size())
        m_cursor.setDevice(state.device); // first: another one clears the rest
    else if (hasDevice())
        missing << QStringLiteral("device %1").arg(state.device);
    if (!choose(m_options->axisBox(), static_cast<int>(axisOf(state.axis))))
        missing << QStringLiteral("the axis of time");
    (void)choose(m_options->colourBox(), static_cast<int>(colourOf(state.colourBy)));
    if (missing.isEmpty()) // the rest is told by both
        missing += restoreMemory(*m_timeline, m_cursor, m_axis, state);
    m_state->view().setLook({state.allocatorZoom, state.allocatorTop});
    return missing;
}

} // namespace stepscope::widgets

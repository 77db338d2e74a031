// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Leads to places of a memory snapshot: when a finding is visited, its device, stretch of history and block come into
// view, and while it is the current one all of its blocks are marked; the same for steps and other stretches. GUI
// thread only; all it is given must outlive it.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/model/memory_snapshot.h"
#include "widgets/viewmodel/finding_cursor.h"
#include "widgets/viewmodel/memory_cursor.h"

#include <QObject>

#include <memory>

namespace stepscope::widgets {

// The allocation that owns this address after `entry`; invalid when none does.
[[nodiscard]] AllocId allocationAt(const model::MemorySnapshot& snapshot, const model::MemoryDevice& device,
    std::int32_t entry, std::uint64_t address);

class MemoryGuide : public QObject
{
    Q_OBJECT

public:
    MemoryGuide(std::shared_ptr<const model::MemorySnapshot> snapshot, const FindingCursor* findings,
        MemoryCursor* cursor, QObject* parent = nullptr);

    void showEntry(std::int32_t entry);
    void showRange(const EntryRange& range);
    void showAll(const model::MemoryDevice& device); // and marks nothing
    void showAllocation(AllocId allocation);         // chosen, at the point of its birth

Q_SIGNALS:
    void rangeShown(const stepscope::widgets::EntryRange& range); // bring it into view

private:
    void showEvidence();
    void markBlocks();

    std::shared_ptr<const model::MemorySnapshot> m_snapshot;
    const FindingCursor* m_findings;
    MemoryCursor* m_cursor;
};

} // namespace stepscope::widgets

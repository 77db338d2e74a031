// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_guide.h"

#include "core/analysis/memory/finding_blocks.h"

#include <algorithm>

namespace stepscope::widgets {

AllocId allocationAt(
    const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, std::int32_t entry, std::uint64_t address)
{
    const std::vector<AllocId> live = model::liveAt(snapshot, device, entry);
    const auto& table = device.allocations;
    const auto found = std::find_if(live.begin(), live.end(), [&](AllocId id) {
        const std::uint64_t start = table.address[id.index()];
        return address >= start && address - start < std::max<std::uint64_t>(table.blockSize[id.index()], 1);
    });
    return found == live.end() ? AllocId() : *found;
}

MemoryGuide::MemoryGuide(std::shared_ptr<const model::MemorySnapshot> snapshot, const FindingCursor* findings,
    MemoryCursor* cursor, QObject* parent)
    : QObject(parent)
    , m_snapshot(std::move(snapshot))
    , m_findings(findings)
    , m_cursor(cursor)
{
    connect(findings, &FindingCursor::visited, this, &MemoryGuide::showEvidence);
    connect(findings, &FindingCursor::currentChanged, this, &MemoryGuide::markBlocks);
}

void MemoryGuide::showEntry(std::int32_t entry)
{
    m_cursor->setEntry(entry);
}

void MemoryGuide::showRange(const EntryRange& range)
{
    m_cursor->setRange(range);
    m_cursor->setEntry(range.last);
    Q_EMIT rangeShown(range);
}

void MemoryGuide::showAll(const model::MemoryDevice& device)
{
    m_cursor->setRange({});
    Q_EMIT rangeShown({model::kBeforeHistory, device.entryCount() - 1});
}

void MemoryGuide::showAllocation(AllocId allocation)
{
    const model::AllocationTable& table = m_snapshot->devices[m_cursor->device()].allocations;
    if (allocation.index() >= table.count())
        return;
    m_cursor->setEntry(table.born[allocation.index()]);
    m_cursor->choose(allocation);
    const std::int32_t last = m_snapshot->devices[m_cursor->device()].entryCount() - 1;
    Q_EMIT rangeShown({table.born[allocation.index()], std::min(table.died[allocation.index()], last)});
}

void MemoryGuide::markBlocks()
{
    const auto& current = m_findings->current();
    const analysis::Finding* finding = current ? m_findings->finding(current->finding) : nullptr;
    m_cursor->setMarked(finding != nullptr ? analysis::blocksOfFinding(*m_snapshot, m_cursor->device(), *finding)
                                           : std::vector<AllocId>());
}

void MemoryGuide::showEvidence()
{
    const analysis::MemoryEvidence* evidence = m_findings->memoryEvidence();
    if (evidence == nullptr || evidence->device >= m_snapshot->devices.size())
        return;
    m_cursor->setDevice(evidence->device);
    markBlocks();
    const model::MemoryDevice& device = m_snapshot->devices[evidence->device];
    const std::int32_t last = std::min(evidence->entryTo, device.entryCount() - 1);
    m_cursor->setRange(
        evidence->entryFrom < last ? std::optional(EntryRange {evidence->entryFrom, last}) : std::nullopt);
    m_cursor->setEntry(last);
    Q_EMIT rangeShown({evidence->entryFrom, last});
    m_cursor->choose(evidence->address ? allocationAt(*m_snapshot, device, last, *evidence->address) : AllocId());
}

} // namespace stepscope::widgets

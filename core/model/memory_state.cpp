// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory_state.h"

#include <algorithm>

namespace stepscope::model {
namespace {

// Of a span of the history or a record of the end.
template <class From> StateSegment segmentOf(const From& from, bool expandable)
{
    StateSegment out;
    out.address = from.address;
    out.size = from.size;
    out.stream = from.stream;
    out.pool = from.pool;
    out.large = from.large;
    out.expandable = expandable;
    out.stack = from.stack;
    return out;
}

std::vector<StateSegment> segmentsAt(const MemoryDevice& device, std::int32_t entry)
{
    std::vector<StateSegment> out;
    for (const SegmentSpan& span : reservedAt(device, entry)) {
        const bool continues = !out.empty() && out.back().expandable && span.mapped
            && out.back().address + out.back().size == span.address && out.back().stream == span.stream
            && out.back().pool == span.pool;
        if (continues)
            out.back().size += span.size;
        else
            out.push_back(segmentOf(span, span.mapped));
    }
    return out;
}

void addBlock(MemoryState& state, StateSegment& segment, const StateBlock& block)
{
    state.blocks.push_back(block);
    ++segment.blockCount;
    if (block.isFree())
        segment.largestFree = std::max(segment.largestFree, block.size);
    else
        segment.allocated += block.size;
}

void addFree(MemoryState& state, StateSegment& segment, std::uint64_t from, std::uint64_t to)
{
    if (from >= to)
        return;
    StateBlock block;
    block.address = from;
    block.size = to - from;
    addBlock(state, segment, block);
}

// The live allocations at an entry, ascending by address, laid out segment by segment.
class Tiling
{
public:
    Tiling(const MemorySnapshot& snapshot, const MemoryDevice& device, std::int32_t entry)
        : m_table(device.allocations)
        , m_entry(entry)
        , m_live(liveAt(snapshot, device, entry))
    {
        std::stable_sort(
            m_live.begin(), m_live.end(), [this](AllocId a, AllocId b) { return addressOf(a) < addressOf(b); });
        m_state.segments = segmentsAt(device, entry);
        for (StateSegment& segment : m_state.segments)
            lay(segment);
        leave(UINT64_MAX);
        if (m_at < m_live.size())
            m_state.unplaced.push_back(m_live[m_at]); // at the very last address
    }
    MemoryState take() { return std::move(m_state); }

private:
    [[nodiscard]] std::uint64_t addressOf(AllocId id) const { return m_table.address[id.index()]; }
    // What lies below belongs to no segment.
    void leave(std::uint64_t below)
    {
        for (; m_at < m_live.size() && addressOf(m_live[m_at]) < below; ++m_at)
            m_state.unplaced.push_back(m_live[m_at]);
    }
    void lay(StateSegment& segment)
    {
        leave(segment.address);
        segment.firstBlock = static_cast<std::uint32_t>(m_state.blocks.size());
        const std::uint64_t end = segment.address + segment.size;
        std::uint64_t covered = segment.address;
        for (; m_at < m_live.size() && addressOf(m_live[m_at]) < end; ++m_at) {
            const AllocId id = m_live[m_at];
            const std::uint64_t next = m_at + 1 < m_live.size() ? std::min(addressOf(m_live[m_at + 1]), end) : end;
            const std::uint64_t size = std::min(m_table.blockSize[id.index()], next - addressOf(id));
            if (addressOf(id) < covered || size == 0) {
                m_state.unplaced.push_back(id);
                continue;
            }
            addFree(m_state, segment, covered, addressOf(id));
            addBlock(m_state, segment, blockOf(id, size));
            covered = addressOf(id) + size;
        }
        addFree(m_state, segment, covered, end);
    }
    [[nodiscard]] StateBlock blockOf(AllocId id, std::uint64_t size) const
    {
        return {addressOf(id), size, m_table.size[id.index()], id, m_table.requested[id.index()] <= m_entry};
    }

    const AllocationTable& m_table;
    std::int32_t m_entry;
    std::vector<AllocId> m_live;
    std::size_t m_at = 0; // the next to be laid out
    MemoryState m_state;
};

// The allocation of each address that is live at the end, ascending by address.
std::vector<AllocId> liveAtEnd(const MemorySnapshot& snapshot, const MemoryDevice& device)
{
    std::vector<AllocId> live = liveAt(snapshot, device, device.entryCount() - 1);
    std::stable_sort(live.begin(), live.end(), [&device](AllocId a, AllocId b) {
        return device.allocations.address[a.index()] < device.allocations.address[b.index()];
    });
    return live;
}

} // namespace

std::uint64_t MemoryState::reserved() const
{
    std::uint64_t sum = 0;
    for (const StateSegment& segment : segments)
        sum += segment.size;
    return sum;
}

MemoryState stateAt(const MemorySnapshot& snapshot, const MemoryDevice& device, std::int32_t entry)
{
    return Tiling(snapshot, device, entry).take();
}

MemoryState endState(const MemorySnapshot& snapshot, const MemoryDevice& device)
{
    const AllocationTable& table = device.allocations;
    const std::vector<AllocId> live = liveAtEnd(snapshot, device);
    const auto below = [&table](AllocId id, std::uint64_t address) { return table.address[id.index()] < address; };
    MemoryState state;
    for (const std::size_t index : device.segments) {
        const SegmentRecord& from = snapshot.record.segments[index];
        StateSegment segment = segmentOf(from, from.expandable);
        segment.firstBlock = static_cast<std::uint32_t>(state.blocks.size());
        for (const BlockRecord& block : from.blocks) {
            StateBlock out;
            out.address = block.address;
            out.size = block.size;
            const auto at = std::lower_bound(live.begin(), live.end(), block.address, below);
            if (block.state != BlockState::Inactive && at != live.end()
                && table.address[at->index()] == block.address) {
                out.allocation = *at;
                out.requested = block.requested.value_or(table.size[at->index()]);
                out.pending = block.state == BlockState::PendingFree;
            }
            addBlock(state, segment, out);
        }
        state.segments.push_back(segment);
    }
    return state;
}

} // namespace stepscope::model

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory_pairing.h"

#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>
#include <tsl/robin_map.h>

namespace stepscope::model {
namespace {

// While allocations are found, initial ones and those of the history count apart: this bit tells them.
constexpr std::uint32_t kInitialBit = 1U << 31U;
constexpr std::uint32_t kNone = 0xffffffffU;

struct AddressHash
{
    std::size_t operator()(std::uint64_t address) const noexcept
    {
        address *= 0x9e3779b97f4a7c15U;
        return static_cast<std::size_t>(address ^ (address >> 32U));
    }
};

// An allocation before it has its number. What it is taken from: the entry `source`, or, of a ghost, its block alone.
struct Found
{
    std::uint32_t source = kNone;
    std::uint32_t place = 0;
    std::int32_t born = kBeforeHistory;
    std::int32_t requested = kNeverInHistory;
    std::int32_t died = kNeverInHistory;
    std::uint8_t flags = 0;
    const BlockRecord* block = nullptr; // at the end
    const SegmentRecord* segment = nullptr;
};

class Pairing
{
public:
    Pairing(const SnapshotRecord& record, const DeviceRecord& device, Diagnostics& diagnostics)
        : m_record(record)
        , m_entries(device.entries)
        , m_id(device.id)
        , m_diagnostics(diagnostics)
    {
    }

    void readHistory(const StopCheck& stop)
    {
        m_result.allocationOf.resize(m_entries.count());
        for (std::size_t i = 0; i < m_entries.count(); ++i) {
            stop.poll(i);
            m_result.allocationOf[i] = AllocId(readEntry(i));
        }
    }
    void readEnd(const std::vector<std::size_t>& segments);
    PairedDevice finish(const std::vector<std::size_t>& segments);

private:
    std::uint32_t readEntry(std::size_t i);
    std::uint32_t open(std::size_t i);
    std::uint32_t freed(std::size_t i, bool completed);
    std::uint32_t addInitial(const Found& found);
    std::uint32_t placeOf(std::uint64_t address);
    Found& found(std::uint32_t ref) { return (ref & kInitialBit) != 0 ? m_initial[ref & ~kInitialBit] : m_traced[ref]; }
    void note(DiagnosticKind kind, std::uint64_t address, std::uint64_t bytes, std::size_t entry);
    PoolIndex poolAt(std::uint64_t address, const std::vector<std::size_t>& segments) const;
    void write(const Found& found, std::size_t id, const std::vector<std::size_t>& segments);

    const SnapshotRecord& m_record;
    const MemoryEntries& m_entries;
    std::int32_t m_id;
    Diagnostics& m_diagnostics;
    tsl::robin_map<std::uint64_t, std::uint32_t, AddressHash> m_placeOf;
    Column<std::uint32_t> m_live; // by place: which allocation has the address now
    Column<Found> m_initial;
    Column<Found> m_traced;
    PairedDevice m_result;
};

std::uint32_t Pairing::placeOf(std::uint64_t address)
{
    const auto [at, isNew] = m_placeOf.try_emplace(address, static_cast<std::uint32_t>(m_result.places.size()));
    if (isNew) {
        m_result.places.push_back(address);
        m_live.push_back(kNone);
    }
    return at->second;
}

void Pairing::note(DiagnosticKind kind, std::uint64_t address, std::uint64_t bytes, std::size_t entry)
{
    std::string detail;
    if (m_diagnostics.wantsSample(kind, -1)) {
        detail = fmt::format("device {}, 0x{:x} ({})", m_id, address, formatBytes(bytes));
        if (entry < m_entries.count())
            detail += fmt::format(", entry {}", entry);
    }
    m_diagnostics.add(kind, -1, std::move(detail));
}

std::uint32_t Pairing::readEntry(std::size_t i)
{
    switch (m_entries.action[i]) {
    case MemoryAction::Alloc:
        return open(i);
    case MemoryAction::FreeRequested:
        return freed(i, false);
    case MemoryAction::FreeCompleted:
    case MemoryAction::Free:
        return freed(i, true);
    default:
        return kNone;
    }
}

std::uint32_t Pairing::open(std::size_t i)
{
    const auto entry = static_cast<std::int32_t>(i);
    const std::uint32_t place = placeOf(m_entries.address[i]);
    std::uint32_t& live = m_live[place];
    if (live != kNone) {
        Found& old = found(live);
        old.died = entry;
        old.flags |= kMissedFree;
        note(DiagnosticKind::missed_free, m_entries.address[i], m_entries.size[old.source], i);
    }
    Found made;
    made.source = static_cast<std::uint32_t>(i);
    made.place = place;
    made.born = entry;
    live = static_cast<std::uint32_t>(m_traced.size());
    m_traced.push_back(made);
    return live;
}

std::uint32_t Pairing::addInitial(const Found& found)
{
    m_initial.push_back(found);
    return static_cast<std::uint32_t>(m_initial.size() - 1) | kInitialBit;
}

std::uint32_t Pairing::freed(std::size_t i, bool completed)
{
    const auto entry = static_cast<std::int32_t>(i);
    const std::uint32_t place = placeOf(m_entries.address[i]);
    if (m_live[place] == kNone) {
        Found made;
        made.source = static_cast<std::uint32_t>(i);
        made.place = place;
        made.flags = kInitial | kFreeSiteStack;
        if (m_entries.action[i] == MemoryAction::FreeCompleted)
            made.requested = kBeforeHistory; // its request would be here otherwise
        m_live[place] = addInitial(made);
        note(DiagnosticKind::free_without_alloc, m_entries.address[i], m_entries.size[i], i);
    }
    const std::uint32_t ref = m_live[place];
    Found& allocation = found(ref);
    if (allocation.requested == kNeverInHistory)
        allocation.requested = entry;
    if (completed) {
        allocation.died = entry;
        m_live[place] = kNone;
    }
    return ref;
}

void Pairing::readEnd(const std::vector<std::size_t>& segments)
{
    const bool hasHistory = m_result.places.size() > 0;
    for (const std::size_t index : segments) {
        const SegmentRecord& segment = m_record.segments[index];
        for (const BlockRecord& block : segment.blocks) {
            if (block.state == BlockState::Inactive)
                continue;
            const bool pending = block.state == BlockState::PendingFree;
            const std::uint32_t place = placeOf(block.address);
            if (m_live[place] == kNone) {
                Found ghost;
                ghost.place = place;
                ghost.flags = kInitial | kGhost;
                if (pending)
                    ghost.requested = kBeforeHistory;
                m_live[place] = addInitial(ghost);
                if (hasHistory)
                    note(DiagnosticKind::alloc_not_in_history, block.address, block.requested.value_or(block.size),
                        m_entries.count());
            }
            Found& allocation = found(m_live[place]);
            allocation.block = &block;
            allocation.segment = &segment;
            if (pending)
                allocation.flags |= kPendingAtEnd;
        }
    }
}

// The pool of what the history does not tell it of: that of the segment there at the end.
PoolIndex Pairing::poolAt(std::uint64_t address, const std::vector<std::size_t>& segments) const
{
    const auto after = [this](std::uint64_t a, std::size_t s) { return a < m_record.segments[s].address; };
    const auto at = std::upper_bound(segments.begin(), segments.end(), address, after);
    if (at == segments.begin())
        return 0;
    const SegmentRecord& segment = m_record.segments[*std::prev(at)];
    return address - segment.address < segment.size ? segment.pool : PoolIndex {0};
}

void Pairing::write(const Found& found, std::size_t id, const std::vector<std::size_t>& segments)
{
    AllocationTable& out = m_result.allocations;
    const std::uint64_t address = m_result.places[found.place];
    std::uint8_t flags = found.flags;
    out.address[id] = address;
    out.born[id] = found.born;
    out.died[id] = found.died;
    out.requested[id] = std::min(found.requested, found.died);
    out.blockSize[id] = found.block != nullptr ? found.block->size : 0;
    m_result.place[id] = found.place;
    if (found.source == kNone) {
        out.size[id] = found.block->requested.value_or(found.block->size);
        out.stack[id] = found.block->stack;
        out.stream[id] = found.segment->stream;
        out.pool[id] = found.segment->pool;
        if (!found.block->requested)
            flags |= kSizeFromBlock;
    } else {
        out.size[id] = m_entries.size[found.source];
        out.stack[id] = m_entries.stack[found.source];
        out.stream[id] = m_entries.stream[found.source];
        if (found.segment != nullptr)
            out.pool[id] = found.segment->pool;
        else
            out.pool[id] = m_entries.pool.empty() ? poolAt(address, segments) : m_entries.pool[found.source];
    }
    // Without segments there is no end state to compare with.
    if (found.died == kNeverInHistory && found.block == nullptr && !segments.empty()) {
        flags |= kNotAtEnd;
        note(DiagnosticKind::end_state_differs, address, out.size[id], m_entries.count());
    }
    out.flags[id] = flags;
}

PairedDevice Pairing::finish(const std::vector<std::size_t>& segments)
{
    const std::size_t initial = m_initial.size();
    const std::size_t count = initial + m_traced.size();
    AllocationTable& out = m_result.allocations;
    out.address.resize(count);
    out.size.resize(count);
    out.blockSize.resize(count);
    out.born.resize(count);
    out.requested.resize(count);
    out.died.resize(count);
    out.stack.resize(count);
    out.stream.resize(count);
    out.pool.resize(count);
    out.flags.resize(count);
    out.version.resize(count);
    m_result.place.resize(count);
    for (std::size_t i = 0; i < initial; ++i)
        write(m_initial[i], i, segments);
    for (std::size_t i = 0; i < m_traced.size(); ++i)
        write(m_traced[i], initial + i, segments);
    Column<std::uint32_t> seen(m_result.places.size());
    for (std::size_t id = 0; id < count; ++id)
        out.version[id] = seen[m_result.place[id]]++;
    for (AllocId& id : m_result.allocationOf) {
        if (!id.valid())
            continue;
        const bool isInitial = (id.value & kInitialBit) != 0;
        id = AllocId((id.value & ~kInitialBit) + (isInitial ? 0U : static_cast<std::uint32_t>(initial)));
    }
    return std::move(m_result);
}

} // namespace

PairedDevice pairEntries(const SnapshotRecord& record, const DeviceRecord& device,
    const std::vector<std::size_t>& segments, Diagnostics& diagnostics, const StopCheck& stop)
{
    Pairing pairing(record, device, diagnostics);
    pairing.readHistory(stop);
    pairing.readEnd(segments);
    return pairing.finish(segments);
}

} // namespace stepscope::model

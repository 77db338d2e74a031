// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/allocator_sim.h"

#include "tests/support/units.h"

#include <fmt/format.h>

namespace stepscope::tests {
namespace {

using model::MemoryAction;

constexpr std::uint64_t kNowhere = 0;

std::uint64_t up(std::uint64_t size, std::uint64_t multiple)
{
    return (size + multiple - 1) / multiple * multiple;
}

bool sameGroup(const SimSegment& a, const SimSegment& b)
{
    return a.stream == b.stream && a.pool == b.pool && a.large == b.large;
}

bool whollyFree(const SimSegment& segment)
{
    return segment.blocks.size() == 1 && !segment.blocks.begin()->second.live;
}

} // namespace

AllocatorSim::AllocatorSim(const SimOptions& options)
    : m_options(options)
    , m_random(options.seed)
    , m_states(1)
{
}

void AllocatorSim::run(std::size_t entries)
{
    while (m_entries.size() < entries)
        act();
}

void AllocatorSim::act()
{
    const std::uint64_t dice = pick(100);
    const std::vector<Place> held = placesOf(false);
    const std::vector<Place> pending = placesOf(true);
    if (dice == 0)
        releaseCached();
    else if (dice < 4)
        unmapSome();
    else if (dice < 40 && !held.empty()) {
        const Place place = held[pick(held.size())];
        SimSegment& segment = m_now[place.segment];
        SimBlock& block = segment.blocks[place.block];
        block.pending = true;
        emit(MemoryAction::FreeRequested, place.block, block.requested, segment);
        if (pick(4) != 0)
            complete(place);
    } else if (dice < 50 && !pending.empty())
        complete(pending[pick(pending.size())]);
    else
        allocate();
}

std::vector<AllocatorSim::Place> AllocatorSim::placesOf(bool pending) const
{
    std::vector<Place> out;
    for (const auto& [address, segment] : m_now) {
        for (const auto& [at, block] : segment.blocks) {
            if (block.live && block.pending == pending)
                out.push_back({address, at});
        }
    }
    return out;
}

void AllocatorSim::emit(MemoryAction action, std::uint64_t address, std::uint64_t size, const SimSegment& of)
{
    m_entries.push_back({action, address, size, of.stream, of.pool});
    m_states.push_back(m_now);
}

std::uint64_t AllocatorSim::rounded(std::uint64_t requested) const
{
    if (m_options.divisions < 2 || requested <= 512 * m_options.divisions)
        return requested < 512 ? 512 : up(requested, 512);
    std::uint64_t power = 1;
    while (power * 2 <= requested)
        power *= 2;
    return up(requested, power / m_options.divisions);
}

bool AllocatorSim::splits(std::uint64_t rounded, std::uint64_t remainder) const
{
    if (rounded <= kMiB || m_options.expandable)
        return remainder >= 512;
    return (m_options.maxSplit == 0 || rounded < m_options.maxSplit) && remainder > kMiB;
}

AllocatorSim::Place AllocatorSim::bestFit(std::uint64_t rounded, const SimSegment& like) const
{
    Place best {kNowhere, 0};
    std::uint64_t bestSize = UINT64_MAX;
    const bool oversize = m_options.maxSplit != 0 && rounded >= m_options.maxSplit;
    for (const auto& [address, segment] : m_now) {
        if (!sameGroup(segment, like))
            continue;
        for (const auto& [at, block] : segment.blocks) {
            if (block.live || block.size < rounded || block.size >= bestSize)
                continue;
            const bool tooGood = m_options.maxSplit != 0
                && (oversize ? block.size >= rounded + 20 * kMiB : block.size >= m_options.maxSplit);
            if (tooGood)
                continue;
            best = {address, at};
            bestSize = block.size;
        }
    }
    return best;
}

void AllocatorSim::mergeFree(SimSegment& segment)
{
    for (auto at = segment.blocks.begin(); at != segment.blocks.end();) {
        const auto next = std::next(at);
        if (next == segment.blocks.end() || at->second.live || next->second.live) {
            at = next;
            continue;
        }
        at->second.size += next->second.size;
        segment.blocks.erase(next);
    }
}

AllocatorSim::Place AllocatorSim::map(std::uint64_t rounded, const SimSegment& like)
{
    // One range of addresses for each group, 1 TiB each; grows behind its last piece.
    const std::uint64_t base
        = (std::uint64_t {1} << 44U) + (((std::uint64_t {like.stream} * 8 + like.pool) * 2 + like.large) << 40U);
    auto last = m_now.upper_bound(base + (std::uint64_t {1} << 40U) - 1);
    const bool any = last != m_now.begin() && std::prev(last)->first >= base;
    if (any)
        --last;
    else
        last = m_now.emplace(base, like).first;
    SimSegment& segment = last->second;
    const std::uint64_t end = last->first + segment.size;
    const bool freeTail = !segment.blocks.empty() && !segment.blocks.rbegin()->second.live;
    const std::uint64_t have = freeTail ? segment.blocks.rbegin()->second.size : 0;
    const std::uint64_t size = up(rounded - have, like.large ? 20 * kMiB : 2 * kMiB);
    segment.blocks[end] = {size, 0, false, false};
    segment.size += size;
    mergeFree(segment);
    emit(MemoryAction::SegmentMap, end, size, segment);
    return {last->first, segment.blocks.rbegin()->first};
}

AllocatorSim::Place AllocatorSim::grow(std::uint64_t rounded, const SimSegment& like)
{
    if (m_options.expandable)
        return map(rounded, like);
    const std::uint64_t size = !like.large ? 2 * kMiB : rounded < 10 * kMiB ? 20 * kMiB : up(rounded, 2 * kMiB);
    const std::uint64_t address = m_nextSegment;
    m_nextSegment += size + (pick(2) == 0 ? 0 : 4 * kMiB); // often right behind another
    SimSegment segment = like;
    segment.size = size;
    segment.blocks[address] = {size, 0, false, false};
    m_now[address] = segment;
    emit(MemoryAction::SegmentAlloc, address, size, segment);
    return {address, address};
}

void AllocatorSim::allocate()
{
    const std::uint64_t kind = pick(10);
    const std::uint64_t requested = kind < 4 ? 1 + pick(kMiB) : kind < 8 ? 1 + pick(12 * kMiB) : 1 + pick(64 * kMiB);
    const std::uint64_t size = rounded(requested);
    SimSegment like;
    like.stream = static_cast<model::StreamIndex>(pick(m_options.streams));
    like.pool = static_cast<model::PoolIndex>(pick(m_options.pools));
    like.large = size > kMiB;
    Place place = bestFit(size, like);
    if (place.segment == kNowhere)
        place = grow(size, like);
    SimSegment& segment = m_now[place.segment];
    SimBlock& block = segment.blocks[place.block];
    if (splits(size, block.size - size)) {
        segment.blocks[place.block + size] = {block.size - size, 0, false, false};
        block.size = size;
    }
    block.live = true;
    block.requested = requested;
    emit(MemoryAction::Alloc, place.block, requested, segment);
}

void AllocatorSim::complete(Place place)
{
    SimSegment& segment = m_now[place.segment];
    SimBlock& block = segment.blocks[place.block];
    const std::uint64_t requested = block.requested;
    block = {block.size, 0, false, false};
    mergeFree(segment);
    emit(MemoryAction::FreeCompleted, place.block, requested, segment);
}

void AllocatorSim::releaseCached()
{
    for (auto at = m_now.begin(); at != m_now.end();) {
        if (!whollyFree(at->second)) {
            ++at;
            continue;
        }
        const SimSegment gone = at->second;
        const std::uint64_t address = at->first;
        at = m_now.erase(at);
        emit(m_options.expandable ? MemoryAction::SegmentUnmap : MemoryAction::SegmentFree, address, gone.size, gone);
    }
}

// Gives back the whole pages of one free block of an expandable segment.
void AllocatorSim::unmapSome()
{
    if (!m_options.expandable || m_now.empty())
        return;
    const auto at = std::next(m_now.begin(), static_cast<std::ptrdiff_t>(pick(m_now.size())));
    const std::uint64_t page = 2 * kMiB;
    for (const auto& [address, block] : at->second.blocks) {
        const std::uint64_t from = up(address, page);
        const std::uint64_t to = (address + block.size) / page * page;
        if (block.live || from >= to)
            continue;
        SimSegment low = at->second;
        SimSegment high = at->second;
        const std::uint64_t start = at->first;
        const std::uint64_t end = start + low.size;
        low.size = from - start;
        high.size = end - to;
        low.blocks.erase(low.blocks.upper_bound(address), low.blocks.end());
        high.blocks.erase(high.blocks.begin(), high.blocks.upper_bound(address));
        if (address + block.size > to)
            high.blocks[to] = {address + block.size - to, 0, false, false};
        low.blocks[address].size = from - address;
        if (from == address)
            low.blocks.erase(address);
        m_now.erase(at);
        if (low.size > 0)
            m_now[start] = low;
        if (high.size > 0)
            m_now[to] = high;
        emit(MemoryAction::SegmentUnmap, from, to - from, low);
        return;
    }
}

model::SnapshotRecord AllocatorSim::record(std::size_t cut) const
{
    model::SnapshotRecord out;
    out.streams = {0, 0x55aa00000000U};
    out.pools = {{0, 0}, {0, 7}};
    if (m_options.maxSplit != 0)
        out.settings.emplace_back("max_split_size", std::to_string(m_options.maxSplit));
    if (m_options.divisions != 0) {
        std::string table;
        for (int i = 0; i < 16; ++i)
            table += fmt::format("'{}': {}, ", 1 << i, m_options.divisions);
        out.settings.emplace_back("roundup_power2_divisions", table);
    }
    if (m_options.expandable)
        out.settings.emplace_back("expandable_segments", "True");
    model::DeviceRecord device;
    model::MemoryEntries& entries = device.entries;
    for (std::size_t i = cut; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        entries.action.push_back(entry.action);
        entries.address.push_back(entry.address);
        entries.size.push_back(entry.size);
        entries.timeUs.push_back(static_cast<std::int64_t>(i));
        entries.stack.push_back({});
        entries.stream.push_back(entry.stream);
        entries.pool.push_back(entry.pool);
    }
    out.devices.push_back(std::move(device));
    for (const auto& [address, segment] : m_now) {
        model::SegmentRecord record;
        record.address = address;
        record.size = segment.size;
        record.stream = segment.stream;
        record.pool = segment.pool;
        record.large = segment.large;
        record.expandable = m_options.expandable;
        for (const auto& [at, block] : segment.blocks) {
            const model::BlockState state = !block.live ? model::BlockState::Inactive
                : block.pending                         ? model::BlockState::PendingFree
                                                        : model::BlockState::Allocated;
            record.blocks.push_back({at, block.size, block.requested, state, {}});
        }
        out.segments.push_back(std::move(record));
    }
    return out;
}

} // namespace stepscope::tests

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/block_sizes.h"

#include "core/model/memory_spans.h"
#include "core/util/rank_set.h"

#include <algorithm>

namespace stepscope::model {
namespace {

// The state of one device's memory while its history is replayed: which addresses start a block, and which are the ends
// of reserved memory.
class Replay
{
public:
    Replay(const std::vector<SegmentSpan>& spans, const Column<std::uint64_t>& places);

    void setReserved(const SegmentSpan& span, bool reserved)
    {
        for (const std::uint64_t address : {span.address, span.address + span.size}) {
            const std::size_t rank = rankOf(address);
            // Mapped pieces that touch are one: a border both have is none.
            if (span.mapped)
                m_mapped[rank] ^= 1U;
            else
                m_borders[rank] += reserved ? 1 : -1;
            if (m_mapped[rank] != 0 || m_borders[rank] > 0)
                m_ends.insert(rank);
            else
                m_ends.erase(rank);
        }
    }
    void setLive(std::uint32_t place, bool live)
    {
        if (live)
            m_live.insert(m_rankOf[place]);
        else
            m_live.erase(m_rankOf[place]);
    }
    // Bytes from there to the next block or the end of reserved memory.
    [[nodiscard]] std::uint64_t room(std::uint32_t place) const
    {
        const std::size_t rank = m_rankOf[place];
        const std::size_t next = std::min(m_live.next(rank + 1), m_ends.next(rank + 1));
        return next == RankSet::kNone ? UINT64_MAX : m_addresses[next] - m_addresses[rank];
    }

private:
    static std::vector<std::uint64_t> sortedAddresses(
        const std::vector<SegmentSpan>& spans, const Column<std::uint64_t>& places);
    [[nodiscard]] std::size_t rankOf(std::uint64_t address) const
    {
        const auto at = std::lower_bound(m_addresses.begin(), m_addresses.end(), address);
        return static_cast<std::size_t>(at - m_addresses.begin());
    }

    std::vector<std::uint64_t> m_addresses; // all that matter, ascending
    std::vector<std::uint32_t> m_rankOf;    // by place
    RankSet m_live;
    RankSet m_ends;
    std::vector<std::uint8_t> m_mapped;
    std::vector<std::int32_t> m_borders;
};

std::vector<std::uint64_t> Replay::sortedAddresses(
    const std::vector<SegmentSpan>& spans, const Column<std::uint64_t>& places)
{
    std::vector<std::uint64_t> out(places.begin(), places.end());
    out.reserve(places.size() + spans.size() * 2);
    for (const SegmentSpan& span : spans) {
        out.push_back(span.address);
        out.push_back(span.address + span.size);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

Replay::Replay(const std::vector<SegmentSpan>& spans, const Column<std::uint64_t>& places)
    : m_addresses(sortedAddresses(spans, places))
    , m_rankOf(places.size())
    , m_live(m_addresses.size())
    , m_ends(m_addresses.size())
    , m_mapped(m_addresses.size())
    , m_borders(m_addresses.size())
{
    for (std::size_t place = 0; place < places.size(); ++place)
        m_rankOf[place] = static_cast<std::uint32_t>(rankOf(places[place]));
}

} // namespace

void replayBlockSizes(MemoryDevice& device, const Column<std::uint32_t>& place, const Column<std::uint64_t>& places,
    const AllocatorRules& rules, const StopCheck& stop)
{
    AllocationTable& table = device.allocations;
    const std::vector<SegmentSpan>& spans = device.spans;
    Replay replay(spans, places);
    const auto fill = [&](std::size_t id) {
        if (table.blockSize[id] == 0)
            table.blockSize[id] = rules.taken(table.size[id], replay.room(place[id]));
    };

    const std::vector<std::uint32_t> ending = spansByEnd(spans);
    std::size_t nextSpan = 0;
    std::size_t nextEnd = 0;
    for (; nextSpan < spans.size() && spans[nextSpan].from < 0; ++nextSpan)
        replay.setReserved(spans[nextSpan], true);
    std::size_t initial = 0;
    for (; initial < table.count() && table.born[initial] < 0; ++initial)
        replay.setLive(place[initial], true);
    for (std::size_t id = 0; id < initial; ++id)
        fill(id);

    for (std::int32_t i = 0; i < device.entryCount(); ++i) {
        stop.poll(static_cast<std::size_t>(i));
        for (; nextEnd < spans.size() && spans[ending[nextEnd]].to == i; ++nextEnd)
            replay.setReserved(spans[ending[nextEnd]], false);
        for (; nextSpan < spans.size() && spans[nextSpan].from == i; ++nextSpan)
            replay.setReserved(spans[nextSpan], true);
        const AllocId id = device.allocationOf[static_cast<std::size_t>(i)];
        if (!id.valid())
            continue;
        if (table.died[id.index()] == i)
            replay.setLive(place[id.index()], false);
        if (table.born[id.index()] != i)
            continue;
        fill(id.index());
        replay.setLive(place[id.index()], true);
    }
}

} // namespace stepscope::model

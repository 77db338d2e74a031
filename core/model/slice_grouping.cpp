// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/slice_grouping.h"

#include <algorithm>

namespace stepscope::model {
namespace {

GroupClass classOf(EventKind kind)
{
    switch (kind) {
    case EventKind::GpuAnnotation:
        return GroupClass::Annotation;
    case EventKind::Sync:
    case EventKind::DeviceMark:
        return GroupClass::Sync;
    default:
        return GroupClass::Nested;
    }
}

class Grouping
{
public:
    Grouping(AssemblyInput& input, const std::vector<PairedSlice>& paired, const TimeCheck& times, SiteTable& sites,
        Trace& trace)
        : m_input(input)
        , m_paired(paired)
        , m_times(times)
        , m_sites(sites)
        , m_trace(trace)
    {
    }

    GroupedSlices run()
    {
        assignGroups();
        assignRows();
        moveColumns();
        return std::move(m_out);
    }

private:
    [[nodiscard]] bool placed(std::int64_t start, std::int64_t dur, bool open) const
    {
        return !(!open && m_times.lost(start, dur)) && !m_times.outlier(start);
    }
    std::uint32_t groupIndex(TrackId track, GroupClass groupClass)
    {
        const std::uint32_t index = track.value * kGroupClasses + static_cast<std::uint32_t>(groupClass);
        if (index >= m_counts.size())
            m_counts.resize((std::size_t {track.value} + 1) * kGroupClasses);
        return index;
    }

    void assignGroups();
    void assignRows();
    void moveColumns();
    template <class T, class U, class Convert>
    void moveColumn(Column<T> RawSlices::*from, Column<U>& to, Convert convert);
    void moveTimes();
    void checkDuration(std::uint32_t row, std::int64_t start, std::int64_t raw, bool open);

    AssemblyInput& m_input;
    const std::vector<PairedSlice>& m_paired;
    const TimeCheck& m_times;
    SiteTable& m_sites;
    Trace& m_trace;
    GroupedSlices m_out;
    std::vector<std::uint32_t> m_counts; // per group index
};

// First pass: the group of each slice, kept where its row will stand.
void Grouping::assignGroups()
{
    std::size_t total = m_paired.size();
    for (const AssemblyChunk& chunk : m_input.chunks) {
        m_input.stop.poll();
        m_out.rawBase.push_back(static_cast<std::uint32_t>(total - m_paired.size()));
        total += chunk.range.slices.last - chunk.range.slices.first;
    }
    m_out.firstPaired = static_cast<std::uint32_t>(total - m_paired.size());
    m_out.rowOfRaw.resize(total);
    std::size_t at = 0;
    for (const AssemblyChunk& chunk : m_input.chunks) {
        m_input.stop.poll();
        const RawEvents& raw = *m_input.workers[chunk.worker];
        std::uint32_t record = chunk.range.deviceRecords.first;
        for (std::uint32_t i = chunk.range.slices.first; i < chunk.range.slices.last; ++i) {
            const ResolvedSite& site = m_sites.site(chunk.worker, raw.slices.site[i]);
            TrackId track = site.track;
            GroupClass groupClass = classOf(site.kind);
            if (isDeviceSide(site.kind)) {
                while (record < chunk.range.deviceRecords.last && raw.deviceRecords[record].slice < i)
                    ++record;
                const bool has = record < chunk.range.deviceRecords.last && raw.deviceRecords[record].slice == i;
                const std::int64_t stream = has ? raw.deviceRecords[record].stream : RawDeviceRecord::kUnknown;
                // Synchronisations belong to the stream they name; 4294967295 and -1 name none.
                if (groupClass == GroupClass::Sync && stream >= 0 && stream < 0xffffffffLL)
                    track = m_sites.streamTrack(chunk.worker, raw.slices.site[i], stream);
            }
            const bool open = (raw.slices.flags[i] & kRawNoDuration) != 0;
            if (!placed(raw.slices.start[i], raw.slices.dur[i], open))
                groupClass = GroupClass::Unplaced;
            const std::uint32_t group = groupIndex(track, groupClass);
            ++m_counts[group];
            m_out.rowOfRaw[at++] = group;
        }
    }
    for (const PairedSlice& slice : m_paired) {
        const EventKind kind = m_trace.categories[slice.category].kind;
        const bool async = m_trace.tracks[slice.track.index()].kind == TrackKind::Async;
        const GroupClass wanted = async ? GroupClass::Nested : classOf(kind);
        const std::uint32_t group
            = groupIndex(slice.track, m_times.outlier(slice.start) ? GroupClass::Unplaced : wanted);
        ++m_counts[group];
        m_out.rowOfRaw[at++] = group;
    }
}

// Second pass: counting sort, group index -> row.
void Grouping::assignRows()
{
    std::vector<std::uint32_t> next(m_counts.size());
    std::uint32_t row = 0;
    for (std::uint32_t g = 0; g < m_counts.size(); ++g) {
        next[g] = row;
        if (m_counts[g] == 0)
            continue;
        m_out.groups.push_back(
            {TrackId(g / kGroupClasses), static_cast<GroupClass>(g % kGroupClasses), row, row + m_counts[g]});
        row += m_counts[g];
    }
    for (std::size_t i = 0; i < m_out.rowOfRaw.size(); ++i) {
        m_input.stop.poll(i);
        std::uint32_t& entry = m_out.rowOfRaw[i];
        entry = next[entry]++;
    }
}

template <class T, class U, class Convert>
void Grouping::moveColumn(Column<T> RawSlices::*from, Column<U>& to, Convert convert)
{
    to.resize(m_out.rowOfRaw.size());
    std::size_t at = 0;
    for (const AssemblyChunk& chunk : m_input.chunks) {
        m_input.stop.poll();
        const Column<T>& column = m_input.workers[chunk.worker]->slices.*from;
        for (std::uint32_t i = chunk.range.slices.first; i < chunk.range.slices.last; ++i)
            to[m_out.rowOfRaw[at++]] = convert(chunk, column[i]);
    }
}

void Grouping::checkDuration(std::uint32_t row, std::int64_t start, std::int64_t raw, bool open)
{
    SliceTable& to = m_out.columns;
    std::uint8_t& flags = to.flags[row];
    std::int64_t& dur = to.dur[row];
    dur = raw;
    if (!open && m_times.lost(start, raw)) {
        flags |= kNoTime;
        return;
    }
    if (m_times.outlier(start))
        flags |= kOutlier;
    if (open) {
        flags |= kUnfinished;
        dur = kOpenDuration;
    } else if (raw < 0) {
        flags |= kNegative;
        dur = 0;
        m_out.rawDurations.emplace_back(row, raw);
    } else if (raw > kLongestDuration) {
        flags |= kNoDuration;
        dur = 0;
        m_out.rawDurations.emplace_back(row, raw);
    }
}

void Grouping::moveTimes()
{
    SliceTable& to = m_out.columns;
    const auto same = [](const AssemblyChunk&, auto value) { return value; };
    moveColumn(&RawSlices::start, to.start, same);
    for (auto& worker : m_input.workers)
        worker->slices.start.release();
    moveColumn(&RawSlices::flags, to.flags, [](const AssemblyChunk&, std::uint8_t raw) {
        return static_cast<std::uint8_t>((raw & kRawDamaged) != 0 ? kDamaged : 0);
    });
    to.dur.resize(m_out.rowOfRaw.size());
    std::size_t at = 0;
    for (const AssemblyChunk& chunk : m_input.chunks) {
        m_input.stop.poll();
        const RawSlices& raw = m_input.workers[chunk.worker]->slices;
        for (std::uint32_t i = chunk.range.slices.first; i < chunk.range.slices.last; ++i) {
            const std::uint32_t row = m_out.rowOfRaw[at++];
            checkDuration(row, to.start[row], raw.dur[i], (raw.flags[i] & kRawNoDuration) != 0);
        }
    }
    for (auto& worker : m_input.workers) {
        worker->slices.dur.release();
        worker->slices.flags.release();
    }
}

void Grouping::moveColumns()
{
    SliceTable& to = m_out.columns;
    moveTimes();
    moveColumn(&RawSlices::name, to.name,
        [&](const AssemblyChunk& chunk, NameId name) { return m_sites.name(chunk.worker, name); });
    for (auto& worker : m_input.workers)
        worker->slices.name.release();
    moveColumn(&RawSlices::site, to.category,
        [&](const AssemblyChunk& chunk, std::uint32_t site) { return m_sites.site(chunk.worker, site).category; });
    for (auto& worker : m_input.workers)
        worker->slices.site.release();
    moveColumn(&RawSlices::offset, to.offsetLow, [](const AssemblyChunk& chunk, std::uint32_t offset) {
        return static_cast<std::uint32_t>(chunk.range.textOffset + offset);
    });
    moveColumn(&RawSlices::offset, to.offsetHigh, [](const AssemblyChunk& chunk, std::uint32_t offset) {
        return static_cast<std::uint8_t>((chunk.range.textOffset + offset) >> 32U);
    });
    for (auto& worker : m_input.workers)
        worker->slices.offset.release();
    std::size_t at = m_out.firstPaired;
    for (const PairedSlice& slice : m_paired) {
        const std::uint32_t row = m_out.rowOfRaw[at++];
        to.start[row] = slice.start;
        to.flags[row] = static_cast<std::uint8_t>(kBeginEnd | (slice.damaged ? kDamaged : 0));
        checkDuration(row, slice.start, slice.end - slice.start, slice.unfinished);
        to.name[row] = slice.name;
        to.category[row] = slice.category;
        to.offsetLow[row] = static_cast<std::uint32_t>(slice.offset);
        to.offsetHigh[row] = static_cast<std::uint8_t>(slice.offset >> 32U);
    }
}

} // namespace

PlacedSlices placeSlices(GroupedSlices& grouped, const Column<SliceId>& finalOf, const StopCheck& stop)
{
    PlacedSlices placed;
    placed.rawBase = std::move(grouped.rawBase);
    placed.ofRaw.resize(grouped.rowOfRaw.size());
    for (std::size_t i = 0; i < placed.ofRaw.size(); ++i) {
        stop.poll(i);
        placed.ofRaw[i] = finalOf[grouped.rowOfRaw[i]];
    }
    grouped.rowOfRaw.release();
    return placed;
}

GroupedSlices groupSlices(AssemblyInput& input, const std::vector<PairedSlice>& paired, const TimeCheck& times,
    SiteTable& sites, Trace& trace)
{
    return Grouping(input, paired, times, sites, trace).run();
}

} // namespace stepscope::model

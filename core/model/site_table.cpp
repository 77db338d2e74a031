// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/site_table.h"

#include "core/util/json_text.h"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace stepscope::model {
namespace {

// Since 2026 the synchronisations of stream N are written on a row of their own, N + 1,000,000.
constexpr std::int64_t kSyncRowBase = 1'000'000;

// Number of the stream whose synchronisations are written on that row; -1 for those of the whole device, whose stream
// number is -1 or the same in 32 bits without a sign.
std::int64_t streamOfSyncRow(std::int64_t row)
{
    constexpr std::int64_t kAllStreams = 0xffffffffLL;
    if (row == kAllStreams || row == kSyncRowBase + kAllStreams || row == kSyncRowBase - 1)
        return -1;
    return row >= kSyncRowBase ? row - kSyncRowBase : row;
}

std::optional<std::int64_t> wholeNumber(const std::string& text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

TrackKind trackKindOf(EventKind kind, const std::string& pid, bool pidIsNumber)
{
    if (isDeviceSide(kind))
        return TrackKind::GpuStream;
    if (kind == EventKind::Overhead)
        return TrackKind::Overhead;
    const bool profilers = !pidIsNumber && (pid == "Spans" || pid == "Traces" || pid.empty());
    if (kind == EventKind::ProfilerSpan || (kind == EventKind::Other && profilers))
        return TrackKind::Profiler;
    return TrackKind::CpuThread;
}

} // namespace

SiteTable::SiteTable(const AssemblyInput& input, Trace& trace)
    : m_input(input)
    , m_trace(trace)
{
    for (const auto& worker : input.workers) {
        m_names.emplace_back(worker->strings.size());
        m_sites.emplace_back(worker->sites.size());
    }
}

NameId SiteTable::name(std::uint32_t worker, NameId local)
{
    NameId& known = m_names[worker][local.index()];
    if (!known.valid()) {
        const std::string_view text = m_input.workers[worker]->strings.view(local);
        known = text.find('\\') == std::string_view::npos ? m_trace.names.intern(text)
                                                          : m_trace.names.intern(unescapeJson(text));
    }
    return known;
}

std::uint16_t SiteTable::categoryFor(NameId name)
{
    const auto found = m_categories.find(name.value);
    if (found != m_categories.end())
        return found->second;
    // A file with more categories than the column can number has no categories worth the name: the rest share one.
    constexpr std::size_t kMost = 0xfffe;
    const auto id = static_cast<std::uint16_t>(std::min(m_trace.categories.size(), kMost));
    if (id < kMost)
        m_trace.categories.push_back({name, kindOfCategory(m_trace.names.view(name))});
    else if (m_trace.categories.size() == kMost)
        m_trace.categories.push_back({m_trace.names.intern("(other categories)"), EventKind::Other});
    m_categories.emplace(name.value, id);
    return id;
}

std::uint16_t SiteTable::category(std::uint32_t worker, std::uint32_t local)
{
    const ResolvedSite& known = m_sites[worker][local];
    return known.known ? known.category : categoryFor(name(worker, m_input.workers[worker]->sites[local].category));
}

ProcessId SiteTable::processFor(const std::string& pid, bool number)
{
    const auto [at, isNew] = m_processes.try_emplace({number, pid}, ProcessId(m_trace.processes.size()));
    if (isNew) {
        Process process;
        process.pid = pid;
        process.pidIsNumber = number;
        process.sortIndex = number ? wholeNumber(pid).value_or(INT64_MAX) : INT64_MAX;
        m_trace.processes.push_back(std::move(process));
    }
    return at->second;
}

TrackId SiteTable::trackFor(ProcessId process, TrackKind kind, const std::string& tid, bool number)
{
    const auto [at, isNew] = m_tracks.try_emplace({process.value, kind, number, tid}, TrackId(m_trace.tracks.size()));
    if (isNew) {
        Track track;
        track.kind = kind;
        track.process = process;
        track.tid = tid;
        track.tidIsNumber = number;
        track.sortIndex = number ? wholeNumber(tid).value_or(INT64_MAX) : INT64_MAX;
        m_trace.tracks.push_back(std::move(track));
    }
    return at->second;
}

TrackId SiteTable::findTrack(ProcessId process, TrackKind kind, const std::string& tid, bool tidIsNumber) const
{
    const auto found = m_tracks.find({process.value, kind, tidIsNumber, tid});
    return found == m_tracks.end() ? TrackId {} : found->second;
}

const ResolvedSite& SiteTable::site(std::uint32_t worker, std::uint32_t local)
{
    ResolvedSite& known = m_sites[worker][local];
    if (known.known)
        return known;
    const RawSite& raw = m_input.workers[worker]->sites[local];
    const std::string pid(m_trace.names.view(name(worker, raw.pid)));
    const std::string tid(m_trace.names.view(name(worker, raw.tid)));
    known.category = categoryFor(name(worker, raw.category));
    known.kind = m_trace.categories[known.category].kind;
    known.process = processFor(pid, raw.pidIsNumber);
    const TrackKind kind = trackKindOf(known.kind, pid, raw.pidIsNumber);
    const auto number = raw.tidIsNumber ? wholeNumber(tid) : std::nullopt;
    if (known.kind == EventKind::Sync && number)
        known.track = trackFor(known.process, kind, std::to_string(streamOfSyncRow(*number)), true);
    else
        known.track = trackFor(known.process, kind, tid, raw.tidIsNumber);
    known.known = true;
    return known;
}

ProcessId SiteTable::process(std::uint32_t worker, std::uint32_t local)
{
    if (m_sites[worker][local].known)
        return m_sites[worker][local].process;
    const RawSite& raw = m_input.workers[worker]->sites[local];
    return processFor(std::string(m_trace.names.view(name(worker, raw.pid))), raw.pidIsNumber);
}

std::uint64_t SiteTable::threadKey(std::uint32_t worker, std::uint32_t local)
{
    const NameId tid = name(worker, m_input.workers[worker]->sites[local].tid);
    return std::uint64_t {process(worker, local).value} << 32U | tid.value;
}

TrackId SiteTable::streamTrack(std::uint32_t worker, std::uint32_t local, std::int64_t stream)
{
    return trackFor(process(worker, local), TrackKind::GpuStream, std::to_string(stream), true);
}

TrackId SiteTable::asyncTrack(std::uint32_t worker, std::uint32_t local)
{
    const NameId category = name(worker, m_input.workers[worker]->sites[local].category);
    const std::string text(m_trace.names.view(category));
    return trackFor(process(worker, local), TrackKind::Async, text.empty() ? "async" : text, false);
}

void SiteTable::applyMetadata(const AssemblyInput& input)
{
    // Real files repeat the same few names a hundred thousand times: only the last of each worker's site and field
    // counts, and among workers the last in the file.
    struct Last
    {
        std::uint64_t order;
        std::uint32_t worker;
        RawMeta meta;
    };
    std::map<std::tuple<std::uint32_t, std::uint32_t, MetaField>, Last> last;
    std::uint64_t order = 0;
    std::vector<std::vector<bool>> seen; // [worker][site]
    seen.reserve(input.workers.size());
    for (const auto& worker : input.workers)
        seen.emplace_back(worker->sites.size());
    for (const AssemblyChunk& chunk : input.chunks) {
        for (std::uint32_t i = chunk.range.metas.first; i < chunk.range.metas.last; ++i) {
            const RawMeta& meta = input.workers[chunk.worker]->metas[i];
            // Processes that only metadata names are numbered by the first of them, whoever read it.
            if (!seen[chunk.worker][meta.site])
                process(chunk.worker, meta.site);
            seen[chunk.worker][meta.site] = true;
            last.insert_or_assign({chunk.worker, meta.site, meta.field}, Last {order++, chunk.worker, meta});
        }
    }
    std::vector<Last> inOrder;
    inOrder.reserve(last.size());
    for (const auto& entry : last)
        inOrder.push_back(entry.second);
    std::sort(inOrder.begin(), inOrder.end(), [](const Last& a, const Last& b) { return a.order < b.order; });
    for (const Last& entry : inOrder)
        applyMeta(entry.worker, entry.meta);
    nameTracks();
}

void SiteTable::applyMeta(std::uint32_t worker, const RawMeta& meta)
{
    const ProcessId id = process(worker, meta.site);
    const std::string text(m_trace.names.view(name(worker, meta.text)));
    Process& process = m_trace.processes[id.index()];
    switch (meta.field) {
    case MetaField::ProcessName:
        process.name = text;
        return;
    case MetaField::ProcessLabels:
        process.labels = text;
        return;
    case MetaField::ProcessSortIndex:
        process.sortIndex = meta.number;
        return;
    case MetaField::ThreadName:
    case MetaField::ThreadSortIndex:
        break;
    }
    const RawSite& raw = m_input.workers[worker]->sites[meta.site];
    const std::string tid(m_trace.names.view(name(worker, raw.tid)));
    for (const TrackKind kind :
        {TrackKind::CpuThread, TrackKind::GpuStream, TrackKind::Overhead, TrackKind::Profiler}) {
        const TrackId track = findTrack(id, kind, tid, raw.tidIsNumber);
        if (track.valid() && meta.field == MetaField::ThreadName)
            m_trace.tracks[track.index()].name = text;
        else if (track.valid())
            m_trace.tracks[track.index()].sortIndex = meta.number;
    }
}

void SiteTable::nameTracks()
{
    for (Track& track : m_trace.tracks) {
        while (!track.name.empty() && track.name.back() == ' ')
            track.name.pop_back(); // kineto writes "stream 7 "
        if (track.kind == TrackKind::GpuStream) {
            // The writers of 2021 made "stream 7" the thread id itself.
            constexpr std::string_view kStream = "stream ";
            const bool named = track.tid.substr(0, kStream.size()) == kStream;
            if (track.stream < 0)
                track.stream = wholeNumber(named ? track.tid.substr(kStream.size()) : track.tid).value_or(-1);
            if (track.name.empty())
                track.name = track.tidIsNumber ? "stream " + track.tid : track.tid;
        } else if (track.name.empty()) {
            track.name = track.tidIsNumber ? "thread " + track.tid : track.tid;
        }
    }
}

} // namespace stepscope::model

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Resolves what raw events say in worker-local ids (names, sites) to the trace's names, categories, processes and
// tracks, creating them at first use. Called in file order, so that all ids follow the file. One thread. Expected O(1)
// a call.

#include "core/model/assembler.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stepscope::model {

struct ResolvedSite
{
    TrackId track;
    ProcessId process;
    std::uint16_t category = 0;
    EventKind kind = EventKind::Other;
    bool known = false;
};

class SiteTable
{
public:
    SiteTable(const AssemblyInput& input, Trace& trace);

    NameId name(std::uint32_t worker, NameId local);
    // The track of an event of this site: a CPU thread's, a GPU stream's or one of the profiler's own, by its category.
    const ResolvedSite& site(std::uint32_t worker, std::uint32_t local);
    // Process of a site, without making a track for it.
    ProcessId process(std::uint32_t worker, std::uint32_t local);
    // GPU stream `stream` of the process of this site: where synchronisation records belong, whatever row they are on.
    TrackId streamTrack(std::uint32_t worker, std::uint32_t local, std::int64_t stream);
    // Tells threads apart as B and E events do: by pid and tid alone, whatever their categories say.
    std::uint64_t threadKey(std::uint32_t worker, std::uint32_t local);
    // Track for the asynchronous spans of this site's process and category.
    TrackId asyncTrack(std::uint32_t worker, std::uint32_t local);
    std::uint16_t category(std::uint32_t worker, std::uint32_t local);
    // An existing track, or an invalid id.
    [[nodiscard]] TrackId findTrack(ProcessId process, TrackKind kind, const std::string& tid, bool tidIsNumber) const;

    // Names and order of processes and threads, from metadata events; then default names for those without.
    void applyMetadata(const AssemblyInput& input);

private:
    struct TrackKey
    {
        std::uint32_t process;
        TrackKind kind;
        bool tidIsNumber;
        std::string tid;
        friend auto operator<=>(const TrackKey&, const TrackKey&) = default;
    };
    ProcessId processFor(const std::string& pid, bool number);
    TrackId trackFor(ProcessId process, TrackKind kind, const std::string& tid, bool number);
    std::uint16_t categoryFor(NameId name);
    void applyMeta(std::uint32_t worker, const RawMeta& meta);
    void nameTracks();

    const AssemblyInput& m_input;
    Trace& m_trace;
    std::vector<std::vector<NameId>> m_names;       // [worker][local]
    std::vector<std::vector<ResolvedSite>> m_sites; // [worker][local]
    std::map<std::pair<bool, std::string>, ProcessId> m_processes;
    std::map<TrackKey, TrackId> m_tracks;
    std::map<std::uint32_t, std::uint16_t> m_categories; // by name
};

} // namespace stepscope::model

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/row_match.h"

#include "core/analysis/step_names.h"
#include "core/analysis/work_classes.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace stepscope::compare {
namespace {

using model::Trace;
using model::TrackKind;

constexpr std::string_view kBackward = "autograd::engine::evaluate_function";

// What the slices of a track say about its part.
struct Signs
{
    std::int64_t firstUse = std::numeric_limits<std::int64_t>::max();
    std::uint64_t communication = 0; // pieces of GPU work
    std::uint64_t backward = 0;      // slices
    std::uint64_t steps = 0;
};

std::vector<Signs> signsOf(const Trace& trace)
{
    const std::vector<bool> isStep = analysis::stepNames(trace);
    std::vector<bool> isBackward(trace.names.size());
    for (std::size_t i = 0; i < trace.names.size(); ++i)
        isBackward[i] = trace.names.view(NameId(i)).substr(0, kBackward.size()) == kBackward;
    analysis::WorkClasses classes(trace);
    std::vector<Signs> signs(trace.tracks.size());
    for (const model::Lane& lane : trace.lanes) {
        Signs& of = signs[lane.track.index()];
        if (lane.section == model::LaneSection::Unplaced)
            continue;
        if (lane.first < lane.last)
            of.firstUse = std::min(of.firstUse, trace.slices.start[lane.first.index()]);
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
            const std::size_t name = trace.slices.name[i].index();
            of.backward += isBackward[name] ? 1 : 0;
            of.steps += isStep[name] ? 1 : 0;
            if (lane.firstGpuWork.valid() && classes.of(SliceId(i)) == analysis::WorkClass::Communication)
                ++of.communication;
        }
    }
    return signs;
}

std::string withoutDigits(std::string_view name)
{
    std::string out;
    for (const char c : name) {
        if (c < '0' || c > '9')
            out += c;
    }
    return out;
}

bool namedAfterLoader(std::string_view name)
{
    return name.find("DataLoader") != std::string_view::npos || name.find("dataloader") != std::string_view::npos
        || name.find("pin_memory") != std::string_view::npos;
}

// Rank of a device among those of the trace.
class Devices
{
public:
    explicit Devices(const Trace& trace)
    {
        for (const model::Track& track : trace.tracks) {
            if (track.kind == TrackKind::GpuStream)
                m_devices.insert({track.device, track.process});
        }
    }
    [[nodiscard]] std::size_t rankOf(const model::Track& track) const
    {
        return static_cast<std::size_t>(
            std::distance(m_devices.begin(), m_devices.find({track.device, track.process})));
    }

private:
    std::set<std::pair<std::int32_t, ProcessId>> m_devices;
};

TrackId mainThread(const Trace& trace, const std::vector<Signs>& signs)
{
    TrackId best;
    for (std::size_t i = 0; i < trace.tracks.size(); ++i) {
        const model::Track& track = trace.tracks[i];
        if (track.kind != TrackKind::CpuThread || signs[i].backward > 0 || track.slices == 0
            || namedAfterLoader(track.name))
            continue;
        const auto weight = [&](std::size_t at) {
            return std::tuple(signs[at].steps, trace.tracks[at].launches, trace.tracks[at].slices);
        };
        if (!best.valid() || weight(i) > weight(best.index()))
            best = TrackId(i);
    }
    return best;
}

std::string threadRole(const model::Track& track, const Signs& signs, bool main)
{
    if (main)
        return "thread main";
    if (signs.backward > 0)
        return "thread backward";
    if (namedAfterLoader(track.name))
        return "thread loader";
    return "thread " + withoutDigits(track.name);
}

std::string roleOf(const model::Track& track, const Signs& signs, const Devices& devices, bool main)
{
    switch (track.kind) {
    case TrackKind::GpuStream:
        return fmt::format(
            "GPU {} {}", devices.rankOf(track), signs.communication * 2 > track.gpuWork ? "communication" : "compute");
    case TrackKind::CpuThread:
        return threadRole(track, signs, main);
    case TrackKind::Async:
        return "async " + withoutDigits(track.name);
    case TrackKind::Overhead:
        return "overhead " + withoutDigits(track.name);
    case TrackKind::Profiler:
        break;
    }
    return "profiler " + withoutDigits(track.name);
}

std::vector<std::string> rolesOf(const Trace& trace, const std::vector<Signs>& signs)
{
    const Devices devices(trace);
    const TrackId main = mainThread(trace, signs);
    std::vector<std::string> roles;
    for (std::size_t i = 0; i < trace.tracks.size(); ++i)
        roles.push_back(roleOf(trace.tracks[i], signs[i], devices, TrackId(i) == main));
    return roles;
}

// Rows of one part, in order of first use.
using Parts = std::map<std::string, std::vector<TrackId>>;

Parts partsOf(const Trace& trace)
{
    const std::vector<Signs> signs = signsOf(trace);
    const std::vector<std::string> roles = rolesOf(trace, signs);
    Parts parts;
    for (std::size_t i = 0; i < roles.size(); ++i)
        parts[roles[i]].emplace_back(i);
    for (auto& [role, tracks] : parts) {
        std::stable_sort(tracks.begin(), tracks.end(),
            [&](TrackId a, TrackId b) { return signs[a.index()].firstUse < signs[b.index()].firstUse; });
    }
    return parts;
}

} // namespace

std::vector<std::string> rowRoles(const Trace& trace)
{
    return rolesOf(trace, signsOf(trace));
}

RowMatch matchRows(const Trace& before, const Trace& after)
{
    const Parts own = partsOf(before);
    Parts others = partsOf(after);
    RowMatch match;
    for (const auto& [role, tracks] : own) {
        std::vector<TrackId>& partners = others[role];
        for (std::size_t i = 0; i < tracks.size(); ++i) {
            if (i < partners.size())
                match.pairs.push_back({tracks[i], partners[i]});
            else
                match.onlyBefore.push_back(tracks[i]);
        }
        partners.erase(
            partners.begin(), partners.begin() + static_cast<std::ptrdiff_t>(std::min(tracks.size(), partners.size())));
    }
    for (const auto& [role, tracks] : others)
        match.onlyAfter.insert(match.onlyAfter.end(), tracks.begin(), tracks.end());
    std::sort(match.pairs.begin(), match.pairs.end(), [](RowPair a, RowPair b) { return a.before < b.before; });
    std::sort(match.onlyBefore.begin(), match.onlyBefore.end());
    std::sort(match.onlyAfter.begin(), match.onlyAfter.end());
    return match;
}

} // namespace stepscope::compare

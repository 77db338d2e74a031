// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/row_roles.h"

#include "core/analysis/step_names.h"
#include "core/analysis/work_classes.h"

#include <fmt/format.h>
#include <iterator>
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

} // namespace

std::vector<std::string> rowRoles(const Trace& trace)
{
    const std::vector<Signs> signs = signsOf(trace);
    const Devices devices(trace);
    const TrackId main = mainThread(trace, signs);
    std::vector<std::string> roles;
    roles.reserve(trace.tracks.size());
    for (std::size_t i = 0; i < trace.tracks.size(); ++i)
        roles.push_back(roleOf(trace.tracks[i], signs[i], devices, TrackId(i) == main));
    return roles;
}

} // namespace stepscope::compare

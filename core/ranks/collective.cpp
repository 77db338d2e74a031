// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/collective.h"

#include "core/analysis/findings/wording.h"
#include "core/analysis/sums.h"
#include "core/analysis/work_classes.h"
#include "core/ranks/collective_names.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace stepscope::ranks {
namespace {

struct Launched
{
    std::int64_t time = 0;
    Collective collective;
    std::size_t device = 0; // index into GpuUse::devices
};

bool betweenTwo(const std::string& name)
{
    // Without a word from the operator around it, a kernel that sends and receives may be any of them.
    return name.starts_with("send") || name.starts_with("recv");
}

std::vector<Launched> launchedOnes(const model::Trace& trace, const analysis::TraceFigures& figures)
{
    std::vector<Launched> out;
    analysis::WorkClasses classes(trace);
    CollectiveNames names(trace);
    std::map<std::uint32_t, std::size_t> deviceOfTrack;
    for (std::size_t d = 0; d < figures.gpu.devices.size(); ++d) {
        for (const analysis::StreamUse& stream : figures.gpu.devices[d].streams)
            deviceOfTrack[stream.track.value] = d;
    }
    for (std::size_t work = 0; work < trace.gpuWork.size(); ++work) {
        const SliceId kernel = trace.gpuWork.slice[work];
        if (classes.of(kernel) != analysis::WorkClass::Communication || !trace.slices.placed(kernel))
            continue;
        const auto device = deviceOfTrack.find(trace.trackOf(kernel).value);
        if (device == deviceOfTrack.end())
            continue;
        const SliceId launch = trace.gpuWork.launch[work];
        CollectiveName name = names.of(kernel, launch);
        if (betweenTwo(name.name))
            continue;
        Launched one;
        one.device = device->second;
        one.collective.kernel = kernel;
        one.collective.span = {trace.slices.start[kernel.index()], trace.slices.end(kernel)};
        one.time = launch.valid() && trace.slices.placed(launch) ? trace.slices.start[launch.index()]
                                                                 : one.collective.span.start;
        one.collective.name = std::move(name.name);
        one.collective.group = std::move(name.group);
        one.collective.sequence = name.sequence;
        one.collective.elements = name.elements;
        one.collective.type = std::move(name.type);
        const std::uint32_t step = figures.stepIndex.stepOfWork[work];
        if (step != analysis::StepIndex::kNone)
            one.collective.step = figures.stepIndex.steps[step].number;
        out.push_back(std::move(one));
    }
    std::sort(out.begin(), out.end(), [](const Launched& a, const Launched& b) {
        return std::tie(a.time, a.collective.span.start, a.collective.kernel)
            < std::tie(b.time, b.collective.span.start, b.collective.kernel);
    });
    return out;
}

// A collective of several kernels arrives with the first and ends with the last of them.
void joinSameNumber(std::vector<Launched>& all)
{
    std::map<std::tuple<std::string, std::string, std::int64_t>, std::size_t> seen;
    std::vector<Launched> out;
    for (Launched& one : all) {
        if (one.collective.sequence) {
            const auto [at, isNew]
                = seen.try_emplace({one.collective.group, one.collective.name, *one.collective.sequence}, out.size());
            if (!isNew) {
                Interval& span = out[at->second].collective.span;
                span.start = std::min(span.start, one.collective.span.start);
                span.end = std::max(span.end, one.collective.span.end);
                continue;
            }
        }
        out.push_back(std::move(one));
    }
    all = std::move(out);
}

// What each device did when, ready to be asked for any stretch.
class Meanwhiles
{
public:
    Meanwhiles(const model::Trace& trace, const analysis::TraceFigures& figures)
        : m_trace(trace)
        , m_figures(figures)
        , m_parts(figures.gpu.devices.size())
    {
        const analysis::GapCauses& causes = figures.idle.causes;
        for (const analysis::DeviceGap& gap : causes.gaps) {
            std::span<const analysis::GapPart>& parts = m_parts[gap.device];
            const analysis::GapPart* first = parts.empty() ? causes.parts.data() + gap.firstPart : parts.data();
            parts = {first, causes.parts.data() + gap.lastPart};
        }
    }

    [[nodiscard]] Meanwhile in(std::size_t device, Interval span) const
    {
        Meanwhile out;
        if (span.end <= span.start)
            return out;
        out.lengthNs = span.length();
        out.computeNs = overlapLength(m_figures.gpu.devices[device].compute, span);
        const std::span<const analysis::GapPart> parts = m_parts[device];
        auto part = std::partition_point(
            parts.begin(), parts.end(), [span](const analysis::GapPart& p) { return p.span.end <= span.start; });
        std::map<std::pair<std::uint32_t, analysis::IdleCause>, std::int64_t> byActivity;
        for (; part != parts.end() && part->span.start < span.end; ++part) {
            const std::int64_t length = analysis::cut(span, part->span.start, part->span.end).length();
            analysis::addTo(out.idle[static_cast<std::size_t>(part->cause)], length);
            // A launch on its way tells nothing about what the thread was busy with.
            if (part->activity.valid() && part->cause != analysis::IdleCause::LaunchLatency)
                analysis::addTo(byActivity[{m_trace.slices.name[part->activity.index()].value, part->cause}], length);
        }
        const auto most = std::max_element(
            byActivity.begin(), byActivity.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        if (most != byActivity.end()) {
            out.activity = analysis::shortName(m_trace.names.view(NameId(most->first.first)));
            out.activityCause = most->first.second;
            out.activityNs = most->second;
        }
        return out;
    }

private:
    const model::Trace& m_trace;
    const analysis::TraceFigures& m_figures;
    std::vector<std::span<const analysis::GapPart>> m_parts; // by device, in time order
};

} // namespace

bool endsTogether(const std::string& name)
{
    std::string plain = name;
    std::erase(plain, '_');
    constexpr std::array<std::string_view, 5> kKinds {"allreduce", "allgather", "reducescatter", "alltoall", "barrier"};
    return std::any_of(kKinds.begin(), kKinds.end(),
        [&plain](std::string_view kind) { return plain.find(kind) != std::string::npos; });
}

std::vector<Collective> readCollectives(const model::Trace& trace, const analysis::TraceFigures& figures)
{
    std::vector<Launched> launched = launchedOnes(trace, figures);
    joinSameNumber(launched);
    const Meanwhiles meanwhiles(trace, figures);
    std::map<std::size_t, std::int64_t> lastEnd; // by device
    std::vector<Collective> out;
    out.reserve(launched.size());
    for (Launched& one : launched) {
        const auto [last, isFirst] = lastEnd.try_emplace(one.device, figures.gpu.devices[one.device].window.start);
        one.collective.before = meanwhiles.in(one.device, {last->second, one.collective.span.start});
        last->second = std::max(last->second, one.collective.span.end);
        out.push_back(std::move(one.collective));
    }
    return out;
}

} // namespace stepscope::ranks

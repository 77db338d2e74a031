// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/python_lines.h"

#include "core/analysis/python_frames.h"
#include "core/analysis/recorded_stack.h"
#include "core/analysis/step_names.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

constexpr int kMostRead = 8;          // events around a slice; operators nest, annotations around them say less
constexpr std::size_t kMostVain = 64; // then the trace has no stacks in its arguments

bool liesInside(const model::Trace& trace, SliceId inner, SliceId outer)
{
    const std::int64_t a = trace.slices.start[inner.index()];
    const std::int64_t b = trace.slices.start[outer.index()];
    return a > b || (a == b && trace.slices.end(inner) <= trace.slices.end(outer));
}

bool hasFrames(const model::Trace& trace)
{
    return std::any_of(trace.categories.begin(), trace.categories.end(),
        [](const model::Category& category) { return category.kind == model::EventKind::PythonFunction; });
}

std::string usersOf(const std::vector<std::string>& stack)
{
    const auto user = std::find_if(stack.begin(), stack.end(), isUserFrame);
    return user != stack.end() ? *user : stack.empty() ? std::string() : stack.front();
}

} // namespace

SliceId innermostAt(const model::Trace& trace, TrackId track, std::int64_t time)
{
    SliceId innermost;
    if (track.index() >= trace.tracks.size())
        return innermost;
    const model::Track& owner = trace.tracks[track.index()];
    for (std::uint32_t l = owner.firstLane.value; l < owner.lastLane.value; ++l) {
        const model::Lane& lane = trace.lanes[l];
        if (lane.section == model::LaneSection::Unplaced)
            continue;
        const SliceId found = trace.firstEndingAfter(lane, time);
        if (found == lane.last || trace.slices.start[found.index()] > time)
            continue;
        if (!innermost.valid() || liesInside(trace, found, innermost))
            innermost = found;
    }
    return innermost;
}

std::vector<std::string> recordedStackAround(const model::Trace& trace, SliceId slice)
{
    if (!trace.args || hasFrames(trace))
        return {};
    SliceId at = slice;
    for (int i = 0; i < kMostRead && at.valid(); ++i, at = trace.slices.parent[at.index()]) {
        if (stepNumber(trace.nameOf(at)))
            return {}; // its stack tells who began it, not where the program is
        const Expected<model::ArgValue> event = trace.args->eventAt(trace.slices.offset(at));
        std::vector<std::string> stack = event ? recordedStack(*event) : std::vector<std::string>();
        if (!stack.empty())
            return stack;
    }
    return {};
}

std::string pythonLineOf(const model::Trace& trace, SliceId slice)
{
    if (!slice.valid())
        return {};
    const bool isFrame = trace.kindOf(slice) == model::EventKind::PythonFunction;
    const NameId around = pythonAround(trace, slice);
    if (isFrame && (!around.valid() || isUserFrame(trace.nameOf(slice))))
        return std::string(trace.nameOf(slice));
    return around.valid() ? std::string(trace.names.view(around)) : usersOf(recordedStackAround(trace, slice));
}

std::string pythonLineOf(const model::Trace& trace, const GapPart& part)
{
    return pythonLineOf(trace, innermostAt(trace, part.thread, part.span.start + part.span.length() / 2));
}

std::string pythonLineOf(const model::Trace& trace, const GapCauses& causes, const DeviceGap& gap)
{
    const GapPart* part = causes.mainPart(gap);
    return part != nullptr ? pythonLineOf(trace, *part) : std::string();
}

std::string PythonLines::of(SliceId slice)
{
    if (!slice.valid())
        return {};
    const SliceId parent = m_trace.slices.parent[slice.index()];
    const bool isCall = model::isApiCall(m_trace.kindOf(slice)); // has no stack of its own
    const SliceId outer = isCall && parent.valid() ? parent : slice;
    const auto known = m_byOuter.find(outer);
    if (known != m_byOuter.end())
        return known->second;
    const NameId around = pythonAround(m_trace, slice);
    if (around.valid() || (!m_any && m_vain >= kMostVain))
        return around.valid() ? std::string(m_trace.names.view(around)) : std::string();
    std::string line = usersOf(recordedStackAround(m_trace, slice));
    m_any = m_any || !line.empty();
    ++m_vain;
    return m_byOuter.emplace(outer, std::move(line)).first->second;
}

} // namespace stepscope::analysis

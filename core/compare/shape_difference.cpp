// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/shape_difference.h"

#include "core/analysis/input_dims.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace stepscope::compare {
namespace {

// What is read at a glance: without arguments that have no shape at the end, and not too long.
std::string readable(std::string shapes)
{
    constexpr std::string_view kNone = ", []]";
    constexpr std::size_t kLong = 60;
    while (shapes.size() > kNone.size() && shapes.compare(shapes.size() - kNone.size(), kNone.size(), kNone) == 0)
        shapes.replace(shapes.size() - kNone.size(), kNone.size(), "]");
    if (shapes.size() > kLong)
        shapes = shapes.substr(0, shapes.find_last_of(' ', kLong)) + " …";
    return shapes;
}

// Calls of one operator by the text of their shapes.
using Calls = std::map<std::string, std::uint64_t>;
using CallsOf = std::map<std::string, Calls>; // by operator

CallsOf callsOf(const model::Trace& trace)
{
    struct Site
    {
        std::uint32_t name;
        std::uint32_t dims;
        bool operator==(const Site&) const = default;
    };
    struct Hash
    {
        std::size_t operator()(const Site& site) const
        {
            return std::hash<std::uint64_t> {}((std::uint64_t {site.name} << 32U) | site.dims);
        }
    };
    std::unordered_map<Site, std::uint64_t, Hash> counts;
    for (std::size_t i = 0; i < trace.slices.size(); ++i) {
        const NameId dims = trace.shapes.dimsOf(SliceId(i));
        if (dims.valid())
            ++counts[{
                static_cast<std::uint32_t>(trace.slices.name[i].index()), static_cast<std::uint32_t>(dims.index())}];
    }
    CallsOf calls;
    for (const auto& [site, count] : counts)
        calls[std::string(trace.names.view(NameId(site.name)))]
             [analysis::shapesText(trace.names.view(NameId(site.dims)))]
            += count;
    return calls;
}

struct Lone
{
    std::uint64_t calls = 0; // whose shapes the other run has not
    std::string shapes;      // the most frequent of them
};

Lone loneCalls(const Calls& own, const Calls& other)
{
    Lone lone;
    std::uint64_t most = 0;
    for (const auto& [shapes, count] : own) {
        if (other.contains(shapes))
            continue;
        lone.calls += count;
        if (count > most) {
            most = count;
            lone.shapes = shapes;
        }
    }
    return lone;
}

// Operators by GPU time of their own in the second run: whose shapes tell most.
std::map<std::string, std::int64_t> deviceTimes(const Run& run)
{
    std::map<std::string, std::int64_t> times;
    for (const analysis::OperatorRow& row : run.figures->operators)
        times[std::string(run.trace->names.view(row.name))] = row.deviceSelfNs;
    return times;
}

} // namespace

std::optional<ShapeDifference> shapeDifference(const std::array<Run, 2>& runs)
{
    if (!runs[0].trace->shapes.recorded() || !runs[1].trace->shapes.recorded())
        return std::nullopt;
    const std::array<CallsOf, 2> calls {callsOf(*runs[0].trace), callsOf(*runs[1].trace)};
    const std::map<std::string, std::int64_t> times = deviceTimes(runs[1]);
    std::array<std::uint64_t, 2> lone {};
    std::array<std::uint64_t, 2> all {};
    ShapeDifference out;
    std::pair<bool, std::int64_t> best {false, -1}; // both runs have shapes to show; GPU time
    for (const auto& [op, before] : calls[0]) {
        const auto after = calls[1].find(op);
        if (after == calls[1].end())
            continue;
        const std::array<const Calls*, 2> both {&before, &after->second};
        std::array<Lone, 2> alone;
        for (std::size_t side = 0; side < 2; ++side) {
            for (const auto& [shapes, count] : *both[side])
                all[side] += count;
            alone[side] = loneCalls(*both[side], *both[1 - side]);
            lone[side] += alone[side].calls;
        }
        const auto time = times.find(op);
        const std::pair weight(
            alone[0].calls > 0 && alone[1].calls > 0, time == times.end() ? std::int64_t {0} : time->second);
        if ((alone[0].calls > 0 || alone[1].calls > 0) && weight > best) {
            best = weight;
            out.op = op;
            out.shapes = {readable(alone[0].shapes), readable(alone[1].shapes)};
        }
    }
    for (std::size_t side = 0; side < 2; ++side) {
        if (all[side] > 0)
            out.share = std::max(out.share, static_cast<double>(lone[side]) / static_cast<double>(all[side]));
    }
    if (out.op.empty())
        return std::nullopt;
    return out;
}

} // namespace stepscope::compare

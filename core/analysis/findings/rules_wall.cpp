// SPDX-License-Identifier: GPL-3.0-or-later
// wall.short_kernels: many short kernels in a row, with the GPU waiting for the next launch between them. A wall costs
// its whole extent; one that keeps the GPU busy (kBusyWall) is no finding. The idle time inside is claimed.
#include "core/analysis/findings/rules.h"

#include "core/util/time.h"

#include <fmt/format.h>
#include <map>

namespace stepscope::analysis {
namespace {

constexpr double kBusyWall = 0.75;                  // GPU busy share from which launches keep up
constexpr double kElementwise = 0.5;                // of the kernels: fusion candidates
using WallOf = std::map<std::int64_t, const Wall*>; // by start

double share(std::int64_t part, const Wall& wall)
{
    return wall.span.length() > 0 ? static_cast<double>(part) / static_cast<double>(wall.span.length()) : 0;
}

std::string operatorsOf(const Study& study, const Wall& wall)
{
    std::string names;
    for (const NameId op : wall.topOps)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", study.trace.names.view(op));
    return names;
}

// Of a step that pays: "in a row", "in about 11 walls".
std::string whereText(std::size_t walls, std::size_t units)
{
    const std::size_t each = (walls + units / 2) / units;
    if (each <= 1)
        return "in a row";
    return fmt::format("in {}{} walls", walls % units != 0 ? "about " : "", each);
}

void describe(const Study& study, const WallOf& wallOf, const Group& group, Finding& finding)
{
    std::uint64_t kernels = 0;
    std::uint64_t shortOnes = 0;
    for (const Item& item : group.items) {
        kernels += wallOf.at(item.span.start)->kernels;
        shortOnes += wallOf.at(item.span.start)->shortKernels;
    }
    const std::size_t units = group.units.size();
    const Wall& worst = *wallOf.at(group.items.front().span.start);
    const std::string ops = operatorsOf(study, worst);
    const double busy = share(worst.busyNs, worst);
    const bool tiny = study.trace.wholeMicroseconds && worst.medianNs == 0;
    finding.headline
        = fmt::format("{} short kernels {} (median {}, GPU busy {}) take {}{}{}", formatCount(shortOnes / units),
            whereText(group.items.size(), units), tiny ? "under 1 µs" : formatDuration(worst.medianNs),
            wholePercent(busy), study.amount(group), ops.empty() ? "" : ": ", ops);
    if (worst.elementwiseShare >= kElementwise)
        finding.advice.emplace_back("fuse the element-wise operators: torch.compile, or a fused implementation");
    if (ops.find("_foreach") == std::string::npos && ops.find("ptimizer") != std::string::npos)
        finding.advice.emplace_back("use the fused or foreach implementation of the optimizer (fused=True)");
    finding.advice.emplace_back("launch them together: CUDA graphs or torch.compile(mode=\"reduce-overhead\")");
    finding.metrics = {{"kernels", static_cast<std::int64_t>(kernels / units)}, {"median_ns", worst.medianNs},
        {"gpu_busy_share", busy}, {"launch_bound_share", share(worst.launchBoundNs, worst)},
        {"elementwise_share", worst.elementwiseShare}};
    for (Evidence& evidence : finding.evidence)
        evidence.name = fmt::format("{} kernels", wallOf.at(evidence.span.start)->kernels);
}

} // namespace

void judgeWalls(Study& study)
{
    WallOf wallOf;
    std::vector<Item> items;
    std::vector<std::vector<Interval>> extents(study.figures.gpu.devices.size());
    for (const Wall& wall : study.figures.walls) {
        const bool dense = share(wall.busyNs, wall) >= kBusyWall;
        if (dense || !wallOf.try_emplace(wall.span.start, &wall).second)
            continue;
        extents[wall.device].push_back(wall.span);
        study.addItems({0, wall.device, 0, wall.span, wall.stream, SliceId(), 0}, {wall.span}, items);
    }
    for (std::size_t d = 0; d < extents.size(); ++d)
        (void)study.ledger.claim(d, makeSet(std::move(extents[d])));
    study.conclude("wall.short_kernels", std::move(items), kLeastShare,
        [&](const Group& group, Finding& finding) { describe(study, wallOf, group, finding); });
}

} // namespace stepscope::analysis

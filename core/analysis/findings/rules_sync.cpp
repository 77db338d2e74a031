// SPDX-License-Identifier: GPL-3.0-or-later
// sync.in_step: something makes the CPU wait for the GPU, and the GPU then idles until the CPU has launched work again.
// The cost of a marker is the idle time between the call's start and the start of the first work launched after it,
//   - in gaps that end with work launched after the call began: work that was queued before waits for something else
//   - no more than the call blocked for: without it the CPU would have been no further ahead
//   - as far as no other rule, and no call before, has claimed it (an idle DataLoader after a harmless sync is the
//     DataLoader's)
// A sync that costs nothing is no finding, wherever it stands. O((gaps + syncs) log gaps).
#include "core/analysis/findings/rules.h"

#include "core/analysis/python_lines.h"
#include "core/analysis/sums.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace stepscope::analysis {
namespace {

struct Caused
{
    const SyncMarker* marker;
    std::uint32_t device;
    Interval idle;        // from the call to the work after it
    std::int64_t blocked; // ns, of all calls that wait for that work
    IntervalSet costs;
};
struct Piece // of a gap that nobody has claimed
{
    Interval span;
    std::int64_t launched; // when the work that ends the gap was
};
using MarkerOf = std::map<SliceId, const SyncMarker*>; // by the slice that stands for the marker

// Calls that wait one after the other for the same next work caused the same idle time: the longest answers for it.
std::vector<Caused> causedIdle(const Study& study)
{
    std::map<SliceId, Caused> byWork;
    for (const SyncMarker& marker : study.figures.syncs) {
        if (!marker.workAfter.valid() || marker.idleAfterNs.value_or(0) <= 0)
            continue;
        const std::uint32_t device = study.deviceIndexOf(marker.workAfter);
        const std::int64_t next = study.trace.slices.start[marker.workAfter.index()];
        if (device == Study::kNoDevice || next <= marker.start())
            continue;
        const auto [at, added]
            = byWork.try_emplace(marker.workAfter, Caused {&marker, device, {marker.start(), next}, 0, {}});
        Caused& one = at->second;
        addTo(one.blocked, marker.blockedNs());
        one.idle.start = std::min(one.idle.start, marker.start());
        if (!added && marker.blockedNs() > one.marker->blockedNs())
            one.marker = &marker;
    }
    std::vector<Caused> out;
    out.reserve(byWork.size());
    for (const auto& [work, caused] : byWork)
        out.push_back(caused);
    return out;
}

// Ascending in time; pieces of one device do not overlap.
std::vector<Piece> unclaimedPieces(const Study& study, std::uint32_t device)
{
    std::vector<Piece> pieces;
    const IntervalSet& free = study.ledger.unclaimed(device);
    auto at = free.begin();
    for (const DeviceGap& gap : study.causes().gaps) {
        if (gap.device != device || !gap.launch.valid())
            continue;
        while (at != free.end() && at->end <= gap.span.start)
            ++at;
        for (auto in = at; in != free.end() && in->start < gap.span.end; ++in)
            pieces.push_back({cut(gap.span, in->start, in->end), study.trace.slices.start[gap.launch.index()]});
    }
    return pieces;
}

// What one call costs of the pieces from `from` on. Returns where the next call may begin.
std::int64_t takeCosts(const std::vector<Piece>& pieces, std::int64_t from, Caused& one)
{
    std::int64_t left = one.blocked;
    std::int64_t covered = from;
    const std::int64_t start = std::max(one.idle.start, from);
    auto at = std::partition_point(
        pieces.begin(), pieces.end(), [start](const Piece& piece) { return piece.span.end <= start; });
    for (; at != pieces.end() && at->span.start < one.idle.end && left > 0; ++at) {
        if (at->launched <= one.marker->start())
            continue;
        Interval part = cut({start, one.idle.end}, at->span.start, at->span.end);
        if (part.length() > left)
            part.end = part.start + left;
        left -= part.length();
        covered = part.end;
        one.costs.push_back(part);
    }
    return covered;
}

void shareOut(Study& study, std::vector<Caused>& caused)
{
    std::stable_sort(caused.begin(), caused.end(), [](const Caused& a, const Caused& b) {
        return a.device != b.device ? a.device < b.device : a.idle.start < b.idle.start;
    });
    for (auto first = caused.begin(); first != caused.end();) {
        const std::uint32_t device = first->device;
        const std::vector<Piece> pieces = unclaimedPieces(study, device);
        std::int64_t from = first->idle.start;
        std::vector<Interval> all;
        for (; first != caused.end() && first->device == device; ++first) {
            from = takeCosts(pieces, from, *first);
            all.insert(all.end(), first->costs.begin(), first->costs.end());
        }
        (void)study.ledger.claim(device, makeSet(std::move(all)));
    }
}

Interval longestGapIn(const std::vector<Interval>& gaps, Interval span)
{
    Interval longest;
    auto at
        = std::partition_point(gaps.begin(), gaps.end(), [&](const Interval& gap) { return gap.end <= span.start; });
    for (; at != gaps.end() && at->start < span.end; ++at) {
        if (at->length() > longest.length())
            longest = *at;
    }
    return longest;
}

// The idle stretch behind a call, beside the call itself: both are worth a look.
void addIdleEvidence(const Study& study, const MarkerOf& markerOf, const Group& group, Finding& finding)
{
    std::vector<Evidence> both;
    for (std::size_t i = 0; i < finding.evidence.size() && both.size() + 1 < Finding::kMaxEvidence; ++i) {
        const Item& item = group.items[i];
        const SyncMarker& marker = *markerOf.at(item.slice);
        Evidence call = finding.evidence[i];
        call.row = marker.track;
        call.span = {marker.start(), marker.end()};
        both.push_back(std::move(call));
        const Interval gap = longestGapIn(study.figures.gpu.devices[item.device].gaps, item.span);
        both.push_back({finding.evidence[i].device, TrackId(), gap, "idle after the call", SliceId()});
    }
    finding.evidence = std::move(both);
}

// What the user called: the outermost operator around the call ("aten::item" rather than "aten::_local_scalar_dense"),
// else the call itself.
std::string_view culprit(const model::Trace& trace, const SyncMarker& marker)
{
    SliceId outermost = marker.slice;
    for (SliceId id = trace.slices.parent[marker.slice.index()]; id.valid(); id = trace.slices.parent[id.index()]) {
        const bool builtIn = trace.kindOf(id) == model::EventKind::CpuOp && trace.nameOf(id).substr(0, 6) == "aten::";
        if (builtIn)
            outermost = id;
        else if (trace.kindOf(id) != model::EventKind::PythonFunction && outermost != marker.slice)
            break;
    }
    return trace.nameOf(outermost);
}

std::string subject(const Study& study, const MarkerOf& markerOf, const Group& group)
{
    const std::string_view worst = culprit(study.trace, *markerOf.at(group.items.front().slice));
    const auto same = static_cast<std::size_t>(std::count_if(group.items.begin(), group.items.end(),
        [&](const Item& item) { return culprit(study.trace, *markerOf.at(item.slice)) == worst; }));
    if (group.items.size() == 1)
        return fmt::format("{} makes", worst);
    if (same == group.items.size())
        return fmt::format("{} ({} times) makes", worst, formatCount(same));
    const std::size_t others = group.items.size() - 1;
    return fmt::format("{} and {} other call{} make", worst, formatCount(others), others == 1 ? "" : "s");
}

void describe(const Study& study, const MarkerOf& markerOf, const Group& group, Finding& finding)
{
    const SyncMarker& worst = *markerOf.at(group.items.front().slice);
    finding.headline = fmt::format(
        "{} the CPU wait for the GPU, which then idles for {}", subject(study, markerOf, group), study.amount(group));
    const std::string python = pythonLineOf(study.trace, worst.slice);
    if (!python.empty())
        finding.headline += fmt::format(": {}", shortName(python));
    finding.advice = {"keep losses and metrics on the GPU and read them once in many steps",
        "avoid .item(), .cpu(), print and boolean indexing of CUDA tensors inside the step"};
    std::int64_t blocked = 0;
    for (const Item& item : group.items)
        blocked += markerOf.at(item.slice)->blockedNs();
    finding.metrics = {{"blocked_ns", blocked}, {"call", std::string(study.trace.nameOf(worst.slice))}};
    if (worst.op.valid())
        finding.metrics.emplace_back("op", std::string(study.trace.names.view(worst.op)));
    if (!python.empty())
        finding.metrics.emplace_back("python", python);
    addIdleEvidence(study, markerOf, group, finding);
}

} // namespace

void judgeSyncs(Study& study)
{
    std::vector<Caused> caused = causedIdle(study);
    shareOut(study, caused);
    MarkerOf markerOf;
    std::vector<Item> items;
    for (const Caused& one : caused) {
        markerOf[one.marker->slice] = one.marker;
        study.addItems({0, one.device, 0, one.idle, TrackId(), one.marker->slice, 0}, one.costs, items);
    }
    study.conclude("sync.in_step", std::move(items), kLeastShare,
        [&](const Group& group, Finding& finding) { describe(study, markerOf, group, finding); });
}

} // namespace stepscope::analysis

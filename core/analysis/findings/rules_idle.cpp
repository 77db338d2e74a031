// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/data_loading.h"
#include "core/analysis/findings/compiled_work.h"
#include "core/analysis/findings/memory_calls.h"
#include "core/analysis/findings/rules.h"

#include "core/analysis/sums.h"
#include "core/analysis/thread_activity.h"
#include "core/util/time.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace stepscope::analysis {
namespace {

constexpr double kMostOfIt = 0.5; // of a finding's cost: one name stands for all of it
constexpr double kIdleWorthNaming = 0.1;
constexpr std::int64_t kLateStart = 1'000'000; // ns: no launch takes that long on its way

struct Words
{
    IdleCause cause;
    const char* says; // what follows "GPU 0 waits 85 ms (37 %) of ProfilerStep#12"
    bool named;       // whether the activity's name follows
    std::array<const char*, 3> advice;
};

constexpr std::array<Words, 7> kWords {{
    {IdleCause::Input, "for training data", true,
        {"raise num_workers and prefetch_factor of the DataLoader, and keep persistent_workers=True",
            "move decoding and augmentation out of the loop: to the workers, to the GPU, or ahead of training",
            "copy batches with pin_memory=True and non_blocking=True while the step before still runs"}},
    {IdleCause::HostDispatch, "for the CPU to launch more work", true,
        {"use torch.compile or CUDA graphs so that fewer launches are needed",
            "keep Python work such as logging and metrics out of the step",
            "raise the batch size: each kernel then hides more of the CPU's work"}},
    {IdleCause::Sync, "while the CPU sits in a blocking call", true,
        {"remove synchronize(), .item() and .cpu() from the step, or do them once in many steps", nullptr, nullptr}},
    {IdleCause::Dependency, "for work of another stream", false,
        {"check wait_stream() and event waits between the streams: work that could overlap runs one after the other",
            nullptr, nullptr}},
    {IdleCause::CommWait, "for communication", true,
        {"start collectives earlier or in smaller buckets so that compute hides them", nullptr, nullptr}},
    {IdleCause::LaunchLatency, "between launches and the start of their kernels", false,
        {"launch fewer and larger kernels: fused operators, torch.compile, CUDA graphs", nullptr, nullptr}},
    {IdleCause::Unexplained, "and nothing in the file says why", false, {nullptr, nullptr, nullptr}},
}};

constexpr std::size_t kLaunchLatency = 5; // in kWords
constexpr std::size_t kUnexplained = 6;
static_assert(kWords[kLaunchLatency].cause == IdleCause::LaunchLatency);
static_assert(kWords[kUnexplained].cause == IdleCause::Unexplained);

std::string ruleOf(IdleCause cause)
{
    return fmt::format("idle.{}", idleCauseName(cause));
}

// One item for each gap and unit: what the gap's parts of this cause cost there, named after the longest of them. Its
// place is the gap, or where these parts lie in one that is there for another reason.
void addGap(
    const Study& study, const DeviceGap& gap, IdleCause cause, const IntervalSet& granted, std::vector<Item>& items)
{
    forEachUnit(study.units, gap.span, [&](std::uint32_t unit, Interval inUnit) {
        Item item {unit, gap.device, 0, {gap.span.end, gap.span.start}, TrackId(), SliceId(), 0};
        if (gap.cause == cause)
            item.span = gap.span;
        std::int64_t longest = 0;
        for (const GapPart& part : study.causes().partsOf(gap)) {
            if (part.cause != cause || !overlaps(inUnit, part.span.start, part.span.end))
                continue;
            const std::int64_t cost = overlapLength(granted, cut(inUnit, part.span.start, part.span.end));
            item.cost += cost;
            item.span = {std::min(item.span.start, part.span.start), std::max(item.span.end, part.span.end)};
            if (cost > longest) {
                longest = cost;
                item.slice = part.activity;
            }
        }
        if (item.cost > 0)
            items.push_back(item);
    });
}

std::vector<Item> itemsOf(const Study& study, IdleCause cause, const std::vector<IntervalSet>& granted)
{
    std::vector<Item> items;
    for (const DeviceGap& gap : study.causes().gaps)
        addGap(study, gap, cause, granted[gap.device], items);
    return items;
}

std::vector<IntervalSet> claimCause(Study& study, IdleCause cause)
{
    const GapCauses& causes = study.causes();
    std::vector<IntervalSet> wanted(study.figures.gpu.devices.size());
    for (const DeviceGap& gap : causes.gaps) {
        for (const GapPart& part : causes.partsOf(gap)) {
            IntervalSet& of = wanted[gap.device];
            if (part.cause != cause)
                continue;
            if (!of.empty() && of.back().end == part.span.start)
                of.back().end = part.span.end;
            else
                of.push_back(part.span);
        }
    }
    std::vector<IntervalSet> granted;
    for (std::size_t d = 0; d < wanted.size(); ++d)
        granted.push_back(study.ledger.claim(d, wanted[d]));
    return granted;
}

bool isDataLoader(std::string_view name)
{
    return name.substr(0, 21) == "enumerate(DataLoader)";
}

// What the loader was doing, as far as this file knows.
void addInputDetail(const Study& study, const Group& group, Finding& finding)
{
    const SliceId span = group.items.front().slice;
    if (!span.valid())
        return;
    const InputDetail detail = inputDetail(study.trace, span);
    if (detail.hottest.valid()) {
        const std::string name(study.trace.names.view(detail.hottest));
        if (!detail.mostlyUnrecorded)
            finding.headline += fmt::format(", mostly in {}", shortName(name));
        finding.metrics = {{"hottest", name}, {"hottest_ns", detail.selfNs}};
    }
    if (const std::string note = inputNote(detail); !note.empty())
        finding.metrics.emplace_back("note", note);
}

// Where the launch itself takes the time it is the driver that works; between the nodes of a graph nothing is launched.
void addLaunchDetail(const Study& study, const Group& group, Finding& finding)
{
    const SliceId launch = group.items.front().slice;
    if (!launch.valid())
        return;
    const std::string_view name = study.trace.nameOf(launch);
    const std::int64_t length = study.trace.slices.dur[launch.index()];
    if (name.find("GraphLaunch") != std::string_view::npos)
        finding.headline += ", or between the kernels of a graph";
    else if (length >= kLateStart && length * 2 >= group.items.front().cost)
        finding.headline += fmt::format(
            "; one {} alone takes {}, as when the driver loads a kernel at first use", name, formatDuration(length));
    else if (group.items.size() > 1)
        finding.headline += fmt::format("; {} before each of {} kernels",
            formatDuration(group.cost / static_cast<std::int64_t>(group.items.size())),
            formatCount(group.items.size()));
    finding.metrics = {{"launch", std::string(name)}, {"launch_ns", length}};
}

// What the CPU did meanwhile: one name where it stands for most of the time.
std::string namedAfter(const Study::Costliest& most)
{
    if (most.name.empty())
        return {};
    if (isDataLoader(most.name))
        return " of the DataLoader";
    if (most.part >= kMostOfIt)
        return fmt::format(": {}", shortName(most.name));
    if (most.unnamed >= kMostOfIt)
        return ", and no operator stands out";
    if (most.part >= kIdleWorthNaming)
        return fmt::format(", most often in {} ({} of it)", shortName(most.name), wholePercent(most.part));
    return fmt::format(", in many operators such as {}", shortName(most.name));
}

// The time that parts of the cause take in the steps of a group and that counts for other rules, ns.
std::int64_t countedElsewhere(
    const Study& study, IdleCause cause, const std::vector<IntervalSet>& granted, const Group& group)
{
    std::int64_t sum = 0;
    for (const std::uint32_t unit : group.units) {
        const Interval span = study.units[unit].span;
        addTo(sum, causesWithin(study.causes(), span)[static_cast<std::size_t>(cause)]);
        for (const IntervalSet& of : granted)
            sum -= overlapLength(of, span);
    }
    return std::max<std::int64_t>(0, sum);
}

// Tables of steps show all of it.
void addElsewhere(const Study& study, std::int64_t elsewhere, const Group& group, Finding& finding)
{
    constexpr double kWorthSaying = 0.1; // of what the finding costs
    if (static_cast<double>(elsewhere) < kWorthSaying * static_cast<double>(group.cost))
        return;
    const bool perStep = group.units.size() > 1 && !study.isRange();
    const auto units = perStep ? static_cast<std::int64_t>(group.units.size()) : 1;
    finding.headline += fmt::format(
        "; {} more{} of that kind count elsewhere", formatDuration(elsewhere / units), perStep ? " a step" : "");
    finding.metrics.emplace_back("counted_elsewhere_ns", elsewhere);
}

// A kernel that starts long after a short launch waits for something that no record tells of.
bool startsLate(const Study& study, const Item& item)
{
    if (item.cost < kLateStart || !item.slice.valid())
        return false;
    const bool isGraph = study.trace.nameOf(item.slice).find("GraphLaunch") != std::string_view::npos;
    return !isGraph && study.trace.slices.dur[item.slice.index()] < item.cost / 2;
}

// Most of the unexplained idle time ends with work whose launch is in the file.
bool launchedInTime(const Study& study, const Group& group)
{
    std::int64_t launched = 0;
    std::int64_t other = 0;
    for (const Item& item : group.items)
        addTo(launched, startsLate(study, item) ? item.cost : 0);
    for (const DeviceGap& gap : study.causes().gaps) {
        for (const GapPart& part : study.causes().partsOf(gap)) {
            if (part.cause == IdleCause::Unexplained)
                addTo(gap.launch.valid() ? launched : other, part.span.length());
        }
    }
    return launched > other;
}

std::vector<std::string> unexplainedAdvice(const Study& study, bool queued)
{
    if (study.figures.operators.empty())
        return {"record CPU activities too: activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]"};
    if (queued)
        return {"look outside this file: other ranks that come late, other processes on the GPU, copies of the host"};
    return {"the launches of this work are not in the file: let the profiler warm up before it records "
            "(schedule(wait=1, warmup=2, active=3)), and do not cut events out of the trace"};
}

void describe(const Study& study, const Words& words, const Group& group, Finding& finding)
{
    const Study::Costliest most = words.named ? study.costliest(group) : Study::Costliest();
    const bool queued = words.cause == IdleCause::Unexplained && launchedInTime(study, group);
    finding.headline = fmt::format("{} {} {}", study.gpusThat(group, "wait"), study.amount(group),
        queued ? "for work that was launched in time: what it waits for is not in the file" : words.says);
    finding.headline += namedAfter(most);
    if (words.cause == IdleCause::LaunchLatency)
        addLaunchDetail(study, group, finding);
    if (words.cause == IdleCause::Input)
        addInputDetail(study, group, finding);
    if (words.cause == IdleCause::Unexplained)
        finding.advice = unexplainedAdvice(study, queued);
    for (const char* line : words.advice) {
        if (line != nullptr)
            finding.advice.emplace_back(line);
    }
    if (words.cause == IdleCause::HostDispatch && hasCompiledWork(study.trace, study.figures))
        finding.advice.front() = "launch what is compiled as CUDA graphs, torch.compile(mode=\"reduce-overhead\"), and "
                                 "look for graph breaks: TORCH_LOGS=graph_breaks";
}

void judge(Study& study, const Words& words, std::vector<Item> items, const std::vector<IntervalSet>& granted)
{
    study.conclude(ruleOf(words.cause), std::move(items), kLeastShare, [&](const Group& group, Finding& finding) {
        describe(study, words, group, finding);
        if (words.cause == IdleCause::HostDispatch)
            addMemoryCalls(study, granted, group, finding);
        addElsewhere(study, countedElsewhere(study, words.cause, granted, group), group, finding);
    });
}

void judge(Study& study, const Words& words)
{
    const std::vector<IntervalSet> granted = claimCause(study, words.cause);
    judge(study, words, itemsOf(study, words.cause, granted), granted);
}

} // namespace

void judgeInput(Study& study)
{
    judge(study, kWords[0]);
}

// What the threads of the training steps spend on data: of their CPU spans, since there is no GPU that could idle.
void judgeHostInput(Study& study)
{
    const SliceMeanings meanings(study.trace);
    std::map<TrackId, ThreadActivity> threads;
    std::vector<Item> items;
    for (std::uint32_t unit = 0; unit < study.units.size(); ++unit) {
        const StepFigures& step = study.figures.steps.steps[study.units[unit].step];
        const TrackId thread = study.trace.trackOf(step.span.slice);
        const auto [at, isNew] = threads.try_emplace(thread, study.trace, meanings, thread);
        std::vector<ActivityPiece> pieces;
        at->second.split(study.units[unit].span, pieces);
        for (const ActivityPiece& piece : pieces) {
            if (piece.cause == IdleCause::Input)
                items.push_back({unit, 0, piece.span.length(), piece.span, thread, piece.activity, 0});
        }
    }
    study.conclude("host.input", std::move(items), kLeastShare, [&](const Group& group, Finding& finding) {
        finding.headline = fmt::format(
            "The CPU spends {} on training data{}", study.amount(group), namedAfter(study.costliest(group)));
        addInputDetail(study, group, finding);
        finding.advice.assign(kWords[0].advice.begin(), kWords[0].advice.begin() + 2);
    });
}

void judgeOtherIdle(Study& study)
{
    for (std::size_t i = 1; i < kLaunchLatency; ++i)
        judge(study, kWords[i]);
    // What a late kernel waits for is unexplained, whatever the gap is called.
    const std::vector<IntervalSet> latencies = claimCause(study, IdleCause::LaunchLatency);
    std::vector<Item> soon = itemsOf(study, IdleCause::LaunchLatency, latencies);
    const auto late
        = std::stable_partition(soon.begin(), soon.end(), [&](const Item& item) { return !startsLate(study, item); });
    std::vector<Item> unexplained(late, soon.end());
    soon.erase(late, soon.end());
    judge(study, kWords[kLaunchLatency], std::move(soon), latencies);

    const std::vector<IntervalSet> rest = claimCause(study, IdleCause::Unexplained);
    const std::vector<Item> items = itemsOf(study, IdleCause::Unexplained, rest);
    unexplained.insert(unexplained.end(), items.begin(), items.end());
    judge(study, kWords[kUnexplained], std::move(unexplained), rest);
}

} // namespace stepscope::analysis

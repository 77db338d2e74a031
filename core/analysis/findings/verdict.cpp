// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings/verdict.h"

#include "core/analysis/findings/study.h"
#include "core/analysis/missing.h"
#include "core/analysis/producer.h"
#include "core/util/time.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kBucketCount = 8;
constexpr double kThinNs = 1e6; // a recording shorter than that is never called healthy

struct RuleBucket
{
    const char* rule;
    Bucket bucket;
};
constexpr std::array<RuleBucket, 17> kBuckets {{
    {"idle.input", Bucket::InputPipeline},
    {"copy.pageable", Bucket::InputPipeline},
    {"idle.host_dispatch", Bucket::HostLaunch},
    {"idle.sync", Bucket::HostLaunch},
    {"idle.launch_latency", Bucket::HostLaunch},
    {"idle.dependency", Bucket::HostLaunch},
    {"sync.in_step", Bucket::HostLaunch},
    {"copy.device_to_host", Bucket::HostLaunch},
    {"wall.short_kernels", Bucket::HostLaunch},
    {"host.overhead", Bucket::HostLaunch},
    {"host.recompile", Bucket::HostLaunch},
    {"idle.comm_wait", Bucket::Communication},
    {"comm.exposed", Bucket::Communication},
    {"kernel.low_efficiency", Bucket::KernelEfficiency},
    {"kernel.shapes", Bucket::KernelEfficiency},
    {"step.throttled", Bucket::KernelEfficiency},
    {"idle.unexplained", Bucket::CannotTell},
}};

std::optional<Bucket> bucketOf(std::string_view rule)
{
    const auto* at
        = std::find_if(kBuckets.begin(), kBuckets.end(), [&](const RuleBucket& r) { return r.rule == rule; });
    return at == kBuckets.end() ? std::nullopt : std::optional(at->bucket);
}

struct Cost
{
    double ns = 0;
    double share = 0;
};

struct Total
{
    double length = 0; // of the representative units × devices
    double busy = 0;
};

Total totalOf(const Study& study)
{
    Total total;
    total.length = study.representativeGpuTime();
    for (const Unit& unit : study.units) {
        if (!unit.representative)
            continue;
        for (const DeviceUse& device : study.figures.gpu.devices)
            total.busy += static_cast<double>(busyWithin(device, unit.span));
    }
    return total;
}

// The finding of the bucket that costs most in all.
std::optional<std::size_t> costliest(const Study& study, Bucket bucket)
{
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < study.findings.size(); ++i) {
        if (bucketOf(study.findings[i].rule) == bucket
            && (!best || study.findings[i].totalNs > study.findings[*best].totalNs))
            best = i;
    }
    return best;
}

// " The recording has 8.4 ms without GPU work before or after that."
std::string outsideSentence(const Study& study)
{
    const std::int64_t outside = study.outsideNs();
    return outside == 0
        ? std::string()
        : fmt::format(" The recording has {} without GPU work before or after that.", formatDuration(outside));
}

// " One step stands out: …": what hardly counts among many steps may be why the file was recorded.
std::string exception(const Study& study)
{
    const Finding* worst = nullptr;
    for (const Finding& finding : study.findings) {
        const bool isOfFew = !finding.steps.empty() && finding.steps.size() * 4 <= study.units.size();
        if (isOfFew && finding.severity == Severity::High && finding.rule != "step.warm_up"
            && (worst == nullptr || finding.totalNs > worst->totalNs))
            worst = &finding;
    }
    return worst == nullptr
        ? std::string()
        : fmt::format(
            " {}: {}.", worst->steps.size() == 1 ? "One step stands out" : "A few steps stand out", worst->headline);
}

std::string healthySentence(const Study& study, double busy)
{
    return fmt::format("Healthy: the GPU is busy for {} of {}, and no single cause costs {}.{}{}", wholePercent(busy),
        study.over(), wholePercent(kWorthSaying), outsideSentence(study), exception(study));
}

std::string unknownSentence(const Study& study, double busy)
{
    return fmt::format("Cannot tell: the GPU is idle for {} of {}, and no single cause costs {}.{}",
        wholePercent(1 - busy), study.over(), wholePercent(kWorthSaying), outsideSentence(study));
}

std::string tooLittleSentence(const Study& study, double busyNs)
{
    return fmt::format("Too little to judge: {} of GPU work, {} in all.",
        study.pieces == 1 ? std::string("one piece") : formatCount(study.pieces) + " pieces",
        formatDuration(static_cast<std::int64_t>(busyNs)));
}

std::string whoIdles(const Study& study)
{
    const std::vector<DeviceUse>& devices = study.figures.gpu.devices;
    return devices.size() == 1 ? fmt::format("GPU {} sits idle", devices.front().device) : "The GPUs sit idle";
}

// The part of the representative units in which devices idled for causes of the bucket. Costs of rules are more: the
// GPU works now and then in a wall of short kernels.
double idleShare(const Study& study, Bucket bucket)
{
    double idle = 0;
    for (const Unit& unit : study.units) {
        if (!unit.representative)
            continue;
        const CauseTotals totals = causesWithin(study.causes(), unit.span);
        for (std::size_t i = 0; i < totals.size(); ++i) {
            if (bucketOf(fmt::format("idle.{}", idleCauseName(static_cast<IdleCause>(i)))) == bucket)
                idle += static_cast<double>(totals[i]);
        }
    }
    return std::min(1.0, idle / study.representativeGpuTime());
}

// "GPU 0 sits idle for 38 % of 15 steps, waiting for training data"
std::string phraseOf(const Study& study, Bucket bucket, std::string_view rule, double share)
{
    const std::string part = fmt::format("{} of {}", wholePercent(share), study.over());
    const double idles = idleShare(study, bucket);
    const std::string idlePart = fmt::format("{} of {}", wholePercent(idles), study.over());
    const bool idle = idles >= kWorthSaying && (rule.substr(0, 5) == "idle." || rule == "sync.in_step");
    switch (bucket) {
    case Bucket::InputPipeline:
        return idle ? fmt::format("{} for {}, waiting for training data", whoIdles(study), idlePart)
                    : fmt::format("{} goes to copies from pageable host memory", part);
    case Bucket::Communication:
        return fmt::format("{} goes to communication that no compute hides", part);
    case Bucket::KernelEfficiency:
        return fmt::format("{} goes to kernels that leave most of the GPU's arithmetic unused", part);
    case Bucket::CannotTell:
        return fmt::format("{} for {}, and nothing in the file says why", whoIdles(study), part);
    default:
        break;
    }
    return idle ? fmt::format("{} for {}, waiting for the CPU", whoIdles(study), idlePart)
                : fmt::format("The CPU holds the GPU up for {}", part);
}

// What a headline adds to the phrase before it: it does not say again who waits, or what is not hidden.
std::string addition(const Finding& finding)
{
    const std::string_view headline = finding.headline;
    for (const std::string_view verb : {" waits ", " wait ", " hidden behind compute for "}) {
        const std::size_t at = headline.find(verb);
        const bool leads = at != std::string_view::npos && headline.substr(0, at).find(',') == std::string_view::npos;
        if (leads && (finding.rule.substr(0, 5) == "idle." || finding.rule == "comm.exposed"))
            return fmt::format("The largest part: {}", headline.substr(at + verb.size()));
    }
    return finding.headline;
}

// The whole in a phrase, and the finding that costs most of it; the finding alone where it is nearly all.
std::string sentenceOf(const Study& study, Bucket bucket, const Finding& finding, const Cost& whole)
{
    constexpr double kNearlyAll = 0.9;
    if (wholePercent(whole.share) == wholePercent(finding.share)
        || static_cast<double>(finding.totalNs) >= kNearlyAll * whole.ns)
        return finding.headline + ".";
    return fmt::format("{}. {}.", phraseOf(study, bucket, finding.rule, whole.share), addition(finding));
}

// Another bucket that is worth saying too.
std::string nextSentence(const std::array<double, kBucketCount>& cost, Bucket told, double length)
{
    constexpr std::array<const char*, kBucketCount> kNames {
        "the input pipeline", "the CPU", "inefficient kernels", "communication", "", "", "unexplained idle time", ""};
    std::size_t next = static_cast<std::size_t>(told) == 0 ? 1 : 0;
    for (std::size_t i = 0; i < cost.size(); ++i) {
        if (i != static_cast<std::size_t>(told) && cost[i] > cost[next])
            next = i;
    }
    const double share = std::min(1.0, cost[next] / length);
    return share < kWorthSaying ? "" : fmt::format(" Next: {}, {}.", kNames[next], wholePercent(share));
}

std::string busiestOperator(const Study& study)
{
    const OperatorRow* busiest = nullptr;
    for (const OperatorRow& row : study.figures.operators) {
        if (!row.annotation && (busiest == nullptr || row.cpuSelfNs > busiest->cpuSelfNs))
            busiest = &row;
    }
    if (busiest == nullptr || busiest->cpuSelfNs <= 0)
        return {};
    return fmt::format(" On the CPU {} takes longest: {} in {}.", shortName(study.trace.names.view(busiest->name)),
        formatDuration(busiest->cpuSelfNs),
        busiest->calls == 1 ? std::string("one call") : formatCount(busiest->calls) + " calls");
}

// What the rule costs in all representative steps of a trace without GPU work, as a share of their CPU time.
double hostShare(const Study& study, std::string_view rule)
{
    double length = 0;
    for (const Unit& unit : study.units)
        length += unit.representative ? static_cast<double>(unit.span.length()) : 0;
    const auto cost = study.costs.find(rule);
    return cost == study.costs.end() || length <= 0 ? 0 : static_cast<double>(cost->second) / length;
}

// Other profilers have names of their own for the work of a device, which are shown as they are.
bool isForeign(const Producer& producer)
{
    return producer.kind == ProducerKind::TorchNpu || producer.kind == ProducerKind::OtherKnown;
}

std::string noGpuWork(const Study& study)
{
    const Producer producer = guessProducer(study.trace);
    return isForeign(producer) ? fmt::format("The device work of a file of {} is shown but not analysed", producer.name)
                               : "No GPU work is in this file";
}

Verdict hostVerdict(const Study& study)
{
    constexpr std::string_view kInput = "host.input";
    Verdict verdict;
    verdict.hasForeignWork = isForeign(guessProducer(study.trace));
    std::size_t most = study.findings.size();
    for (std::size_t i = 0; i < study.findings.size(); ++i) {
        const Finding& finding = study.findings[i];
        const bool judged = finding.rule == kInput || finding.rule == "host.recompile";
        if (judged && (most == study.findings.size() || finding.totalNs > study.findings[most].totalNs))
            most = i;
    }
    const double share = most < study.findings.size() ? hostShare(study, study.findings[most].rule) : 0;
    if (share < kWorthSaying) {
        verdict.sentence
            = noGpuWork(study) + ", so nothing can be said about what the GPU waited for." + busiestOperator(study);
        return verdict;
    }
    const Finding& finding = study.findings[most];
    verdict.share = std::min(1.0, share);
    verdict.finding = most;
    verdict.sentence = noGpuWork(study) + ". ";
    if (finding.rule == kInput && wholePercent(share) != wholePercent(finding.share))
        verdict.sentence += fmt::format("{} of {} goes to training data. ", wholePercent(share), study.over());
    verdict.sentence += finding.headline + ".";
    return verdict;
}

Verdict gpuVerdict(const Study& study, const Total& total)
{
    Verdict verdict;
    if (study.pieces < kLeastWork) {
        verdict.bucket = Bucket::CannotTell;
        verdict.sentence = tooLittleSentence(study, total.busy);
        return verdict;
    }
    std::array<double, kBucketCount> cost {};
    for (const auto& [rule, ns] : study.costs) {
        if (const std::optional<Bucket> bucket = bucketOf(rule))
            cost[static_cast<std::size_t>(*bucket)] += static_cast<double>(ns);
    }
    const auto* const most = std::max_element(cost.begin(), cost.end());
    const double share = std::min(1.0, *most / total.length);
    const double busy = total.busy / total.length;
    verdict.share = share;
    verdict.bucket = static_cast<Bucket>(most - cost.begin());
    verdict.finding = costliest(study, verdict.bucket);
    if (share < kWorthSaying || !verdict.finding) {
        const bool thin = total.length < kThinNs;
        verdict.bucket = busy >= kHealthyBusy && !thin ? Bucket::Healthy : Bucket::CannotTell;
        verdict.finding.reset();
        verdict.share = verdict.bucket == Bucket::Healthy ? busy : 1 - busy;
        verdict.sentence = verdict.bucket == Bucket::Healthy ? healthySentence(study, busy)
            : thin                                           ? tooLittleSentence(study, total.busy)
                                                             : unknownSentence(study, busy);
    } else {
        verdict.sentence = sentenceOf(study, verdict.bucket, study.findings[*verdict.finding], {*most, share})
            + nextSentence(cost, verdict.bucket, total.length);
    }
    if (study.onlyWarmUp())
        verdict.sentence = "Only a warm-up step: " + verdict.sentence;
    return verdict;
}

} // namespace

const char* bucketName(Bucket bucket)
{
    constexpr std::array names {"input_pipeline", "host_launch", "kernel_efficiency", "communication", "memory",
        "healthy", "cannot_tell", "no_gpu_work"};
    return names[static_cast<std::size_t>(bucket)];
}

Verdict verdictOf(const Study& study)
{
    const Total total = totalOf(study);
    Verdict verdict = total.length <= 0 ? hostVerdict(study) : gpuVerdict(study, total);
    if (endsEarly(study.trace)) // what it does not hold says nothing about the run
        verdict.sentence += " The file ends early: what is not in it may have been lost.";
    return verdict;
}

} // namespace stepscope::analysis

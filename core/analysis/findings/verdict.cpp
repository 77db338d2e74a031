// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings/verdict.h"

#include "core/analysis/findings/study.h"
#include "core/util/time.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

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

struct Total
{
    double length = 0; // of the representative units × devices
    double busy = 0;
};

Total totalOf(const Study& study)
{
    Total total;
    for (const Unit& unit : study.units) {
        if (!unit.representative)
            continue;
        for (const DeviceUse& device : study.figures.gpu.devices) {
            total.length += static_cast<double>(unit.span.length());
            total.busy += static_cast<double>(busyWithin(device, unit.span));
        }
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

std::string over(const Study& study)
{
    const auto steps = static_cast<std::size_t>(std::count_if(study.units.begin(), study.units.end(),
        [](const Unit& unit) { return unit.representative && unit.step != StepIndex::kNone; }));
    if (steps == 0)
        return "the recording";
    return steps == 1 ? "the step" : fmt::format("{} steps", steps);
}

std::string healthySentence(const Study& study, double busy)
{
    return fmt::format("Healthy: the GPU is busy for {} of {}, and no single cause costs {}.", wholePercent(busy),
        over(study), wholePercent(kWorthSaying));
}

std::string unknownSentence(const Study& study, double busy)
{
    return fmt::format("Cannot tell: the GPU is idle for {} of {}, and nothing in the file explains a tenth of it.",
        wholePercent(1 - busy), over(study));
}

std::string whoIdles(const Study& study)
{
    const std::vector<DeviceUse>& devices = study.figures.gpu.devices;
    return devices.size() == 1 ? fmt::format("GPU {} sits idle", devices.front().device) : "The GPUs sit idle";
}

// "GPU 0 sits idle for 38 % of 15 steps, waiting for training data"
std::string phraseOf(const Study& study, Bucket bucket, std::string_view rule, double share)
{
    const std::string part = fmt::format("{} of {}", wholePercent(share), over(study));
    const bool idle = rule.substr(0, 5) == "idle.";
    switch (bucket) {
    case Bucket::InputPipeline:
        return idle ? fmt::format("{} for {}, waiting for training data", whoIdles(study), part)
                    : fmt::format("{} goes to copies from pageable host memory", part);
    case Bucket::Communication:
        return fmt::format("{} goes to communication that no compute hides", part);
    case Bucket::KernelEfficiency:
        return fmt::format("{} goes to kernels that use the GPU badly", part);
    case Bucket::CannotTell:
        return fmt::format("{} for {}, and nothing in the file says why", whoIdles(study), part);
    default:
        break;
    }
    return idle || rule == "sync.in_step" ? fmt::format("{} for {}, waiting for the CPU", whoIdles(study), part)
                                          : fmt::format("The CPU holds the GPU up for {}", part);
}

// The whole in a phrase, and the finding that costs most of it; the finding alone where it is the whole.
std::string sentenceOf(const Study& study, Bucket bucket, const Finding& finding, double share)
{
    if (wholePercent(share) == wholePercent(finding.share))
        return finding.headline + ".";
    return fmt::format("{}. {}.", phraseOf(study, bucket, finding.rule, share), finding.headline);
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
    Verdict verdict;
    const Total total = totalOf(study);
    if (total.length <= 0) {
        verdict.sentence = "No GPU work is in this file, so nothing can be said about what the GPU waited for.";
        return verdict;
    }
    std::array<double, 8> cost {};
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
        verdict.bucket = busy >= kHealthyBusy ? Bucket::Healthy : Bucket::CannotTell;
        verdict.finding.reset();
        verdict.share = verdict.bucket == Bucket::Healthy ? busy : 1 - busy;
        verdict.sentence
            = verdict.bucket == Bucket::Healthy ? healthySentence(study, busy) : unknownSentence(study, busy);
        return verdict;
    }
    verdict.sentence = sentenceOf(study, verdict.bucket, study.findings[*verdict.finding], share);
    return verdict;
}

} // namespace stepscope::analysis

// SPDX-License-Identifier: GPL-3.0-or-later
// copy.pageable, copy.device_to_host: copies between host and device that delay compute, from kLargeCopy bytes on (the
// few bytes that .item() fetches are a matter of sync.in_step). Cost: the part of each copy in which the device
// computes nothing. Pageable copies to the host count as pageable only.
#include "core/analysis/findings/exposed_work.h"
#include "core/analysis/findings/rules.h"
#include "core/util/bandwidth.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

constexpr std::uint64_t kLargeCopy = 1'000'000; // bytes
constexpr double kLeastCopyShare = 0.01;

enum class Wanted : std::uint8_t
{
    Pageable,
    ToHost,
};

class CopyNames
{
public:
    explicit CopyNames(const model::Trace& trace)
        : m_trace(trace)
        , m_kinds(trace.names.size(), kUnasked)
    {
    }
    [[nodiscard]] bool is(SliceId id, Wanted wanted)
    {
        std::uint8_t& kind = m_kinds[m_trace.slices.name[id.index()].index()];
        if (kind == kUnasked) {
            const CopyClass copy = copyClass(m_trace.nameOf(id));
            kind = copy.memory == CopyMemory::Pageable ? kPageable : copy.direction == "DtoH" ? kToHost : kOther;
        }
        return kind == (wanted == Wanted::Pageable ? kPageable : kToHost);
    }

private:
    static constexpr std::uint8_t kUnasked = 0;
    static constexpr std::uint8_t kPageable = 1;
    static constexpr std::uint8_t kToHost = 2;
    static constexpr std::uint8_t kOther = 3;
    const model::Trace& m_trace;
    std::vector<std::uint8_t> m_kinds;
};

std::uint64_t bytesOf(const Group& group)
{
    std::uint64_t bytes = 0;
    for (const Item& item : group.items)
        bytes += item.bytes;
    return bytes;
}

// Whether the devices that copy do anything else.
bool computes(const Study& study, const Group& group)
{
    return std::any_of(group.items.begin(), group.items.end(),
        [&](const Item& item) { return !study.figures.gpu.devices[item.device].compute.empty(); });
}

void describe(const Study& study, Wanted wanted, const Group& group, Finding& finding)
{
    finding.bytes = bytesOf(group);
    std::int64_t copying = 0;
    for (const Item& item : group.items)
        copying += item.span.length();
    const double bandwidth = copying > 0 ? static_cast<double>(*finding.bytes) / static_cast<double>(copying) : 0;
    const std::string size = fmt::format("{} at {}", formatBytes(*finding.bytes), formatBandwidth(bandwidth));
    const bool one = group.items.size() == 1;
    if (one)
        finding.headline = fmt::format(
            "{} ({})", wanted == Wanted::Pageable ? "A copy of pageable memory" : "A copy to the host", size);
    else
        finding.headline = fmt::format("{} {} ({})", formatCount(group.items.size()),
            wanted == Wanted::Pageable ? "copies of pageable memory" : "copies to the host", size);
    if (computes(study, group))
        finding.headline += fmt::format(" {} compute for {}", one ? "delays" : "delay", study.amount(group));
    else
        finding.headline += fmt::format(
            " {} {}; there is no compute beside {}", one ? "takes" : "take", study.amount(group), one ? "it" : "them");
    finding.metrics = {{"bandwidth_gb_s", bandwidth}};
    if (wanted == Wanted::Pageable)
        finding.advice = {"pin the host memory: pin_memory=True in the DataLoader, or tensor.pin_memory()",
            "copy with non_blocking=True on a stream of its own while the GPU computes"};
    else
        finding.advice = {"copy results to the host less often, into pinned memory with non_blocking=True"};
}

void judge(Study& study, CopyNames& names, Wanted wanted, const char* rule)
{
    std::vector<Item> items = exposedWork(study, [&](SliceId id, std::size_t work) {
        const std::uint64_t bytes = study.trace.gpuWork.bytes[work];
        return study.trace.kindOf(id) == model::EventKind::Memcpy && bytes != model::GpuWorkTable::kUnknownBytes
            && bytes >= kLargeCopy && names.is(id, wanted);
    });
    study.conclude(rule, std::move(items), kLeastCopyShare,
        [&](const Group& group, Finding& finding) { describe(study, wanted, group, finding); });
}

} // namespace

void judgeCopies(Study& study)
{
    CopyNames names(study.trace);
    judge(study, names, Wanted::Pageable, "copy.pageable");
    judge(study, names, Wanted::ToHost, "copy.device_to_host");
}

} // namespace stepscope::analysis

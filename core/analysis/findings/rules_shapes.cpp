// SPDX-License-Identifier: GPL-3.0-or-later
// kernel.shapes: matrix products whose dimensions miss the multiples that tensor cores work in (shapes.h). Cost: their
// device time, of which padding wins a part only; share: of all units. Severity is never high for that.
#include "core/analysis/findings/rules.h"

#include "core/analysis/shapes.h"
#include "core/analysis/sums.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kNamedProducts = 5;

std::uint64_t padded(const UnevenDimension& dimension)
{
    return (dimension.size + dimension.multiple - 1) / dimension.multiple * dimension.multiple;
}

// The longest pieces of work of the counted calls with these dimensions.
void addEvidence(const Study& study, const UnevenProduct& product, Finding& finding)
{
    for (const CountedCall& call : study.figures.flops.calls) {
        const bool same = study.trace.slices.name[call.op.index()] == product.op
            && study.trace.shapes.dimsOf(call.op) == product.dims;
        if (!same || finding.evidence.size() >= Finding::kMaxEvidence)
            continue;
        const SliceId work = study.trace.gpuWork.slice[call.work.index()];
        const TrackId track = study.trace.trackOf(work);
        finding.evidence.push_back({study.trace.tracks[track.index()].device, track,
            {study.trace.slices.start[work.index()], study.trace.slices.end(work)},
            std::string(study.trace.nameOf(work)), work});
    }
}

} // namespace

void judgeShapes(Study& study)
{
    const std::vector<UnevenProduct> products = unevenProducts(study.trace, study.figures.flops);
    Finding finding;
    finding.rule = "kernel.shapes";
    for (const UnevenProduct& product : products) {
        addTo(finding.totalNs, product.deviceNs);
        finding.count += product.calls;
    }
    const double time = study.gpuTime();
    finding.share = time > 0 ? std::min(1.0, static_cast<double>(finding.totalNs) / time) : 0;
    if (products.empty() || finding.share < kLeastShare)
        return;
    finding.severity = std::max(severityOf(finding.share), Severity::Medium);
    const UnevenProduct& worst = products.front();
    const UnevenDimension& dimension = worst.uneven.front();
    finding.headline
        = fmt::format("Matrix products with uneven dimensions take {} ({} of the time): {} with {} = {}, no "
                      "multiple of {}",
            formatDuration(finding.totalNs), wholePercent(finding.share), study.trace.names.view(worst.op),
            std::string(1, dimension.which), dimension.size, dimension.multiple);
    finding.advice
        = {fmt::format("pad {} to {}: tensor cores then run at full speed", dimension.size, padded(dimension)),
            "choose vocabulary, hidden and head sizes that are multiples of 64"};
    for (std::size_t i = 0; i < std::min(products.size(), kNamedProducts); ++i) {
        finding.metrics.emplace_back(
            fmt::format("shapes_{}", i + 1), std::string(study.trace.names.view(products[i].dims)));
        addEvidence(study, products[i], finding);
    }
    study.findings.push_back(std::move(finding));
}

} // namespace stepscope::analysis

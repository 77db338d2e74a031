// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/copies.h"

#include "core/analysis/sums.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stepscope::analysis {
namespace {

struct Sums
{
    CopyRow row;
    std::uint64_t measuredBytes = 0;
    std::int64_t measuredNs = 0;
    std::int64_t longestNs = 0;
};

void add(const model::Trace& trace, std::size_t work, const Share& share, Sums& sums)
{
    ++sums.row.count;
    const std::uint64_t bytes = trace.gpuWork.bytes[work];
    const bool known = bytes != model::GpuWorkTable::kUnknownBytes;
    if (known)
        addTo(sums.row.bytes ? *sums.row.bytes : sums.row.bytes.emplace(0), bytes);
    if (!share.placed)
        return;
    addTo(sums.row.totalNs, share.span.length());
    const SliceId id = trace.gpuWork.slice[work];
    if (share.timed && (!sums.row.longest.valid() || share.span.length() > sums.longestNs)) {
        sums.row.longest = id;
        sums.longestNs = share.span.length();
    }
    const bool entire = share.span.length() == trace.slices.dur[id.index()];
    if (known && share.timed && entire && share.span.length() > 0) {
        addTo(sums.measuredBytes, bytes);
        addTo(sums.measuredNs, share.span.length());
    }
}

} // namespace

std::vector<CopyRow> copyStats(const model::Trace& trace, const Window& window)
{
    std::map<NameId, std::size_t> groupOfName; // few distinct names
    std::vector<Sums> groups;
    for (std::size_t i = 0; i < trace.gpuWork.size(); ++i) {
        const SliceId id = trace.gpuWork.slice[i];
        if (trace.kindOf(id) != model::EventKind::Memcpy)
            continue;
        const Share share = shareOf(trace, id, window.gpu, window.whole);
        if (!share.counts)
            continue;
        const auto [known, fresh] = groupOfName.try_emplace(trace.slices.name[id.index()], groups.size());
        if (fresh) {
            const CopyClass what = copyClass(trace.nameOf(id));
            const auto same = std::find_if(groups.begin(), groups.end(), [&](const Sums& sums) {
                return sums.row.what.direction == what.direction && sums.row.what.memory == what.memory;
            });
            known->second = static_cast<std::size_t>(same - groups.begin());
            if (same == groups.end())
                groups.emplace_back().row.what = what;
        }
        add(trace, i, share, groups[known->second]);
    }
    std::vector<CopyRow> rows;
    for (Sums& sums : groups) {
        if (sums.measuredNs > 0)
            sums.row.bandwidthGbS = static_cast<double>(sums.measuredBytes) / static_cast<double>(sums.measuredNs);
        rows.push_back(std::move(sums.row));
    }
    std::sort(rows.begin(), rows.end(), [](const CopyRow& a, const CopyRow& b) {
        return std::tie(b.totalNs, a.what.direction, a.what.memory)
            < std::tie(a.totalNs, b.what.direction, b.what.memory);
    });
    return rows;
}

} // namespace stepscope::analysis

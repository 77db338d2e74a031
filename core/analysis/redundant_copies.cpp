// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/redundant_copies.h"

#include "core/analysis/sums.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::array<std::string_view, 5> kOperators {
    "aten::to", "aten::_to_copy", "aten::copy_", "aten::contiguous", "aten::clone"};

class RedundantCopyCollector
{
public:
    RedundantCopyCollector(const model::Trace& trace, const Window& window)
        : m_trace(trace)
        , m_window(window)
    {
        for (const std::string_view name : kOperators) {
            const NameId id = trace.names.find(name);
            if (id.valid())
                m_names.push_back(id);
        }
    }

    std::vector<RedundantCopyRow> run(std::int64_t kernelNs)
    {
        for (std::size_t i = 0; !m_names.empty() && i < m_trace.gpuWork.size(); ++i)
            add(i);
        countCalls();
        for (RedundantCopyRow& row : m_rows) {
            if (kernelNs > 0)
                row.share = static_cast<double>(row.totalNs) / static_cast<double>(kernelNs);
        }
        std::sort(m_rows.begin(), m_rows.end(), [](const RedundantCopyRow& a, const RedundantCopyRow& b) {
            return a.totalNs != b.totalNs ? a.totalNs > b.totalNs : a.op < b.op;
        });
        return std::move(m_rows);
    }

private:
    [[nodiscard]] bool isCopyOperator(SliceId id) const
    {
        return m_trace.kindOf(id) == model::EventKind::CpuOp
            && std::find(m_names.begin(), m_names.end(), m_trace.slices.name[id.index()]) != m_names.end();
    }

    // The outermost of the copying operators directly around a launch; invalid when another operator is closer.
    [[nodiscard]] SliceId copyOperatorOf(SliceId launch) const
    {
        SliceId found;
        for (SliceId id = m_trace.slices.parent[launch.index()]; id.valid(); id = m_trace.slices.parent[id.index()]) {
            const model::EventKind kind = m_trace.kindOf(id);
            if (isCopyOperator(id))
                found = id;
            else if (kind == model::EventKind::CpuOp || kind == model::EventKind::UserAnnotation)
                break;
        }
        return found;
    }

    [[nodiscard]] bool insideDevice(SliceId work) const
    {
        const model::EventKind kind = m_trace.kindOf(work);
        if (kind == model::EventKind::Memcpy)
            return m_trace.nameOf(work).find("DtoD") != std::string_view::npos;
        return kind == model::EventKind::Kernel || kind == model::EventKind::DeviceOp;
    }

    void add(std::size_t work)
    {
        const SliceId id = m_trace.gpuWork.slice[work];
        const SliceId launch = m_trace.gpuWork.launch[work];
        if (!launch.valid() || !insideDevice(id))
            return;
        const SliceId op = copyOperatorOf(launch);
        if (!op.valid())
            return;
        const Share share = shareOf(m_trace, id, m_window.gpu, m_window.whole);
        if (!share.counts)
            return;
        RedundantCopyRow& row = rowOf(m_trace.slices.name[op.index()]);
        ++row.kernels;
        addTo(row.totalNs, share.span.length());
        m_calls.push_back(op);
        if (share.timed
            && (!row.longest.valid() || m_trace.slices.dur[id.index()] > m_trace.slices.dur[row.longest.index()]))
            row.longest = id;
    }

    RedundantCopyRow& rowOf(NameId op)
    {
        for (RedundantCopyRow& row : m_rows) {
            if (row.op == op)
                return row;
        }
        m_rows.emplace_back().op = op;
        return m_rows.back();
    }

    void countCalls()
    {
        std::sort(m_calls.begin(), m_calls.end());
        m_calls.erase(std::unique(m_calls.begin(), m_calls.end()), m_calls.end());
        for (const SliceId call : m_calls)
            ++rowOf(m_trace.slices.name[call.index()]).calls;
    }

    const model::Trace& m_trace;
    const Window& m_window;
    std::vector<NameId> m_names;
    std::vector<SliceId> m_calls;
    std::vector<RedundantCopyRow> m_rows; // at most one for each of kOperators
};

} // namespace

std::vector<RedundantCopyRow> redundantCopies(
    const model::Trace& trace, const KernelStats& kernels, const Window& window)
{
    return RedundantCopyCollector(trace, window).run(kernels.totalNs);
}

} // namespace stepscope::analysis

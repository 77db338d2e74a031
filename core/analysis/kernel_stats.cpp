// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_stats.h"

#include "core/analysis/percentile.h"
#include "core/analysis/step_names.h"
#include "core/analysis/sums.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <span>
#include <tsl/robin_map.h>

namespace stepscope::analysis {
namespace {

bool isKernel(model::EventKind kind)
{
    return kind == model::EventKind::Kernel || kind == model::EventKind::DeviceOp;
}

class KernelCollector
{
public:
    KernelCollector(const model::Trace& trace, const Window& window)
        : m_trace(trace)
        , m_window(window)
        , m_operators(trace)
        , m_rowOfName(trace.names.size(), kNone)
    {
    }

    KernelStats run()
    {
        for (std::size_t i = 0; i < m_trace.gpuWork.size(); ++i)
            add(i);
        fillStatistics();
        fillOperators();
        return finish();
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffffU;

    void add(std::size_t work)
    {
        const SliceId id = m_trace.gpuWork.slice[work];
        const NameId name = m_trace.slices.name[id.index()];
        if (!isKernel(m_trace.kindOf(id)) || name.index() >= m_rowOfName.size())
            return;
        const Share share = shareOf(m_trace, id, m_window.gpu, m_window.whole);
        if (!share.counts)
            return;
        KernelRow& row = rowOf(name);
        ++row.calls;
        if (!share.placed)
            return;
        const std::int64_t dur = share.span.length();
        addTo(row.totalNs, dur);
        addOperator(work, m_rowOfName[name.index()], dur);
        if (!share.timed)
            return;
        ++row.timedCalls;
        m_timed.push_back({m_rowOfName[name.index()], dur});
        if (!row.maxNs || dur > *row.maxNs) {
            row.maxNs = dur;
            row.longest = id;
        }
    }

    KernelRow& rowOf(NameId name)
    {
        std::uint32_t& row = m_rowOfName[name.index()];
        if (row == kNone) {
            row = static_cast<std::uint32_t>(m_stats.rows.size());
            m_stats.rows.emplace_back();
            m_stats.rows.back().name = name;
        }
        return m_stats.rows[row];
    }

    void addOperator(std::size_t work, std::uint32_t row, std::int64_t dur)
    {
        const SliceId launch = m_trace.gpuWork.launch[work];
        if (!launch.valid())
            return;
        const NameId op = m_operators.around(launch);
        if (op.valid())
            addTo(m_byOperator[(std::uint64_t {row} << 32U) | op.value], dur);
    }

    // Durations side by side for each row (a counting sort), so that each row's percentiles need no map.
    void fillStatistics()
    {
        std::vector<std::size_t> first(m_stats.rows.size() + 1, 0);
        for (const Timed& timed : m_timed)
            ++first[timed.row + 1];
        std::partial_sum(first.begin(), first.end(), first.begin());
        std::vector<std::int64_t> durations(m_timed.size());
        std::vector<std::size_t> next(first.begin(), first.end() - 1);
        for (const Timed& timed : m_timed)
            durations[next[timed.row]++] = timed.dur;
        for (std::size_t i = 0; i < m_stats.rows.size(); ++i) {
            const std::span<std::int64_t> own(durations.data() + first[i], first[i + 1] - first[i]);
            KernelRow& row = m_stats.rows[i];
            if (own.empty())
                continue;
            std::int64_t sum = 0;
            for (const std::int64_t dur : own)
                addTo(sum, dur);
            row.avgNs = sum / static_cast<std::int64_t>(own.size());
            row.minNs = *std::min_element(own.begin(), own.end());
            row.p50Ns = nearestRank(own, 50);
            row.p99Ns = nearestRank(own, 99);
        }
    }

    void fillOperators()
    {
        std::vector<std::int64_t> best(m_stats.rows.size(), -1);
        for (const auto& [key, total] : m_byOperator) {
            const auto row = static_cast<std::size_t>(key >> 32U);
            const NameId op(static_cast<std::uint32_t>(key & 0xffffffffU));
            KernelRow& target = m_stats.rows[row];
            // The map has no order of its own: equals go to the name that was seen first in the file.
            if (total > best[row] || (total == best[row] && op.value < target.op.value)) {
                best[row] = total;
                target.op = op;
            }
        }
    }

    KernelStats finish()
    {
        for (const KernelRow& row : m_stats.rows) {
            addTo(m_stats.totalNs, row.totalNs);
            m_stats.calls += row.calls;
        }
        for (KernelRow& row : m_stats.rows) {
            row.family = kernelFamily(m_trace.names.view(row.name));
            if (m_stats.totalNs > 0)
                row.share = static_cast<double>(row.totalNs) / static_cast<double>(m_stats.totalNs);
        }
        std::sort(m_stats.rows.begin(), m_stats.rows.end(), [this](const KernelRow& a, const KernelRow& b) {
            if (a.totalNs != b.totalNs)
                return a.totalNs > b.totalNs;
            return m_trace.names.view(a.name) < m_trace.names.view(b.name);
        });
        return std::move(m_stats);
    }

    struct Timed
    {
        std::uint32_t row;
        std::int64_t dur;
    };
    const model::Trace& m_trace;
    const Window& m_window;
    OperatorNames m_operators;
    std::vector<std::uint32_t> m_rowOfName;
    KernelStats m_stats;
    std::vector<Timed> m_timed;
    tsl::robin_map<std::uint64_t, std::int64_t> m_byOperator; // (row, operator's name) -> total
};

} // namespace

KernelStats kernelStats(const model::Trace& trace, const Window& window)
{
    return KernelCollector(trace, window).run();
}

std::optional<double> occupancyOf(const model::Trace& trace, const KernelRow& row)
{
    if (!trace.args || !row.longest.valid())
        return std::nullopt;
    const Expected<model::ArgValue> event = trace.args->eventAt(trace.slices.offset(row.longest));
    const model::ArgValue* args = event ? event->find("args") : nullptr;
    const model::ArgValue* value = args != nullptr ? args->find("est. achieved occupancy %") : nullptr;
    if (value == nullptr || value->kind != model::ArgValue::Kind::Number)
        return std::nullopt;
    double percent = 0;
    const char* end = value->text.data() + value->text.size();
    const auto [at, error] = std::from_chars(value->text.data(), end, percent);
    if (error != std::errc {} || at != end || percent < 0 || percent > 100)
        return std::nullopt;
    return percent / 100;
}

} // namespace stepscope::analysis

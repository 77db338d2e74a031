// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/throttling.h"

#include "core/analysis/percentile.h"
#include "core/analysis/sums.h"
#include "core/analysis/work_classes.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMinSteps = 3;
constexpr std::size_t kMinNames = 5;

// All kernels of one name launched in one step.
struct NameInStep
{
    NameId name;
    std::uint32_t step = 0;
    std::uint64_t calls = 0;
    std::int64_t totalNs = 0;
    SliceId first;
    bool timed = true;

    [[nodiscard]] double mean() const { return static_cast<double>(totalNs) / static_cast<double>(calls); }
};

struct Ratio
{
    double ratio = 1;
    const NameInStep* here = nullptr;
    const NameInStep* reference = nullptr; // where the mean is the median one
};

struct StepKernels
{
    Interval span {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    std::uint64_t kernels = 0;
    std::int64_t totalNs = 0; // of those that are no communication
    std::vector<Ratio> ratios;
};

class SlowStepFinder
{
public:
    SlowStepFinder(const model::Trace& trace, const StepIndex& index, const StepList& steps)
        : m_trace(trace)
        , m_index(index)
        , m_list(steps)
        , m_steps(index.steps.size())
    {
    }

    std::vector<SlowStep> run()
    {
        if (m_steps.size() < kMinSteps)
            return {};
        collect();
        compareNames();
        std::vector<SlowStep> slow;
        for (std::uint32_t step = 0; step < m_steps.size(); ++step) {
            if (const std::optional<SlowStep> found = judge(step))
                slow.push_back(*found);
        }
        return slow;
    }

private:
    // One row for each name and step: sorted by both, then summed.
    void collect()
    {
        WorkClasses classes(m_trace);
        for (std::size_t i = 0; i < m_trace.gpuWork.size(); ++i) {
            const std::uint32_t step = m_index.stepOfWork[i];
            const SliceId id = m_trace.gpuWork.slice[i];
            if (step == StepIndex::kNone || !m_trace.slices.placed(id) || m_list.steps[step].warmUp)
                continue;
            const WorkClass workClass = classes.of(id);
            if (workClass == WorkClass::Copy)
                continue;
            StepKernels& own = m_steps[step];
            const std::int64_t start = m_trace.slices.start[id.index()];
            own.span.start = std::min(own.span.start, start);
            own.span.end = std::max(own.span.end, m_trace.slices.end(id));
            ++own.kernels;
            if (workClass == WorkClass::Communication)
                continue;
            const std::int64_t dur = m_trace.slices.dur[id.index()];
            addTo(own.totalNs, dur);
            m_rows.push_back({m_trace.slices.name[id.index()], step, 1, dur, id, m_trace.slices.timed(id)});
        }
        std::stable_sort(m_rows.begin(), m_rows.end(), [](const NameInStep& a, const NameInStep& b) {
            return a.name != b.name ? a.name < b.name : a.step < b.step;
        });
        std::size_t kept = 0;
        for (const NameInStep& row : m_rows) {
            if (kept > 0 && m_rows[kept - 1].name == row.name && m_rows[kept - 1].step == row.step) {
                NameInStep& sum = m_rows[kept - 1];
                ++sum.calls;
                addTo(sum.totalNs, row.totalNs);
                sum.timed = sum.timed && row.timed;
                continue;
            }
            m_rows[kept++] = row;
        }
        m_rows.resize(kept);
    }

    void compareNames()
    {
        for (std::size_t first = 0; first < m_rows.size();) {
            std::size_t last = first;
            while (last < m_rows.size() && m_rows[last].name == m_rows[first].name)
                ++last;
            compareSteps(first, last);
            first = last;
        }
    }

    void compareSteps(std::size_t first, std::size_t last)
    {
        std::vector<std::int64_t> calls;
        for (std::size_t i = first; i < last; ++i)
            calls.push_back(static_cast<std::int64_t>(m_rows[i].calls));
        const auto usual = static_cast<std::uint64_t>(nearestRank(calls, 50).value_or(0));
        std::vector<const NameInStep*> same;
        for (std::size_t i = first; i < last; ++i) {
            if (m_rows[i].calls == usual && m_rows[i].timed && m_rows[i].totalNs > 0)
                same.push_back(&m_rows[i]);
        }
        if (same.size() < kMinSteps)
            return;
        std::vector<const NameInStep*> byMean = same;
        std::stable_sort(byMean.begin(), byMean.end(),
            [](const NameInStep* a, const NameInStep* b) { return a->totalNs < b->totalNs; }); // equally many calls
        const NameInStep* median = byMean[(byMean.size() - 1) / 2];
        for (const NameInStep* row : same)
            m_steps[row->step].ratios.push_back({row->mean() / median->mean(), row, median});
    }

    [[nodiscard]] std::optional<SlowStep> judge(std::uint32_t step)
    {
        StepKernels& own = m_steps[step];
        std::erase_if(own.ratios, [&](const Ratio& r) { return r.here->totalNs < own.totalNs / 200; });
        std::int64_t judgedNs = 0;
        for (const Ratio& r : own.ratios)
            addTo(judgedNs, r.here->totalNs);
        if (own.ratios.size() < kMinNames || judgedNs < own.totalNs / 2)
            return std::nullopt;
        std::sort(own.ratios.begin(), own.ratios.end(), [](const Ratio& a, const Ratio& b) {
            return a.ratio != b.ratio ? a.ratio < b.ratio : a.here->name < b.here->name;
        });
        SlowStep slow;
        slow.step = step;
        slow.factor = own.ratios[(own.ratios.size() - 1) / 2].ratio;
        slow.span = own.span;
        slow.kernels = own.kernels;
        slow.judged = own.ratios.size();
        const double least = 1 + (slow.factor - 1) / 2;
        slow.slower = static_cast<std::uint64_t>(
            std::count_if(own.ratios.begin(), own.ratios.end(), [least](const Ratio& r) { return r.ratio >= least; }));
        if (slow.factor < SlowStep::kMinFactor || slow.slower * 5 < slow.judged * 4 || !sameGrids(own.ratios))
            return std::nullopt;
        return slow;
    }

    // Whether most of the names with the most time have launch grids as elsewhere, as far as the file tells.
    [[nodiscard]] bool sameGrids(std::vector<Ratio>& ratios) const
    {
        std::stable_sort(ratios.begin(), ratios.end(),
            [](const Ratio& a, const Ratio& b) { return a.here->totalNs > b.here->totalNs; });
        std::size_t same = 0;
        std::size_t different = 0;
        for (std::size_t i = 0; i < std::min(SlowStep::kGridsCompared, ratios.size()); ++i) {
            const std::string here = gridOf(ratios[i].here->first);
            const std::string there = here.empty() ? here : gridOf(ratios[i].reference->first);
            if (!there.empty())
                ++(here == there ? same : different);
        }
        return different * 4 <= same;
    }

    [[nodiscard]] std::string gridOf(SliceId kernel) const
    {
        if (!m_trace.args)
            return {};
        const Expected<model::ArgValue> event = m_trace.args->eventAt(m_trace.slices.offset(kernel));
        const model::ArgValue* args = event ? event->find("args") : nullptr;
        const model::ArgValue* grid = args != nullptr ? args->find("grid") : nullptr;
        return grid != nullptr ? grid->toText() : std::string();
    }

    const model::Trace& m_trace;
    const StepIndex& m_index;
    const StepList& m_list;
    std::vector<StepKernels> m_steps;
    std::vector<NameInStep> m_rows;
};

} // namespace

std::vector<SlowStep> findSlowSteps(const model::Trace& trace, const StepIndex& index, const StepList& steps)
{
    return SlowStepFinder(trace, index, steps).run();
}

} // namespace stepscope::analysis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/differences.h"

#include "core/analysis/kernel_names.h"
#include "core/compare/counterpart.h"
#include "core/compare/noise.h"
#include "core/compare/special_cause.h"
#include "core/compare/special_steps.h"
#include "core/compare/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace stepscope::compare {
namespace {

constexpr double kWorthNaming = 0.2; // of a change: one row is named for it

Topic topicOf(std::string_view kind)
{
    const std::string_view family = kind.substr(0, kind.find('.'));
    if (family == "idle" || family == "host")
        return Topic::Idle;
    if (family == "comm")
        return Topic::Communication;
    if (family == "copy" || family == "copies")
        return Topic::Copies;
    if (family == "sync")
        return Topic::Syncs;
    if (family == "wall" || family == "kernels")
        return Topic::Kernels;
    return Topic::StepTime;
}

const Table* tableOf(const std::vector<Table>& tables, Topic topic)
{
    const auto at
        = std::find_if(tables.begin(), tables.end(), [topic](const Table& table) { return table.topic == topic; });
    return at == tables.end() ? nullptr : &*at;
}

class Differ
{
public:
    Differ(const ComparedRuns& runs, const StepAlignment& alignment, const StepNoise& noise,
        const std::vector<Table>& tables)
        : m_runs(runs)
        , m_alignment(alignment)
        , m_tables(tables)
        , m_stepBefore(*noise.meanNs[kBefore])
    {
    }

    std::vector<Difference> run()
    {
        if (m_runs[kBefore].perStep)
            addSpecialSteps();
        addParts();
        addCount("launches", Topic::Launches,
            {static_cast<double>(m_runs[0].launches.count), static_cast<double>(m_runs[1].launches.count)}, "launches",
            {"wall.short_kernels", "idle.host_dispatch", "idle.launch_latency", "kernels"});
        addCount("sync.in_step", Topic::Syncs, {syncsInside(m_runs[0]), syncsInside(m_runs[1])},
            m_runs[kBefore].perStep ? "blocking calls inside the step" : "blocking calls",
            {"sync.in_step", "copy.pageable", "idle.sync", "idle.host_dispatch"});
        addWarmUp();
        sortDifferences(m_out);
        return std::move(m_out);
    }

private:
    [[nodiscard]] const char* perStep() const { return m_runs[kBefore].perStep ? " per step" : ""; }

    [[nodiscard]] Difference difference(std::string kind, Unit unit, double before, double after) const
    {
        Difference difference;
        difference.kind = std::move(kind);
        difference.topic = topicOf(difference.kind);
        difference.unit = unit;
        difference.before = before;
        difference.after = after;
        if (unit == Unit::Nanoseconds && m_stepBefore > 0)
            difference.shareOfStep = difference.change() / m_stepBefore;
        return difference;
    }

    // "waiting for training data 85.2 → 3.1 ms per step (−82.1 ms, −36 % of the step)"
    void say(Difference& difference, std::string_view what) const
    {
        std::string change = signedText(difference.change(), difference.unit);
        if (difference.shareOfStep)
            change += fmt::format(
                ", {} of the {}", signedPercent(*difference.shareOfStep), m_runs[kBefore].perStep ? "step" : "time");
        else if (difference.before > 0)
            change += fmt::format(", {}", signedPercent(difference.change() / difference.before));
        difference.brief = fmt::format("{} {}", what, fromTo(difference.before, difference.after, difference.unit));
        difference.sentence = fmt::format("{}{} ({})", difference.brief, perStep(), change);
    }

    // -- steps in which something happened
    void addSpecialSteps()
    {
        std::map<std::pair<std::string, std::size_t>, std::vector<StepPair>> byCause; // and the longer run
        std::map<std::pair<std::string, std::size_t>, SpecialCause> causes;           // of the largest change
        std::map<std::pair<std::string, std::size_t>, double> largest;
        for (const std::size_t index : specialPairs(m_runs, m_alignment)) {
            const StepPair& pair = m_alignment.pairs[index];
            SpecialCause cause = specialCause(m_runs, pair);
            const std::pair key(cause.kind, cause.longer);
            byCause[key].push_back(pair);
            const double change = std::abs(lengthOf(kAfter, pair) - lengthOf(kBefore, pair));
            if (change > largest[key] || byCause[key].size() == 1) {
                largest[key] = change;
                causes.insert_or_assign(key, std::move(cause));
            }
            m_special[kBefore].push_back(pair.before);
            m_special[kAfter].push_back(pair.after);
        }
        for (const auto& [key, pairs] : byCause)
            m_out.push_back(specialDifference(causes.at(key), pairs));
        for (std::vector<std::uint32_t>& steps : m_special)
            std::sort(steps.begin(), steps.end());
    }

    [[nodiscard]] double lengthOf(std::size_t side, const StepPair& pair) const
    {
        return partsOf(m_runs[side], side == kBefore ? pair.before : pair.after).lengthNs;
    }

    [[nodiscard]] Difference specialDifference(const SpecialCause& cause, const std::vector<StepPair>& pairs) const
    {
        std::array<double, 2> sums {};
        for (const StepPair& pair : pairs) {
            for (std::size_t side = 0; side < 2; ++side)
                sums[side] += lengthOf(side, pair);
        }
        const auto steps = static_cast<double>(m_alignment.pairs.size());
        Difference out = difference(cause.kind, Unit::Nanoseconds, sums[kBefore] / steps, sums[kAfter] / steps);
        const std::uint32_t step = cause.longer == kAfter ? pairs.front().after : pairs.front().before;
        const SliceId slice = m_runs[cause.longer].step(step).span.slice;
        const std::string who = pairs.size() == 1
            ? std::string(m_runs[cause.longer].run.trace->nameOf(slice))
            : fmt::format("{} of {} steps", pairs.size(), m_alignment.pairs.size());
        out.brief = fmt::format("{} {}", who, fromTo(sums[kBefore], sums[kAfter], Unit::Nanoseconds));
        out.sentence = fmt::format("{} {} {} ({}). {}: {}", who, pairs.size() == 1 ? "takes" : "take together",
            fromTo(sums[kBefore], sums[kAfter], Unit::Nanoseconds),
            signedText(sums[kAfter] - sums[kBefore], Unit::Nanoseconds), m_runs[cause.longer].run.label, cause.reason);
        out.steps = pairs;
        for (std::size_t side = 0; side < 2; ++side)
            out.examples[side]
                = m_runs[side].step(side == kBefore ? pairs.front().before : pairs.front().after).span.slice;
        if (cause.finding != nullptr && !cause.finding->evidence.empty()
            && cause.finding->evidence.front().slice.valid())
            showBoth(cause.longer, cause.finding->evidence.front().slice, pairs, out);
        return out;
    }

    // What it was, and the same event of the other run where that has one: both are seen on the same row.
    void showBoth(std::size_t side, SliceId slice, const std::vector<StepPair>& pairs, Difference& out) const
    {
        const bool onGpu = model::isGpuWork(m_runs[side].run.trace->kindOf(slice));
        const auto within = [&](std::size_t of, const StepPair& pair) {
            const analysis::StepSpan& span = m_runs[of].step(of == kBefore ? pair.before : pair.after).span;
            return InStep {*m_runs[of].run.trace, onGpu ? span.gpu.value_or(span.cpu) : span.cpu};
        };
        out.examples[side] = slice;
        const std::size_t other = side == kBefore ? kAfter : kBefore;
        for (const StepPair& pair : pairs) {
            const SliceId there = counterpart(within(side, pair), slice, within(other, pair));
            if (!there.valid())
                continue;
            out.examples[other] = there;
            return;
        }
    }

    // -- what all steps have in common
    [[nodiscard]] std::vector<double> valuesOf(std::size_t side, Part part) const
    {
        const ComparedRun& run = m_runs[side];
        std::vector<double> values;
        for (std::size_t i = 0; i < run.parts.size(); ++i) {
            if (!run.perStep || !std::binary_search(m_special[side].begin(), m_special[side].end(), run.steps[i]))
                values.push_back(run.parts[i].of(part));
        }
        return values;
    }

    void addParts()
    {
        for (std::size_t i = 0; i < kParts; ++i)
            addPart(static_cast<Part>(i));
    }

    void addPart(Part part)
    {
        std::array<double, 2> means {};
        std::array<std::optional<double>, 2> spreads;
        for (std::size_t side = 0; side < 2; ++side) {
            const std::vector<double> values = valuesOf(side, part);
            if (values.empty())
                return;
            for (const double value : values)
                means[side] += value / static_cast<double>(values.size());
            spreads[side] = spreadOf(values);
        }
        Difference out = difference(partKind(part), Unit::Nanoseconds, means[kBefore], means[kAfter]);
        if (std::abs(out.change()) <= kNegligible * m_stepBefore)
            return;
        out.withinNoise = withinSpread(out.change(), spreads[kBefore], spreads[kAfter]);
        say(out, partWords(part));
        if (part == Part::Compute)
            nameRow(out, Topic::Kernels);
        else if (part == Part::Communication)
            nameRow(out, Topic::Communication);
        else if (part == Part::Copies)
            nameRow(out, Topic::Copies);
        else if (part == Part::Cpu)
            nameRow(out, Topic::Operators);
        else
            findRow(out, isIdle(part) ? Topic::Idle : Topic::StepTime, partWords(part));
        m_out.push_back(std::move(out));
    }

    void findRow(Difference& out, Topic topic, std::string_view name) const
    {
        const Table* table = tableOf(m_tables, topic);
        out.topic = topic;
        if (table == nullptr)
            return;
        const auto at
            = std::find_if(table->rows.begin(), table->rows.end(), [name](const Row& row) { return row.name == name; });
        if (at == table->rows.end())
            return;
        out.row = static_cast<std::size_t>(at - table->rows.begin());
        for (std::size_t side = 0; side < 2; ++side) {
            if (!at->sides[side])
                continue;
            out.examples[side] = at->sides[side]->example;
            out.gaps[side] = at->sides[side]->gap;
        }
    }

    // The row of the table that changed most in the same direction.
    void nameRow(Difference& out, Topic topic) const
    {
        const Table* table = tableOf(m_tables, topic);
        out.topic = topic;
        if (table == nullptr)
            return;
        const auto at = std::find_if(table->rows.begin(), table->rows.end(), [&](const Row& row) {
            return (row.change > 0) == (out.change() > 0) && row.name != partWords(Part::Communication);
        });
        if (at == table->rows.end() || std::abs(at->change) < kWorthNaming * std::abs(out.change()))
            return;
        out.row = static_cast<std::size_t>(at - table->rows.begin());
        std::array<double, 2> sides {};
        for (std::size_t side = 0; side < 2; ++side) {
            if (at->sides[side]) {
                sides[side] = at->sides[side]->perStep;
                out.examples[side] = at->sides[side]->example;
            }
        }
        const bool kernel = topic == Topic::Kernels || topic == Topic::Communication;
        const std::string name = kernel ? analysis::shortKernelName(at->name) : at->name;
        out.sentence += fmt::format(
            "; {} {} {}", shareWords(at->change, out.change()), name, fromTo(sides[0], sides[1], Unit::Nanoseconds));
    }

    // -- counts
    // Where a step ends is known of steps alone.
    [[nodiscard]] static double syncsInside(const ComparedRun& run)
    {
        if (!run.perStep)
            return static_cast<double>(run.syncs.size());
        return static_cast<double>(std::count_if(run.syncs.begin(), run.syncs.end(),
            [](const analysis::SyncMarker& sync) { return !sync.atStepEnd.value_or(false); }));
    }

    void addCount(const char* kind, Topic topic, const std::array<double, 2>& totals, const char* words,
        std::initializer_list<std::string_view> saidIn)
    {
        Difference out = difference(
            kind, Unit::Count, totals[kBefore] / m_runs[kBefore].divisor(), totals[kAfter] / m_runs[kAfter].divisor());
        out.topic = topic;
        if (std::abs(out.change()) <= kLeastCountChange * out.before)
            return;
        for (Difference& told : m_out) {
            if (told.withinNoise || told.unit != Unit::Nanoseconds
                || std::find(saidIn.begin(), saidIn.end(), told.kind) == saidIn.end())
                continue;
            told.sentence += told.steps.empty()
                ? fmt::format("; {} {}{}", fromTo(out.before, out.after, Unit::Count), words, perStep())
                : fmt::format("; {} {} in all", fromTo(totals[kBefore], totals[kAfter], Unit::Count), words);
            return;
        }
        say(out, words);
        if (const Table* table = tableOf(m_tables, topic); table != nullptr)
            out.row = 0;
        m_out.push_back(std::move(out));
    }

    void addWarmUp()
    {
        if (!m_alignment.warmUp)
            return;
        const std::array<std::uint32_t, 2> steps {m_alignment.leftOut->before, m_alignment.leftOut->after};
        std::array<double, 2> lengths {};
        Difference out;
        for (std::size_t side = 0; side < 2; ++side) {
            const analysis::StepSpan& span = m_runs[side].step(steps[side]).span;
            lengths[side] = static_cast<double>(span.cpu.length());
            out.examples[side] = span.slice;
        }
        const std::array<SliceId, 2> examples = out.examples;
        out = difference("step.warm_up", Unit::Nanoseconds, lengths[kBefore], lengths[kAfter]);
        if (std::abs(out.change()) <= kLeastWarmUp * m_stepBefore)
            return;
        out.examples = examples;
        out.shareOfStep.reset();
        out.steps = {*m_alignment.leftOut};
        out.brief = fmt::format("the first step {}", fromTo(out.before, out.after, Unit::Nanoseconds));
        out.sentence = fmt::format("the first step, which warms up and is left out of all else, takes {} ({})",
            fromTo(out.before, out.after, Unit::Nanoseconds), signedText(out.change(), Unit::Nanoseconds));
        m_out.push_back(std::move(out));
    }

    const ComparedRuns& m_runs;
    const StepAlignment& m_alignment;
    const std::vector<Table>& m_tables;
    double m_stepBefore;
    std::array<std::vector<std::uint32_t>, 2> m_special; // steps, ascending
    std::vector<Difference> m_out;
};

int rankOf(const Difference& difference)
{
    if (difference.withinNoise)
        return 6;
    if (difference.kind == "step.warm_up")
        return 5;
    if (difference.kind == "memory.oom")
        return 1;
    if (difference.kind == "memory.growth")
        return 2;
    if (difference.unit == Unit::Count)
        return 4;
    return difference.unit == Unit::Bytes ? 3 : 0;
}

} // namespace

std::vector<Difference> traceDifferences(
    const ComparedRuns& runs, const StepAlignment& alignment, const StepNoise& noise, const std::vector<Table>& tables)
{
    return Differ(runs, alignment, noise, tables).run();
}

void sortDifferences(std::vector<Difference>& differences)
{
    std::stable_sort(differences.begin(), differences.end(), [](const Difference& a, const Difference& b) {
        if (rankOf(a) != rankOf(b))
            return rankOf(a) < rankOf(b);
        return std::abs(a.change()) > std::abs(b.change());
    });
}

} // namespace stepscope::compare

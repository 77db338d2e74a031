// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/memory_phases.h"

#include "core/analysis/memory/annotation_spans.h"
#include "core/analysis/memory/frame_classes.h"
#include "core/analysis/memory/moved_gradients.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

using model::AllocationTable;
using model::MemoryAction;
using model::MemoryDevice;
using model::MemoryEntries;
using model::MemorySnapshot;

// Whether allocations without a stack are those of the autograd engine: most have Python frames.
bool stacksArePython(const MemoryEntries& entries, const StackReader& reader)
{
    std::size_t allocs = 0;
    std::size_t python = 0;
    for (std::size_t i = 0; i < entries.count(); ++i) {
        if (entries.action[i] != MemoryAction::Alloc)
            continue;
        ++allocs;
        python += reader.hasPython(entries.stack[i]) ? 1U : 0U;
    }
    return allocs > 0 && 2 * python >= allocs;
}

MemoryPhase phaseOf(const StackReader& reader, StackId stack)
{
    switch (reader.guess(stack)) {
    case MemoryCategory::Activation:
        return MemoryPhase::Forward;
    case MemoryCategory::Gradient:
        return MemoryPhase::Backward;
    case MemoryCategory::OptimizerState:
        return MemoryPhase::Optimizer;
    default:
        return (reader.classesOf(stack) & kZeroGradFrame) != 0 ? MemoryPhase::Optimizer : MemoryPhase::Unknown;
    }
}

// What an entry's own stack says; Unknown: nothing.
class EntryPhases
{
public:
    EntryPhases(const MemorySnapshot& snapshot, const MemoryDevice& device, const StackReader& reader)
        : m_entries(snapshot.entries(device))
        , m_device(device)
        , m_reader(reader)
        , m_engineHasNoStack(stacksArePython(m_entries, reader))
    {
    }
    MemoryPhase at(std::size_t entry)
    {
        const StackId stack = m_entries.stack[entry];
        const bool alloc = m_entries.action[entry] == MemoryAction::Alloc;
        if (!stack.valid())
            return alloc && m_engineHasNoStack && m_seenForward ? MemoryPhase::Backward : MemoryPhase::Unknown;
        const AllocId allocation = m_device.allocationOf[entry];
        // A free that carries the stack of its allocation says nothing about when it happens.
        const bool own = alloc || !allocation.valid() || m_device.allocations.stack[allocation.index()] != stack;
        const MemoryPhase phase = own ? phaseOf(m_reader, stack) : MemoryPhase::Unknown;
        m_seenForward = m_seenForward || phase == MemoryPhase::Forward;
        return phase;
    }

private:
    const MemoryEntries& m_entries;
    const MemoryDevice& m_device;
    const StackReader& m_reader;
    bool m_engineHasNoStack;
    bool m_seenForward = false;
};

std::size_t runOf(const std::vector<PhaseRun>& runs, std::int32_t entry)
{
    const auto after = std::upper_bound(runs.begin(), runs.end(), entry,
        [](std::int32_t value, const PhaseRun& run) { return value < run.firstEntry; });
    return static_cast<std::size_t>(after - runs.begin()); // 0: before all
}

class Refinement
{
public:
    Refinement(const MemoryDevice& device, const std::vector<PhaseRun>& runs)
        : m_table(device.allocations)
        , m_ooms(device.ooms)
        , m_runs(runs)
    {
        m_forwardsBefore.push_back(0);
        for (const PhaseRun& run : runs)
            m_forwardsBefore.push_back(m_forwardsBefore.back() + (run.phase == MemoryPhase::Forward ? 1U : 0U));
    }
    [[nodiscard]] MemoryCategory refine(std::size_t a, MemoryCategory guess) const
    {
        if (m_runs.empty() || m_table.born[a] < 0)
            return guess;
        const std::int32_t end = std::min(m_table.requested[a], m_table.died[a]);
        const std::size_t from = runOf(m_runs, m_table.born[a]);
        const std::size_t to = end == model::kNeverInHistory ? m_runs.size() : runOf(m_runs, end);
        const bool atOnce = end != model::kNeverInHistory && from == to && !failedBetween(m_table.born[a], end);
        switch (guess) {
        case MemoryCategory::Activation: {
            // Forward runs that begin and end while it lives.
            const std::size_t later = m_forwardsBefore[to] - m_forwardsBefore[from];
            const bool inLast = m_runs[to - 1].phase == MemoryPhase::Forward && to > from;
            return atOnce ? MemoryCategory::Temporary : later > (inLast ? 1U : 0U) ? MemoryCategory::Other : guess;
        }
        case MemoryCategory::Gradient:
        case MemoryCategory::OptimizerState:
            return atOnce ? MemoryCategory::Temporary : guess;
        default:
            return guess;
        }
    }

private:
    // An allocation that failed ends what runs: everything is freed, whatever it was for.
    [[nodiscard]] bool failedBetween(std::int32_t from, std::int32_t to) const
    {
        const auto after = std::upper_bound(m_ooms.begin(), m_ooms.end(), from);
        return after != m_ooms.end() && *after < to;
    }

    const AllocationTable& m_table;
    const std::vector<std::int32_t>& m_ooms; // ascending
    const std::vector<PhaseRun>& m_runs;
    std::vector<std::uint32_t> m_forwardsBefore; // Forward runs among the first n
};

// The word the producer wrote with the entry that made the allocation.
std::optional<MemoryCategory> written(
    const model::SnapshotRecord& record, const MemoryEntries& entries, std::int32_t born)
{
    if (born < 0 || static_cast<std::size_t>(born) >= entries.category.size())
        return std::nullopt;
    return memoryCategoryOf(record.names.view(entries.category[static_cast<std::size_t>(born)]));
}

} // namespace

std::vector<PhaseRun> memoryPhases(
    const MemorySnapshot& snapshot, const MemoryDevice& device, const StackReader& reader)
{
    std::vector<AnnotationSpan> spans = annotationSpans(snapshot, device, "Optimizer.");
    std::stable_sort(spans.begin(), spans.end(),
        [](const AnnotationSpan& a, const AnnotationSpan& b) { return a.firstEntry < b.firstEntry; });
    EntryPhases entryPhases(snapshot, device, reader);
    std::vector<PhaseRun> runs;
    auto span = spans.begin();
    for (std::int32_t i = 0; i < device.entryCount(); ++i) {
        while (span != spans.end() && (span->lastEntry < i || span->unfinished))
            ++span;
        const MemoryPhase own = entryPhases.at(static_cast<std::size_t>(i));
        const bool inOptimizer = span != spans.end() && span->firstEntry <= i;
        const MemoryPhase phase = inOptimizer ? MemoryPhase::Optimizer
            : own != MemoryPhase::Unknown     ? own
            : runs.empty()                    ? MemoryPhase::Unknown
                                              : runs.back().phase;
        if (runs.empty() || phase != runs.back().phase)
            runs.push_back({i, phase});
    }
    return runs;
}

MemoryPhase phaseAt(const std::vector<PhaseRun>& runs, std::int32_t entry)
{
    const std::size_t run = runOf(runs, entry);
    return run == 0 ? MemoryPhase::Unknown : runs[run - 1].phase;
}

std::vector<MemoryCategory> allocationCategories(const MemorySnapshot& snapshot, const MemoryDevice& device,
    const StackReader& reader, const std::vector<PhaseRun>& runs)
{
    const AllocationTable& table = device.allocations;
    const MemoryEntries& entries = snapshot.entries(device);
    const bool engineHasNoStack = stacksArePython(entries, reader);
    const Refinement refinement(device, runs);
    std::vector<MemoryCategory> categories;
    categories.reserve(table.count());
    for (std::size_t a = 0; a < table.count(); ++a) {
        if (const auto word = written(snapshot.record, entries, table.born[a])) {
            categories.push_back(*word);
            continue;
        }
        if ((table.flags[a] & model::kFreeSiteStack) != 0) {
            categories.push_back(MemoryCategory::Other);
            continue;
        }
        const bool engine = engineHasNoStack && !table.stack[a].valid() && table.born[a] >= 0
            && phaseAt(runs, table.born[a]) == MemoryPhase::Backward;
        categories.push_back(refinement.refine(a, engine ? MemoryCategory::Gradient : reader.guess(table.stack[a])));
    }
    markMovedGradients(snapshot.record, table, categories);
    return categories;
}

} // namespace stepscope::analysis

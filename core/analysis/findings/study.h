// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What all rules work on: the trace, its figures, the units that shares are of, and what each rule has found so far.
// Rules add their findings through conclude(); it keeps the cost of every item, also of those that are too small for a
// finding, since the verdict judges the sum.

#include "core/analysis/findings/finding.h"
#include "core/analysis/findings/idle_ledger.h"
#include "core/analysis/findings/items.h"
#include "core/analysis/findings/wording.h"
#include "core/analysis/trace_figures.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

inline constexpr double kLeastShare = 0.03;    // smaller idle, walls and the like are not worth a finding
inline constexpr std::uint64_t kLeastWork = 3; // fewer pieces of GPU work tell nothing: no findings, no verdict

struct Study
{
    const model::Trace& trace;
    const TraceFigures& figures;
    Units units;
    bool hostOnly = false;    // no GPU work is in the trace: what the CPU does is all that can be judged
    std::uint64_t pieces = 0; // pieces of GPU work looked at
    IdleLedger ledger;
    std::vector<Finding> findings;
    std::map<std::string, std::int64_t, std::less<>> costs; // by rule, in representative units

    Study(const model::Trace& ofTrace, const TraceFigures& ofFigures);

    [[nodiscard]] const GapCauses& causes() const { return figures.idle.causes; }
    // Turns items into findings of a rule. `describe` fills headline, advice and metrics; everything else is set.
    using Describe = std::function<void(const Group&, Finding&)>;
    void conclude(std::string_view rule, std::vector<Item> items, double leastShare, const Describe& describe);

    // Length of the units × devices in ns: of all of them, for figures of the whole window, or of those that are no
    // warm-up.
    [[nodiscard]] double gpuTime() const;
    [[nodiscard]] double representativeGpuTime() const;

    // Adds one item for each unit the interval overlaps, costing what of `costly` (a device's time) lies in it there.
    void addItems(const Item& item, const IntervalSet& costly, std::vector<Item>& items) const;

    [[nodiscard]] Evidence evidenceOf(const Item& item) const;
    [[nodiscard]] std::int32_t deviceNumber(std::size_t device) const;
    [[nodiscard]] std::uint32_t deviceIndexOf(SliceId work) const; // index into GpuUse::devices, or kNoDevice
    static constexpr std::uint32_t kNoDevice = 0xffffffffU;

    // Phrases. "85.2 ms (37 %) of ProfilerStep#12", "12 ms (8 %) of each of 14 steps", "… of the recording".
    [[nodiscard]] std::string amount(const Group& group) const;
    // Without steps figures are of the time from the first to the last GPU work. What the recording has beside that,
    // ns: 0 where it is too little to be mentioned, or where there are steps.
    [[nodiscard]] std::int64_t outsideNs() const;
    [[nodiscard]] bool isRange() const;          // steps are cut by the window: nothing is said of "each step"
    [[nodiscard]] std::string wholeText() const; // what shares are of where there are no steps
    [[nodiscard]] std::string over() const;      // all that is judged: "15 steps", "the step", "the recording"
    [[nodiscard]] std::string place(const Group& group) const; // "in ProfilerStep#12", "in each of 14 steps"
    [[nodiscard]] std::string gpus(const Group& group) const;  // "GPU 0", "the GPUs"
    // At the start of a sentence with its verb: "GPU 0 waits", "The GPUs wait".
    [[nodiscard]] std::string gpusThat(const Group& group, std::string_view verb) const;
    // The slice name that costs most among the items, and its part of the group's cost; empty where none is named.
    struct Costliest
    {
        std::string name;
        double part = 0;
        double unnamed = 0; // part of the cost that has no name
    };
    [[nodiscard]] Costliest costliest(const Group& group) const;
    [[nodiscard]] bool onlyWarmUp() const; // nothing but warm-up steps is looked at
};

} // namespace stepscope::analysis

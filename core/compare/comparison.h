// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Two runs of one program side by side: what can be compared at all, what differs, what differs most. Computed once,
// then shown as text, as JSON or in the window.
//
//   change      after − before, per step where both runs have steps (step_alignment.h says which), else in total
//   noise       a change of the step time, or of a part of it, is within noise when it is smaller than the spread
//               between the steps of the runs themselves (noise.h has the formulas)
//   differences what changed, once each: a longer wait is one difference, not also one of idle time, of step time and
//               of the operator that waits. The largest change of the step time first; memory by bytes, after them
//   tables      everything, sorted by |change|; added and removed names are rows with one side

#include "core/compare/run.h"
#include "core/compare/step_alignment.h"
#include "core/util/ids.h"
#include "core/util/interval_ops.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::compare {

inline constexpr std::size_t kBefore = 0;
inline constexpr std::size_t kAfter = 1;
using Runs = std::array<Run, 2>; // before, after

enum class Topic : std::uint8_t
{
    StepTime,
    Idle, // of the devices, by cause
    Communication,
    Launches,
    Syncs,
    Copies,
    Kernels,
    KernelFamilies,
    Operators,
    Memory,        // peak, reserved, growth per step
    MemoryByStack, // at the peak
    GrowthByStack, // bytes kept per step
};
[[nodiscard]] const char* topicName(Topic topic); // the word of the JSON, such as "kernel_families"

enum class Unit : std::uint8_t
{
    Nanoseconds,
    Bytes,
    Count,
};

// One side of a row.
struct Quantity
{
    std::int64_t total = 0;      // in the table's unit
    double perStep = 0;          // = total where the table is not per step
    std::uint64_t calls = 0;     // pieces that make up the total
    SliceId example;             // the costliest; may be invalid
    StackId stack;               // MemoryByStack: where it was allocated; may be invalid
    std::optional<Interval> gap; // of idle time that no event stands for: the longest, which the example ended
};

enum class Match : std::uint8_t
{
    Name,
    Operator, // the names differ, what launched them is the same: another version of the same kernel
    Meaning,  // the names differ, what they do is the same: calls of another vendor's runtime
    OnlyBefore,
    OnlyAfter,
};

struct Row
{
    std::string name;       // as shown: of the run that has it, of the later one where both do
    std::string nameBefore; // where it differs (Match::Operator, Match::Meaning), else empty
    Match match = Match::Name;
    std::array<std::optional<Quantity>, 2> sides; // before, after; one of them is there
    double change = 0;                            // per step where the table is, in the table's unit
    bool withinNoise = false;
    bool callsChanged = false; // how often it happens per step: the program changed, so no noise explains the change
    std::size_t device = 0;    // of memory: index into Comparison::memoryDevices
};

struct Table
{
    Topic topic = Topic::StepTime;
    Unit unit = Unit::Nanoseconds;
    bool perStep = false;  // Row::change and Quantity::perStep are per step
    std::vector<Row> rows; // largest |change| first, then by name
};

// What happens in few steps only (special_steps.h) is one difference too, spread over all steps in its figures:
// before and after are then those steps' length per compared step, so that all changes add up to that of the step time.
struct Difference
{
    std::string sentence; // whole, with both values and the change
    std::string brief;    // a few words with both values, for the headline
    std::string kind;     // stable word for scripts: the rule it belongs to ("idle.input", "memory.growth") or a topic
    Unit unit = Unit::Nanoseconds;
    double before = 0; // per step where both have steps
    double after = 0;
    std::optional<double> shareOfStep; // of the step time before, signed
    bool withinNoise = false;
    Topic topic = Topic::StepTime;               // where it is in the tables …
    std::optional<std::size_t> row;              // … index into that table's rows, where it has one
    std::array<SliceId, 2> examples;             // before, after; may be invalid
    std::array<std::optional<Interval>, 2> gaps; // idle time to look at, which the examples ended (Quantity::gap)
    std::vector<StepPair> steps;                 // it happened in these only; empty: in all, or not a matter of steps
    [[nodiscard]] double change() const { return after - before; }
};

struct Warning // why the comparison may mislead
{
    std::string what;   // "input shapes"
    std::string before; // value in words, "not recorded" where it is
    std::string after;
    std::string effect; // what it does to the comparison
    bool severe = true; // false: good to know
};

struct StepNoise
{
    std::array<std::optional<double>, 2> meanNs;   // step time of the compared steps: GPU interval, else CPU span
    std::array<std::optional<double>, 2> medianNs; // the same
    std::array<std::optional<double>, 2> spreadNs; // between these steps; nothing with fewer than three
    bool withinNoise = false;                      // the change of the mean says nothing
};

// One run feeds the same batch again and again, the other reads its input: what is gone is the cost of the input.
struct LoaderExperiment
{
    std::size_t synthetic = kAfter; // which of the runs has no input wait
    double savedPerStepNs = 0;
    double shareOfStep = 0; // of the step of the run with the real loader
    std::string sentence;
};

struct Comparison
{
    std::string headline;          // "Step time 231 → 142 ms (−39 %); waiting for input 85 → 3 ms"
    bool perStep = false;          // both runs have steps
    bool gpuTime = false;          // times are those of the GPUs, since both runs have work of theirs; else the CPU's
    StepAlignment alignment;       // of the steps; empty where not per step
    std::vector<Warning> warnings; // severe ones first
    StepNoise noise;
    // Most bytes allocated at once, of the GPU with the most: of the snapshot, else of the trace's [memory] marks.
    std::array<std::optional<double>, 2> peakBytes;
    // Devices of the snapshots that are compared: index into MemorySnapshot::devices of each. Others are `unmatched`.
    std::vector<std::array<std::size_t, 2>> memoryDevices;
    std::vector<Difference> differences; // largest first; empty: nothing differs
    std::vector<Table> tables;           // in the order of Topic; those without rows are left out
    std::optional<LoaderExperiment> loaderExperiment;
    std::vector<std::string> unmatched; // what could not be compared, and why
};

// Runs that have nothing in common (a trace against a snapshot) give a comparison without tables that says so in
// `unmatched`. O(rows log rows) over the figures, which are there already. After a stop what comes back is to be
// thrown away.
[[nodiscard]] Comparison compareRuns(const Runs& runs, const std::stop_token& stop = {});

} // namespace stepscope::compare

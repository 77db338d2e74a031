// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What torch.compile did while the profiler looked on: compiling, and the compiled regions that ran.
//
//   compile span   an outermost span of a thread whose name is one of the compiler's own: "… (dynamo_timed)",
//                  "entire_frame_compile", "inductor_codecache…", "async_compile.wait" and the like. Where no such
//                  annotation is in the file, the Python frames of Dynamo's and Inductor's compile functions
//   recompiling    a compile span that starts in a step other than the first
//   lookups        "TorchDynamo Cache Lookup": the check of the guards before each compiled region
//   regions        of a step: calls of "Torch-Compiled Region…", and how many different ones; more than one different
//                  region means that something parted the model (graph breaks, or modules compiled one by one)
// Cut to the window. O(slices of CPU rows).

#include "core/analysis/step_index.h"
#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

[[nodiscard]] bool isCompileName(std::string_view name); // of an operator or annotation

struct CompileSpan
{
    SliceId slice;
    TrackId track;
    Interval span; // cut to the window
    std::uint32_t step = StepIndex::kNone;
};

struct CompiledRegions
{
    std::uint32_t step = StepIndex::kNone; // kNone: outside of all steps
    std::uint64_t calls = 0;
    std::uint64_t different = 0;
};

struct Recompiles
{
    std::vector<CompileSpan> spans; // by time
    std::int64_t totalNs = 0;
    std::uint64_t lookups = 0;
    std::int64_t lookupNs = 0;
    std::vector<CompiledRegions> regions; // by step, those with calls
};

[[nodiscard]] Recompiles findRecompiles(const model::Trace& trace, const StepIndex& steps, const Window& window);

} // namespace stepscope::analysis

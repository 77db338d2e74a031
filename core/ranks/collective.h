// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One collective as one rank saw it, and what that rank did before it.
//
//   span       from the start to the end of its kernels: a rank arrives with the start, and all leave together
//   meanwhile  from the end of the rank's last collective that began earlier (the first one: from the start of its GPU
//              work) to the arrival; empty where they overlap. On the device of the collective: how long it computed,
//              and how long it was idle by cause (analysis/gap_causes.h)
//   activity   what the launching thread did in most of that idle time, and which cause that was

#include "core/analysis/idle_cause.h"
#include "core/analysis/trace_figures.h"
#include "core/model/trace.h"
#include "core/util/interval_ops.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::ranks {

struct Meanwhile
{
    std::int64_t lengthNs = 0;
    std::int64_t computeNs = 0;
    analysis::CauseTotals idle {};
    std::string activity; // empty: nothing recorded
    analysis::IdleCause activityCause = analysis::IdleCause::Unexplained;
    std::int64_t activityNs = 0;
};

struct Collective
{
    std::string group;                     // process group and its ranks; empty: not written
    std::string name;                      // "allreduce", in lower case
    std::optional<std::int64_t> sequence;  // within the group, where written (2026)
    std::optional<std::int64_t> step;      // number of the ProfilerStep that launched it
    Interval span;                         // ns of the file
    std::optional<std::uint64_t> elements; // that this rank sends
    std::string type;                      // of an element, "BFloat16"; may be empty
    Meanwhile before;
    SliceId kernel; // invalid in summaries that were read from a file
};

// Whether all ranks leave it together, so that its end is one moment on all of them. Not so for those with a root,
// which may be done before the others have come, and between two ranks.
[[nodiscard]] bool endsTogether(const std::string& name);

// Of the communication kernels with a place in time, in launch order; several kernels of one number are one.
// Names and groups come from the arguments of the kernels, else of the operator that launched them, else from the
// kernels' names. Sends and receives between two ranks are left out. Reads the arguments of each; `figures` are those
// of the whole trace.
[[nodiscard]] std::vector<Collective> readCollectives(const model::Trace& trace, const analysis::TraceFigures& figures);

} // namespace stepscope::ranks

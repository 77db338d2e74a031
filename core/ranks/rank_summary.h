// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All that is needed of one rank to judge a job of many: small, made without its neighbours, written and read as JSON
// (summary_json.h), and the same whether it comes from a trace or from such a file. Times are ns of the rank's own
// file; base + time is Unix time.

#include "core/analysis/idle_cause.h"
#include "core/analysis/trace_figures.h"
#include "core/model/trace.h"
#include "core/ranks/collective.h"
#include "core/util/interval_ops.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::ranks {

struct StepSummary
{
    std::int64_t number = 0;
    Interval cpu;
    bool warmUp = false;
    std::optional<std::int64_t> busyNs; // of its devices inside its GPU interval; nothing without GPU work in it
    std::optional<std::int64_t> idleNs;
    analysis::CauseTotals idle {};
    std::int64_t exposedCommNs = 0; // communication while the device computes nothing
};

enum class RankSource : std::uint8_t
{
    Unknown,
    Metadata, // distributedInfo
    FileName,
    Given // by the user
};

struct RankSummary
{
    std::string file; // name without folders
    std::optional<std::int64_t> rank;
    RankSource rankFrom = RankSource::Unknown;
    std::optional<std::int64_t> worldSize;
    std::optional<std::int64_t> baseNs; // nothing: times are Unix times already
    Interval range;
    std::string device; // name of the first one that worked; may be empty
    // Summed over the rank's devices.
    std::int64_t windowNs = 0;
    std::int64_t busyNs = 0;
    analysis::CauseTotals idle {};
    std::int64_t computeNs = 0;
    std::int64_t commNs = 0;
    std::int64_t exposedCommNs = 0;
    std::optional<std::int64_t> medianStepNs;
    std::string verdict;        // the sentence about this rank alone
    std::uint64_t warnings = 0; // about its file
    std::vector<StepSummary> steps;
    std::vector<Collective> collectives; // in launch order

    [[nodiscard]] std::int64_t idleNs() const { return windowNs - busyNs; }
    // Unix time of a time of the file, staying inside int64.
    [[nodiscard]] std::int64_t unixTime(std::int64_t time) const;
    [[nodiscard]] std::string label() const; // "rank 3", else the name of its file
};

// `figures` are those of the whole trace. The rank comes from the metadata, else from the name of the file.
[[nodiscard]] RankSummary summarizeRank(const model::Trace& trace, const analysis::TraceFigures& figures);

// "rank_3", "rank3", "rank-3", "r3" as a word of its own, else a lone number at the end of the stem: "kineto_3.json".
[[nodiscard]] std::optional<std::int64_t> rankOfFileName(std::string_view path);

} // namespace stepscope::ranks

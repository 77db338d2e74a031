// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A finding: something that costs time, what it costs, where to look and what to do. Rules and their words are those of
// the report contract.

#include "core/util/ids.h"
#include "core/util/interval_ops.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace stepscope::analysis {

enum class Severity : std::uint8_t
{
    High,   // at least kHighShare of the step
    Medium, // at least kMediumShare
    Low,
};
inline constexpr double kHighShare = 0.20;
inline constexpr double kMediumShare = 0.10;
[[nodiscard]] constexpr Severity severityOf(double share)
{
    return share >= kHighShare ? Severity::High : share >= kMediumShare ? Severity::Medium : Severity::Low;
}
[[nodiscard]] constexpr const char* severityName(Severity severity)
{
    return severity == Severity::High ? "high" : severity == Severity::Medium ? "medium" : "low";
}

struct Evidence
{
    std::optional<std::int32_t> device; // device number
    TrackId row;                        // stream or thread; may be invalid (the whole device)
    Interval span;                      // ns of the file
    std::string name;                   // of the slice, or what the stretch is
    SliceId slice;                      // may be invalid
};

struct MemoryEvidence // in a snapshot
{
    std::size_t device = 0;                    // index into MemorySnapshot::devices
    std::int32_t entryFrom = -1, entryTo = -1; // entries of its history; -1 before the first
    std::optional<std::uint64_t> address;      // of one block
    StackId stack;                             // may be invalid
};

using Metric = std::variant<std::int64_t, double, std::string>;

struct Finding
{
    std::string rule; // "idle.input", …
    Severity severity = Severity::Low;
    std::string headline;
    double share = 0; // of the GPU intervals of its steps (of the window where there are no steps), 0 to 1
    std::int64_t totalNs = 0;
    std::optional<std::uint64_t> bytes;
    std::uint64_t count = 0;
    std::vector<std::uint32_t> steps;   // indices into StepIndex::steps it concerns, ascending
    std::vector<Evidence> evidence;     // the most telling first, at most kMaxEvidence
    std::vector<MemoryEvidence> memory; // of rules memory.*: the same for a snapshot
    std::vector<std::string> advice;
    std::vector<std::pair<std::string, Metric>> metrics;
    static constexpr std::size_t kMaxEvidence = 100;
};

} // namespace stepscope::analysis

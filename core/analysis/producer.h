// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who wrote a trace, guessed from its features: there is no version in the file (section 6.1 of the trace format
// reference). Release numbers are those of the first PyTorch release with the feature, give or take one. O(names +
// metadata).

#include "core/model/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

enum class ProducerKind : std::uint8_t
{
    Unknown,
    PyTorch,
    LegacyAutograd,
    TorchNpu,
    OtherKnown
};

struct Producer
{
    ProducerKind kind = ProducerKind::Unknown;
    std::string name;                  // "PyTorch profiler", "Chrome tracing", …; "unknown"
    std::string era;                   // "2.4 or later", empty where nothing tells
    std::vector<std::string> evidence; // the features that say so
};

[[nodiscard]] Producer guessProducer(const model::Trace& trace);

// Of a top-level key that holds a text (without its quotes) or a number; empty where there is no such key.
[[nodiscard]] std::string metadataValue(const model::Trace& trace, std::string_view key);
// "2.4.1", or as much of it as can be told, "2.4 or later"; empty where nothing tells.
[[nodiscard]] std::string torchVersion(const model::Trace& trace);

} // namespace stepscope::analysis

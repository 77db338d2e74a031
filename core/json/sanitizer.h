// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Turns one damaged JSON object into strict JSON: keeps raw control characters as visible symbols, replaces what is not
// UTF-8 by U+FFFD, keeps the backslash of unknown escapes, escapes quotes that nobody escaped, drops stray commas.
// Whatever it changes is an anomaly with its byte. It never reads past the next whole event, so that damage stays where
// it is. Section 8.3 of the trace format reference. O(bytes) but for look-aheads that end at the next quote.

#include "core/json/record_boundary.h"
#include "core/util/diagnostics.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::json {

struct Anomaly
{
    DiagnosticKind kind = DiagnosticKind::damaged_event;
    std::size_t offset = 0; // in the text given
    std::string detail;
    std::uint64_t count = 1; // the last one kept of a kind stands for all after it
};

struct SanitizedObject
{
    enum class Status
    {
        Complete,  // json holds the whole object
        Broken,    // no object could be made of it
        EndOfText, // the text ended first
    };
    Status status = Status::Broken;
    std::size_t end = 0; // behind the object; where the trouble is when broken
    std::string json;
    std::vector<Anomaly> anomalies;
};

enum class ObjectIs
{
    Event,
    AnyValue
};

// Reads the object or array that starts at text[at]. Of an event it is known which members it can have, which tells the
// quote that ends a text from those inside it.
[[nodiscard]] SanitizedObject sanitizeObject(
    std::string_view text, std::size_t at, ObjectIs objectIs, LookAhead& lookAhead);

} // namespace stepscope::json

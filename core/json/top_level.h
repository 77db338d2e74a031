// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Everything of a trace file outside its events: which form it has, the top-level keys before and behind the events
// array, and what the file is when it is no trace. Works on text in memory; the caller gives more when it does not
// suffice.

#include "core/model/trace.h"
#include "core/util/expected.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepscope::json {

struct Head
{
    enum class Form
    {
        NeedMore, // the text so far does not reach the events
        Array,    // [ event, …
        Object,   // { …, "traceEvents": [ event, …
        NotATrace,
    };
    Form form = Form::NeedMore;
    std::uint64_t eventsAt = 0; // behind the `[` of the events array
    std::vector<model::MetadataEntry> metadata;
    Diagnostics diagnostics;
    Error error; // when it is no trace
};

// `text` is the beginning of the file; `whole` that nothing follows.
[[nodiscard]] Head readHead(std::string_view text, bool whole);

struct Tail
{
    std::vector<model::MetadataEntry> metadata;
    Diagnostics diagnostics;
    bool closed = false; // the document ends as it should
};

// `text` follows the `]` of the events array and starts at `offset` of the file's text.
[[nodiscard]] Tail readTail(std::string_view text, std::uint64_t offset, Head::Form form);

// Fills devices, rank, world size and base time from the metadata.
void interpretMetadata(model::Trace& trace);

} // namespace stepscope::json

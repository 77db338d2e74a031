// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Search in the arguments of events, which are not kept in memory: reads the events of the wanted categories one by one
// in the order of the file, so that a compressed file is unpacked once. Slow (some µs an event), therefore stoppable
// at every event, with progress, and with hits handed over as they are found. Safe on any thread; `found` is called on
// the caller's.

#include "core/analysis/name_search.h"
#include "core/util/expected.h"
#include "core/util/progress.h"

#include <functional>
#include <string>

namespace stepscope::analysis {

struct ArgumentSearch
{
    // Says whether a text is wanted: one key or one value (arrays and objects are asked about piece by piece).
    std::function<bool(std::string_view)> matches;
    // Where it is set, every text that is wanted contains it (in any case): spares most events the full reading.
    std::string text;
    std::vector<std::uint8_t> categories; // as SearchFilter::categories
};

// Calls found() with each hit in the order of the file. progress.bytesDone and .bytesTotal count the text, .events the
// hits. False where it was stopped; an error where the file cannot be read any more. An event too damaged to be read
// has no arguments.
[[nodiscard]] Expected<bool> searchArguments(const model::Trace& trace, const ArgumentSearch& search,
    const std::function<void(SliceId)>& found, Progress& progress, const std::stop_token& stop);

} // namespace stepscope::analysis

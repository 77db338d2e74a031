// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Opens a trace file: reads, inflates, splits, parses, merges and indexes it. The result is the same for any number of
// threads and any chunk size. See core/README.md for the pipeline.

#include "core/model/trace.h"
#include "core/util/expected.h"
#include "core/util/progress.h"

#include <memory>
#include <stop_token>
#include <string>

namespace stepscope::json {

struct LoadOptions
{
    unsigned threads = 0;                            // 0: all usable
    std::size_t chunkBytes = std::size_t {2} << 20U; // text a worker takes at a time
};

// Errors: NotATrace (with what the file seems to be), EmptyFile, Unreadable, OutOfMemory, Cancelled (within 50 ms of
// the stop request). Everything survivable is in the trace's diagnostics.
[[nodiscard]] Expected<std::shared_ptr<const model::Trace>> loadTrace(
    const std::string& path, Progress& progress, std::stop_token stop = {}, const LoadOptions& options = {});

} // namespace stepscope::json

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Opens a CUDA memory snapshot: pickle of protocol 0 to 5, JSON, or the HTML page of _memory_viz, plain, gzip or zstd.
// Executes nothing of what a pickle asks for.

#include "core/model/memory_snapshot.h"
#include "core/util/expected.h"
#include "core/util/progress.h"

#include <memory>
#include <stop_token>
#include <string>

namespace stepscope::pickle {

// Errors: UnsafePickle (names the code reference), NotATrace (what the file seems to be), EmptyFile, Unreadable,
// OutOfMemory, Cancelled; with the byte. A pickle that ends early is kept up to there (truncated_file) when what was
// read makes a snapshot. Everything survivable is in the diagnostics of the record.
[[nodiscard]] Expected<std::shared_ptr<const model::MemorySnapshot>> loadSnapshot(
    const std::string& path, Progress& progress, std::stop_token stop = {});

} // namespace stepscope::pickle

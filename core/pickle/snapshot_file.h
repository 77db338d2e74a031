// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads a memory snapshot file into its record: what the file says, before any rules are applied.

#include "core/model/snapshot_record.h"
#include "core/util/expected.h"
#include "core/util/progress.h"

#include <stop_token>
#include <string>

namespace stepscope::pickle {

// Errors as in loadSnapshot().
[[nodiscard]] Expected<model::SnapshotRecord> readSnapshot(
    const std::string& path, Progress& progress, std::stop_token stop = {});

} // namespace stepscope::pickle

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Opens what torch.profiler's export_memory_timeline() writes as .json ([times in µs, rows of bytes]) or .raw.json
// ([[ns, action, bytes, category], …]), plain or packed.

#include "core/model/category_timeline.h"
#include "core/util/expected.h"
#include "core/util/progress.h"

#include <memory>
#include <stop_token>
#include <string>

namespace stepscope::pickle {

// Errors: NotATrace (with what the file seems to be), EmptyFile, Unreadable, OutOfMemory, Cancelled. Rows that are not
// as they should be are left out and told (snapshot_field).
[[nodiscard]] Expected<std::shared_ptr<const model::CategoryTimeline>> loadCategoryTimeline(
    const std::string& path, Progress& progress, std::stop_token stop = {});

} // namespace stepscope::pickle

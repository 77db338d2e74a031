// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Opens any file Stepscope knows, told by content and never by name.

#include "core/model/category_timeline.h"
#include "core/model/memory_snapshot.h"
#include "core/model/trace.h"
#include "core/util/expected.h"
#include "core/util/progress.h"

#include <memory>
#include <stop_token>
#include <string>
#include <variant>

namespace stepscope::load {

using TracePtr = std::shared_ptr<const model::Trace>;
using SnapshotPtr = std::shared_ptr<const model::MemorySnapshot>;
using TimelinePtr = std::shared_ptr<const model::CategoryTimeline>;
using Loaded = std::variant<TracePtr, SnapshotPtr, TimelinePtr>; // never null

// Errors as in json::loadTrace(), pickle::loadSnapshot() and pickle::loadCategoryTimeline().
[[nodiscard]] Expected<Loaded> loadFile(const std::string& path, Progress& progress, std::stop_token stop = {});

} // namespace stepscope::load

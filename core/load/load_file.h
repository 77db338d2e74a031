// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Opens any file Stepscope knows, told by content and never by name.

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
using Loaded = std::variant<TracePtr, SnapshotPtr>; // never null

// Errors as in json::loadTrace() and pickle::loadSnapshot().
[[nodiscard]] Expected<Loaded> loadFile(const std::string& path, Progress& progress, std::stop_token stop = {});

} // namespace stepscope::load

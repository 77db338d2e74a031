// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The whole model of a trace or snapshot as plain text, one fact a line, for tests and diffs: the same events give the
// same text, however the file was compressed, cut into chunks or loaded. Nothing of the file itself (path, size) is in
// it. Written piece by piece through `write`; O(n), little memory.

#include <functional>
#include <string_view>

namespace stepscope::model {
struct CategoryTimeline;
struct MemorySnapshot;
struct Trace;
} // namespace stepscope::model

namespace stepscope::exporting {

using TextSink = std::function<void(std::string_view)>;

void dumpTrace(const model::Trace& trace, const TextSink& write);
void dumpTimeline(const model::CategoryTimeline& timeline, const TextSink& write);
void dumpSnapshot(const model::MemorySnapshot& snapshot, const TextSink& write);

} // namespace stepscope::exporting

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What of a memory timeline a session keeps, and back: where we are and what the axis counts. GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/share/session.h"
#include "widgets/memory/memory_timeline_view.h"

#include <QStringList>

#include <string>

namespace stepscope::widgets {

[[nodiscard]] std::string axisWord(view::MemoryAxisMode mode);
[[nodiscard]] std::string colourWord(MemoryColourBy by);
[[nodiscard]] view::MemoryAxisMode axisOf(const std::string& word); // other words: that by entry
[[nodiscard]] MemoryColourBy colourOf(const std::string& word);     // other words: by stack

[[nodiscard]] share::MemoryState memoryState(
    const MemoryTimelineView& view, const MemoryCursor& cursor, const TimeAxis& axis);
// On the device and the axis that are shown. Says what of it the device does not have.
[[nodiscard]] QStringList restoreMemory(
    const MemoryTimelineView& view, MemoryCursor& cursor, TimeAxis& axis, const share::MemoryState& state);

} // namespace stepscope::widgets

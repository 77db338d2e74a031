// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What files that are dragged over the window are, by how they begin, and what opening them would do, in words.

#include "app/gui/drop_zones.h"

#include <QStringList>

#include <cstdint>

namespace stepscope::app {

enum class DraggedFiles : std::uint8_t
{
    Unknown,          // not looked at yet, or nothing that goes together
    Alike,            // all of them traces, or all snapshots
    TraceAndSnapshot, // one of each
    Ranks,            // of one job
};

// Reads the start of each. Any thread.
[[nodiscard]] DraggedFiles draggedFiles(const QStringList& paths);

// Of files that are no sessions.
[[nodiscard]] DropZone openZone(const QStringList& paths, DraggedFiles are);
[[nodiscard]] bool mayCompare(const QStringList& paths, DraggedFiles are); // with each other

} // namespace stepscope::app

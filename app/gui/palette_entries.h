// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the command palette offers: every action that can be taken now with its key, the rows of the shown trace and its
// steps. Entries look their targets up again when they run: the trace may be gone by then. GUI thread only.

#include "widgets/search/command_palette.h"

namespace stepscope::widgets {
class TracePage;
}

namespace stepscope::app {

class Actions;

// `trace` may be null.
[[nodiscard]] std::vector<widgets::PaletteEntry> paletteEntries(const Actions& actions, widgets::TracePage* trace);

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the command palette offers: every action that can be taken now with its key, rows and steps of the shown trace;
// steps, devices and holders of memory of the shown snapshot; the ranks of the shown job. Entries look their targets up
// again when they run: the page may be gone by then. GUI thread only.

#include "widgets/search/command_palette.h"

namespace stepscope::app {

class Actions;
class DocumentPage;

// `page` may be null.
[[nodiscard]] std::vector<widgets::PaletteEntry> paletteEntries(const Actions& actions, const DocumentPage* page);

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What people chose in the panels of a page, as sessions keep it, and back: what boxes, buttons and fields say, how
// tables are sorted, how wide their columns are and where they are scrolled to, which part of a flame graph is looked
// into. Controls are told by the title of their panel and
// their own name, so that no panel has to know of sessions. What comes later (a table that a job still makes) takes its
// order when it is there. GUI thread only.

#include "core/share/session.h"

class QTabWidget;

namespace stepscope::widgets {

void addPanelState(share::SessionPage& page, const QTabWidget& panels);
// Of panels and controls that are not there nothing is kept.
void restorePanelState(QTabWidget& panels, const share::SessionPage& page);

} // namespace stepscope::widgets

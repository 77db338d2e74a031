// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which actions can be done with what is open. GUI thread only.

namespace stepscope::app {

class Actions;
class DocumentTabs;

void enableActions(Actions& actions, const DocumentTabs& tabs);

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What of the window a session keeps: which files are open in which tabs, and what is seen of each. GUI thread only.

#include "core/share/session.h"
#include "core/share/session_paths.h"

#include <QString>
#include <QStringList>

#include <functional>

namespace stepscope::widgets {
class ContentPage;
}

namespace stepscope::app {

class DocumentPage;
class DocumentTabs;
class FileHashes;

// The state that waits for a page whose file is still being read; null: none does.
using WaitingState = std::function<const share::SessionPage*(const DocumentPage&)>;

// Files have absolute paths, and neither size nor hash. `only`: that page alone; null: all.
[[nodiscard]] share::Session captureSession(
    const DocumentTabs& tabs, const WaitingState& waiting, const widgets::ContentPage* only = nullptr);
[[nodiscard]] QStringList filesOf(const share::Session& session); // as in captureSession()

// With paths as they are told in that folder, and with sizes and hashes as far as they are known.
[[nodiscard]] share::Session toldIn(
    share::Session session, const QString& folder, share::PathsFor kind, const FileHashes& hashes);

} // namespace stepscope::app

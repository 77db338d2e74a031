// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What people are asked when the file of a session is not there, or is another one than it was. GUI thread only.

#include "core/share/session_search.h"

#include <QString>

#include <cstdint>
#include <functional>

class QWidget;

namespace stepscope::app {

struct FileQuestion
{
    QString session;         // name of the session or picture
    share::SessionFile file; // as it was
    share::FoundFile found;  // Missing, or Different
};

struct FileAnswer
{
    enum class Kind : std::uint8_t
    {
        Open, // a different one all the same
        Choose,
        Skip,
        Cancel // open nothing at all
    };
    Kind kind = Kind::Skip;
    QString chosen; // Choose: absolute path
};

using AskForFile = std::function<FileAnswer(const FileQuestion&)>;

[[nodiscard]] QString titleOf(const FileQuestion& question);
[[nodiscard]] QString textOf(const FileQuestion& question);
[[nodiscard]] AskForFile askByDialog(QWidget* window);
// For programs without a window: says it on standard error; different files are opened, missing ones left out.
[[nodiscard]] AskForFile complainOnly();

} // namespace stepscope::app

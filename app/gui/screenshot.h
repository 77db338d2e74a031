// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `stepscope --screenshot`: shows the window where nobody sees it, waits until it says that nothing more will change,
// and writes it to a PNG file. GUI thread only.

#include "app/gui/command_line.h"

namespace stepscope::app {

class MainWindow;

// What must be so before the application object is made: no display is needed, and the scale is known.
void prepareScreenshotPlatform(const Options& options);

// Opens the files of the options in the window and writes the picture. Exit code: 0, or 2 when no file could be opened
// (the picture then shows why) or the picture could not be written. Messages go to standard error.
[[nodiscard]] int takeScreenshot(MainWindow& window, const Options& options);

} // namespace stepscope::app

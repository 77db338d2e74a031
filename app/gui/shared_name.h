// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a file that is shared is called at first: after what it shows, without the names of people and machines that
// the name of a trace may hold (PyTorch puts host and process into it). GUI thread only.

#include <QString>

namespace stepscope::widgets {
class ContentPage;
}

namespace stepscope::app {

// Without folder and ending. `name`: of the file that the page shows; where nothing is left of it `otherwise`.
[[nodiscard]] QString sharedName(
    const QString& name, const widgets::ContentPage& page, const QString& otherwise = QStringLiteral("picture"));

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Asks before a picture leaves the program that shows what should perhaps not be shared, and masks what was chosen. GUI
// thread only.

#include "app/gui/leak_dialog.h"
#include "widgets/share/picture_secrets.h"

#include <QString>

#include <optional>
#include <vector>

class QWidget;

namespace stepscope::widgets {
class ContentPage;
}

namespace stepscope::app {

// The picture as it may be written; nothing when that was cancelled. Asks only where it shows something.
[[nodiscard]] std::optional<widgets::Picture> clearedPicture(
    const widgets::Picture& picture, const widgets::ContentPage& page, QWidget* parent, SharedBy by);

// "2 × home folder, 1 × host name": how many things of each kind.
[[nodiscard]] QString countsOf(const std::vector<widgets::ShownSecret>& secrets);

} // namespace stepscope::app

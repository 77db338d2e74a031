// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where pictures leave the program: every file and everything for the clipboard goes through here, whoever made the
// picture. recordDrawing() (widgets/picture/drawing.h) of one tells each text it shows and where. GUI thread only.

#include "widgets/picture/picture.h"

namespace stepscope::widgets {
class ContentPage;
struct Theme;
} // namespace stepscope::widgets

namespace stepscope::app {

[[nodiscard]] Expected<void> savePicture(
    const widgets::Picture& picture, const widgets::PictureFile& file, const QString& path);
// As an image, which every program takes; beside it as SVG or PDF where that is the format.
[[nodiscard]] Expected<void> copyPicture(const widgets::Picture& picture, const widgets::PictureFile& file);

// What the page's view shows, to the clipboard; returns what to say of it.
[[nodiscard]] QString copyView(widgets::ContentPage& page, const widgets::Theme& theme);

} // namespace stepscope::app

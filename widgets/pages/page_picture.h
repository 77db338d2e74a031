// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Pictures of a page: all of it, its view alone, or a report to be shared (the sentence, what to do, the view, the
// table that is shown), with a line under it that says what it is. What is painted is the page as it stands, in its
// theme: it must be shown (with Qt::WA_DontShowOnScreen where nobody shall see it) and idle. GUI thread only; the page
// must outlive the picture.

#include "widgets/common/theme.h"
#include "widgets/picture/picture.h"

#include <cstdint>

namespace stepscope::widgets {

class ContentPage;

enum class PictureScope : std::uint8_t
{
    Page,
    View,
    Report
};

struct PagePicture
{
    PictureScope scope = PictureScope::View;
    bool caption = false;
    QString program;      // "Stepscope 1.0", for the caption and the file
    bool headline = true; // of a view that is to stand alone; where its page has one
};

// Property of widgets that are left out of pictures, as buttons are; false or not there: they are painted. A button for
// which it is set to false says something, and is painted.
inline constexpr const char* kSaysNothingInPictures = "saysNothingInPictures";

// Leaves of a page that only exists to be pictured what the scope shows.
void arrangeFor(PictureScope scope, ContentPage& page);

[[nodiscard]] Picture pictureOf(ContentPage& page, const Theme& theme, const PagePicture& wanted);

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the files of a page give away, so that it is known where it is shown or written. GUI thread only.

#include "core/share/known_secrets.h"

namespace stepscope::widgets {
class ContentPage;
}

namespace stepscope::app {

// Of its files by path, metadata and names; of what is selected by its arguments.
void addKnown(share::KnownSecrets& known, const widgets::ContentPage& page);

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the files of a page give away, so that it is known where it is shown or written. GUI thread only.

#include "core/share/known_secrets.h"

namespace stepscope::widgets {
class ContentPage;
}

namespace stepscope::app {

// Of its traces by path and metadata, of others by path.
void addKnown(share::KnownSecrets& known, const widgets::ContentPage& page);

} // namespace stepscope::app

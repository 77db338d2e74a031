// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a picture is asked to show of a page, by the numbers that people know: a step by that of its name, a finding by
// its place in the list. GUI thread only.

#include "core/util/expected.h"

#include <cstddef>
#include <cstdint>

namespace stepscope::widgets {
class ContentPage;
}

namespace stepscope::app {

// Limits the page to it. The error says which numbers there are.
[[nodiscard]] Expected<void> goToStep(widgets::ContentPage& page, std::int64_t number);
// From 1; brings its evidence into view. The error says how many there are. Figures must be there.
[[nodiscard]] Expected<void> goToFinding(widgets::ContentPage& page, std::size_t number);

} // namespace stepscope::app

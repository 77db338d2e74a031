// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The colour of a kernel goes by the family that its name tells (core/analysis), so that the timeline, the tables and
// the charts agree: hue says the family, lightness varies with the name. Pure, any thread.

#include "core/analysis/kernel_names.h"
#include "core/view/palette.h"

#include <string_view>

namespace stepscope::widgets {

[[nodiscard]] view::HueFamily hueOf(analysis::KernelFamily family);
[[nodiscard]] view::ColourIndex familyColour(analysis::KernelFamily family); // of all of it; no two are the same
[[nodiscard]] view::ColourIndex kernelColour(std::string_view name);

} // namespace stepscope::widgets

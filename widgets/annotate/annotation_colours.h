// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The few colours of annotations, by number: apart for eyes of any kind, at least 3 : 1 against the ground of
// timelines, and their ink at least 4.5 : 1 on them. Number and shape tell annotations apart as well. Pure.

#include "widgets/common/theme.h"

#include <QString>

#include <cstdint>

namespace stepscope::widgets {

inline constexpr std::uint8_t kAnnotationColours = 6;

[[nodiscard]] QColor annotationColour(std::uint8_t number, const Theme& theme); // beyond the last: from the first again
[[nodiscard]] QColor annotationInk(std::uint8_t number, const Theme& theme);    // of the number on it
[[nodiscard]] QString annotationColourName(std::uint8_t number);

} // namespace stepscope::widgets

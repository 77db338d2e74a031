// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Annotations in words, and what of them is the same on every axis. Pure but for revealTimes(). GUI thread only.

#include "core/share/annotation.h"

#include <QString>

#include <cstdint>

namespace stepscope::widgets {

class TimeAxis;

inline constexpr share::AnnotationKind kAnnotationKinds[]
    = {share::AnnotationKind::Note, share::AnnotationKind::Box, share::AnnotationKind::Arrow,
        share::AnnotationKind::Span, share::AnnotationKind::Highlight, share::AnnotationKind::Region};

[[nodiscard]] QString annotationKindText(share::AnnotationKind kind); // "Measured span"
[[nodiscard]] QString exactLengthText(
    std::int64_t from, std::int64_t to); // "85.213 ms", to the last digit that is not 0
// Shows the time of an annotation; where it is seen well already nothing moves.
void revealTimes(TimeAxis& axis, std::int64_t from, std::int64_t to);

} // namespace stepscope::widgets

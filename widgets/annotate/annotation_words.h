// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Annotations in words. Pure.

#include "core/share/annotation.h"

#include <QString>

#include <cstdint>

namespace stepscope::widgets {

inline constexpr share::AnnotationKind kAnnotationKinds[]
    = {share::AnnotationKind::Note, share::AnnotationKind::Box, share::AnnotationKind::Arrow,
        share::AnnotationKind::Span, share::AnnotationKind::Highlight, share::AnnotationKind::Region};

[[nodiscard]] QString annotationKindText(share::AnnotationKind kind); // "Measured span"
// "85.213 ms", to the last digit that is not 0.
[[nodiscard]] QString exactLengthText(std::int64_t from, std::int64_t to);
// Of time, as exactly as both ends are known: "≈ 216.5 ms" where one is where somebody pointed.
[[nodiscard]] QString lengthText(const share::Annotation& annotation);

} // namespace stepscope::widgets

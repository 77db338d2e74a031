// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What all views with a time axis do alike with annotations. GUI thread only.

#include "widgets/annotate/annotation_surface.h"

#include <cstdint>

namespace stepscope::widgets {

class TimeAxis;

// So many px of a canvas that is `width` px wide: the same length of time wherever it begins.
[[nodiscard]] share::Anchor movedAlong(
    const share::Anchor& anchor, double px, const view::TimeWindow& window, double width);
// The one of the two edges of an event that is near this pixel, else the time itself.
[[nodiscard]] std::int64_t nearestEdge(
    const view::TimeScale& scale, double px, std::int64_t time, std::int64_t start, std::int64_t end);
// An annotation of that kind where a highlight would be.
[[nodiscard]] share::Annotation aroundEvent(
    share::Annotation highlight, share::AnnotationKind kind, const AnnotationSurface& surface);
// Row (may be empty), when, and for how long.
[[nodiscard]] QString timePlaceText(const share::Annotation& annotation, const QString& row, std::int64_t origin);
// Shows this stretch of the axis; where it is seen well already nothing moves.
void revealTimes(TimeAxis& axis, std::int64_t from, std::int64_t to);

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How the shapes of annotations look: plain strokes and fills, so that they are the same on the screen and in vector
// pictures. Pure painting.

#include "widgets/annotate/annotation_shape.h"

#include <cstdint>

class QPainter;

namespace stepscope::widgets {

struct Theme;

struct ShapeLook
{
    std::uint8_t colour = 0;
    bool isSelected = false; // with its grips
};

void paintShape(QPainter& painter, const AnnotationShape& shape, const ShapeLook& look, const Theme& theme);
// From the shape to its label, where that does not touch it.
void paintLeader(
    QPainter& painter, const AnnotationShape& shape, const QRectF& label, std::uint8_t colour, const Theme& theme);

} // namespace stepscope::widgets

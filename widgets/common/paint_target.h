// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a view paints onto: the screen, an image, or a drawing that keeps texts as texts (widgets/picture/drawing.h).
// Views whose canvas is an image made pixel by pixel ask here how fine it must be, and whether texts may be part of it
// or must be written over it. Pure function of an active painter, GUI thread only.

class QPainter;

namespace stepscope::widgets {

struct PaintTarget
{
    double ratio = 1;     // device pixels for each logical one
    bool lettered = true; // texts may become pixels
};

[[nodiscard]] PaintTarget targetOf(const QPainter& painter);

} // namespace stepscope::widgets

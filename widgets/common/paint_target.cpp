// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/paint_target.h"

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>

namespace stepscope::widgets {

namespace {

constexpr double kImageRatio = 2; // of images within drawings: sharp on screens of twice the pixels and on paper

} // namespace

PaintTarget targetOf(const QPainter& painter)
{
    const QPaintEngine* engine = painter.paintEngine();
    if (engine->type() != QPaintEngine::Raster)
        return {kImageRatio, false};
    return {engine->paintDevice()->devicePixelRatioF(), true};
}

} // namespace stepscope::widgets

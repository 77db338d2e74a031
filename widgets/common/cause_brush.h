// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Patterns of the causes of idle time for painters that have no tiles of their own: small squares and charts. Pure.

#include "core/view/hatch.h"

#include <Qt>

namespace stepscope::widgets {

[[nodiscard]] constexpr Qt::BrushStyle causeBrush(view::Hatch hatch)
{
    switch (hatch) {
    case view::Hatch::DiagonalUp:
        return Qt::BDiagPattern;
    case view::Hatch::DiagonalDown:
        return Qt::FDiagPattern;
    case view::Hatch::Vertical:
        return Qt::VerPattern;
    case view::Hatch::Horizontal:
        return Qt::HorPattern;
    case view::Hatch::Cross:
        return Qt::DiagCrossPattern;
    case view::Hatch::Dots:
        return Qt::Dense5Pattern;
    case view::Hatch::None:
        break;
    }
    return Qt::SolidPattern;
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/cause_brush.h"

#include "core/view/hatch.h"
#include "widgets/common/theme.h"

#include <QImage>

namespace stepscope::widgets {

QColor causeColour(std::size_t cause)
{
    return QColor::fromRgb(view::causeLook(cause).colour);
}

QBrush causeBrush(std::size_t cause, const QColor& surface)
{
    const view::CauseLook& look = view::causeLook(cause);
    const QColor ink = causeColour(cause);
    if (look.hatch == view::Hatch::None)
        return {blend(surface, ink, view::kPlainShare)};
    const view::HatchTile tile = view::hatchTile(look.hatch, 1);
    QImage image(tile.size, tile.size, QImage::Format_RGB32);
    for (int y = 0; y < tile.size; ++y) {
        for (int x = 0; x < tile.size; ++x)
            image.setPixelColor(x, y, blend(surface, ink, view::kHatchShares[tile.level(x, y)]));
    }
    return QBrush(image);
}

} // namespace stepscope::widgets

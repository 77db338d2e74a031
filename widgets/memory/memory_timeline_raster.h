// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Bands into pixels: each run of a column is filled with the colour of its piece, with a fine line where thick bands
// touch. Columns are filled in tiles that fit the cache and then written line by line. Cost: the
// pixels touched.

#include "core/view/colour.h"
#include "core/view/memory_columns.h"

#include <QImage>

#include <span>

namespace stepscope::widgets {

struct BandEdges // half of each is mixed in, more or less
{
    view::Argb between = 0; // thick bands
    view::Argb top = 0;     // the stack and what lies above, where it is level
};

// Column c of the picture goes to x = c of an RGB32 image, its lowest pixel to the scanline above `bottom`. Empty
// pixels are left alone. `colours`: one a piece.
void rasteriseBands(const view::BandPicture& picture, std::span<const view::Argb> colours, const BandEdges& edges,
    QImage& image, int bottom);

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
// How alike two pictures are to somebody who looks at them from afar, and which texts a drawing has.
#pragma once

#include "widgets/picture/drawing.h"

#include <QImage>
#include <QStringList>

#include <algorithm>
#include <cstdlib>

namespace stepscope::tests {

struct Difference // of blocks of 8 x 8 pixels, 0 to 255
{
    double mean = 0;
    int most = 0;
};

inline Difference differenceOf(const QImage& a, const QImage& b)
{
    constexpr int kBlock = 8;
    const QSize blocks = a.size() / kBlock;
    const auto blurred = [&blocks](const QImage& image) {
        return image.convertToFormat(QImage::Format_RGB32)
            .scaled(blocks, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    };
    const QImage left = blurred(a);
    const QImage right = blurred(b);
    Difference difference;
    for (int y = 0; y < blocks.height(); ++y) {
        for (int x = 0; x < blocks.width(); ++x) {
            const QColor one = left.pixelColor(x, y);
            const QColor other = right.pixelColor(x, y);
            const int apart = std::max({std::abs(one.red() - other.red()), std::abs(one.green() - other.green()),
                std::abs(one.blue() - other.blue())});
            difference.mean += static_cast<double>(apart) / (blocks.width() * blocks.height());
            difference.most = std::max(difference.most, apart);
        }
    }
    return difference;
}

inline QStringList textsOf(const widgets::Drawing& drawing)
{
    QStringList texts;
    for (const widgets::DrawnItem& item : drawing.items) {
        if (const auto* text = std::get_if<widgets::DrawnText>(&item.what))
            texts << text->text;
    }
    return texts;
}

} // namespace stepscope::tests

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture/drawing.h"

#include <QPainter>

namespace stepscope::widgets {

namespace {

void playItem(QPainter& painter, const DrawnShape& shape)
{
    painter.setPen(shape.pen);
    painter.setBrush(shape.brush);
    painter.drawPath(shape.path);
}

void playItem(QPainter& painter, const DrawnImage& image)
{
    painter.drawImage(image.place, image.image);
}

void playItem(QPainter& painter, const DrawnText& text)
{
    painter.setPen(text.colour);
    painter.setFont(text.font);
    painter.drawText(text.baseline, text.text);
}

} // namespace

void Drawing::play(QPainter& painter) const
{
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    for (const DrawnItem& item : items) {
        painter.save();
        if (item.clip)
            painter.setClipPath(*item.clip, Qt::IntersectClip);
        painter.setTransform(item.transform, true);
        painter.setOpacity(item.opacity);
        std::visit([&painter](const auto& what) { playItem(painter, what); }, item.what);
        painter.restore();
    }
    painter.restore();
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What was painted, as a list: shapes, images and texts, each with what it is clipped to. Qt's own vector formats know
// nothing of the clipping of widgets (Qt 6.4), and a list can be asked which texts it shows. A plain value: painted
// again onto anything (play()), written as SVG (svg_writer.h). Coordinates are logical pixels of the picture.

#include <QBrush>
#include <QColor>
#include <QFont>
#include <QImage>
#include <QPainterPath>
#include <QPen>
#include <QPointF>
#include <QRectF>
#include <QSize>
#include <QString>
#include <QTransform>

#include <functional>
#include <optional>
#include <variant>
#include <vector>

class QPainter;

namespace stepscope::widgets {

inline constexpr int kDotsPerInch = 96; // of logical pixels

struct DrawnShape
{
    QPainterPath path;
    QPen pen;     // may be none
    QBrush brush; // none, or of one colour
};

struct DrawnImage
{
    QImage image;
    QRectF place;
};

struct DrawnText // of one line and one font
{
    QString text;
    QFont font;
    QColor colour;
    QPointF baseline; // its left end
    double width = 0;
};

struct DrawnItem
{
    std::variant<DrawnShape, DrawnImage, DrawnText> what;
    QTransform transform; // of what, not of clip and box
    double opacity = 1;
    std::optional<QPainterPath> clip; // nothing: all of it is seen
    QRectF box;                       // what it covers at most
};

struct Drawing
{
    QSize size;
    std::vector<DrawnItem> items;

    void play(QPainter& painter) const;
};

// Calls `paint` with a painter whose strokes become the drawing. GUI thread only.
[[nodiscard]] Drawing recordDrawing(QSize size, const std::function<void(QPainter&)>& paint);

} // namespace stepscope::widgets

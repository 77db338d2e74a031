// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The paint device behind recordDrawing(): every call of QPainter becomes an item of a Drawing. It clips to what the
// painter says and to what widgets are clipped to, leaves out what is not seen at all, and moves lines that are painted
// without antialiasing by half a pixel, onto the pixels where a raster picture has them. Fills of more than one colour
// become images. GUI thread only.

#include "widgets/picture/drawing.h"

#include <QPaintDevice>
#include <QPaintEngine>
#include <QRegion>

namespace stepscope::widgets {

class DrawingEngine : public QPaintEngine
{
public:
    explicit DrawingEngine(Drawing& drawing);

    bool begin(QPaintDevice* device) override;
    bool end() override;
    void updateState(const QPaintEngineState& changed) override;
    void drawPath(const QPainterPath& path) override;
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override;
    void drawPixmap(const QRectF& place, const QPixmap& pixmap, const QRectF& source) override;
    void drawImage(const QRectF& place, const QImage& image, const QRectF& source, Qt::ImageConversionFlags) override;
    void drawTextItem(const QPointF& baseline, const QTextItem& text) override;
    [[nodiscard]] Type type() const override { return User; }

    using QPaintEngine::drawPolygon;

private:
    void addShape(QPainterPath path, bool isFilled);
    void addFill(const QPainterPath& path); // of more than one colour
    void add(DrawnItem item, const QRectF& extent);
    [[nodiscard]] QPainterPath shownArea() const;

    Drawing& m_drawing;
    QTransform m_transform;
    QPen m_pen;
    QBrush m_brush;
    QPointF m_brushOrigin;
    double m_opacity = 1;
    bool m_isSmooth = false;
};

class DrawingDevice : public QPaintDevice
{
public:
    explicit DrawingDevice(Drawing& drawing);
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_engine; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override;

private:
    QSize m_size;
    mutable DrawingEngine m_engine; // QPaintDevice asks for it as if it were no part of the device
};

} // namespace stepscope::widgets

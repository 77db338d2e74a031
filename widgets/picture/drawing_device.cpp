// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture/drawing_device.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPixmap>

#include <cmath>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr double kImageRatio = 2; // of what can only be kept as an image
constexpr double kPixelCentre = 0.5;

bool isOneColour(const QBrush& brush)
{
    return brush.style() == Qt::NoBrush || brush.style() == Qt::SolidPattern;
}

bool isRectangle(const QPainterPath& path)
{
    QPainterPath rectangle;
    rectangle.addRect(path.boundingRect());
    return path == rectangle;
}

// Intersecting paths costs much and leaves crumbs; nearly all clips are rectangles.
QPainterPath intersection(const QPainterPath& a, const QPainterPath& b)
{
    if (!isRectangle(a) || !isRectangle(b))
        return a.intersected(b);
    QPainterPath both;
    both.addRect(a.boundingRect().intersected(b.boundingRect()));
    return both;
}

} // namespace

DrawingEngine::DrawingEngine(Drawing& drawing)
    : QPaintEngine(AllFeatures)
    , m_drawing(drawing)
{
}

bool DrawingEngine::begin(QPaintDevice* /*device*/)
{
    setActive(true);
    return true;
}

bool DrawingEngine::end()
{
    setActive(false);
    return true;
}

void DrawingEngine::updateState(const QPaintEngineState& changed)
{
    const DirtyFlags dirty = changed.state();
    if (dirty & DirtyTransform)
        m_transform = changed.transform();
    if (dirty & DirtyPen)
        m_pen = changed.pen();
    if (dirty & DirtyBrush)
        m_brush = changed.brush();
    if (dirty & DirtyBrushOrigin)
        m_brushOrigin = changed.brushOrigin();
    if (dirty & DirtyOpacity)
        m_opacity = changed.opacity();
    if (dirty & DirtyHints)
        m_isSmooth = changed.renderHints().testFlag(QPainter::Antialiasing);
}

// What painter and widgets leave of the picture. The painter is asked each time: painters that are shared by widgets do
// not tell the engine of every clip that ends (Qt 6.4).
QPainterPath DrawingEngine::shownArea() const
{
    QPainterPath area;
    if (const QRegion widgets = systemClip(); !widgets.isEmpty())
        area.addRegion(widgets);
    else
        area.addRect(QRectF(QPointF(0, 0), QSizeF(m_drawing.size)));
    return painter()->hasClipping() ? intersection(area, m_transform.map(painter()->clipPath())) : area;
}

void DrawingEngine::add(DrawnItem item, const QRectF& extent)
{
    const QPainterPath area = shownArea();
    item.box = item.transform.mapRect(extent);
    if (area.isEmpty() || m_opacity <= 0 || !area.intersects(item.box))
        return;
    item.opacity = m_opacity;
    if (!area.contains(item.box))
        item.clip = area;
    m_drawing.items.push_back(std::move(item));
}

void DrawingEngine::addShape(QPainterPath path, bool isFilled)
{
    const bool isStroked = m_pen.style() != Qt::NoPen;
    const double reach = isStroked ? std::max(m_pen.widthF(), 1.0) : 0.0;
    const auto extentOf
        = [reach](const QPainterPath& of) { return of.boundingRect().adjusted(-reach, -reach, reach, reach); };
    if (isFilled && !isOneColour(m_brush)) {
        addFill(path);
        isFilled = false;
    }
    const bool isAligned = isStroked && !m_isSmooth && std::lround(m_pen.widthF()) % 2 == (m_pen.widthF() < 1 ? 0 : 1);
    QPen pen = m_pen;
    if (isAligned) {
        path.translate(kPixelCentre, kPixelCentre);
        if (pen.joinStyle() == Qt::BevelJoin) // cuts corners only where pixels are divided
            pen.setJoinStyle(Qt::MiterJoin);
    }
    const QBrush brush = isFilled ? m_brush : QBrush(Qt::NoBrush);
    if (isStroked || brush.style() != Qt::NoBrush)
        add({DrawnShape {path, pen, brush}, m_transform, 1, {}, {}}, extentOf(path));
}

void DrawingEngine::addFill(const QPainterPath& path)
{
    const QRect place = m_transform.mapRect(path.boundingRect()).toAlignedRect();
    const QRect seen = place.intersected(QRect(QPoint(0, 0), m_drawing.size));
    if (seen.isEmpty())
        return;
    QImage image(seen.size() * kImageRatio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kImageRatio);
    image.fill(Qt::transparent);
    {
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.translate(-seen.topLeft());
        painter.setTransform(m_transform, true);
        painter.setBrushOrigin(m_brushOrigin);
        painter.fillPath(path, m_brush);
    }
    add({DrawnImage {image, QRectF(seen)}, QTransform(), 1, {}, {}}, QRectF(seen));
}

void DrawingEngine::drawPath(const QPainterPath& path)
{
    addShape(path, true);
}

void DrawingEngine::drawPolygon(const QPointF* points, int count, PolygonDrawMode mode)
{
    if (count <= 0)
        return;
    QPainterPath path(points[0]);
    for (int i = 1; i < count; ++i)
        path.lineTo(points[i]);
    if (mode != PolylineMode)
        path.closeSubpath();
    path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    addShape(path, mode != PolylineMode);
}

void DrawingEngine::drawPixmap(const QRectF& place, const QPixmap& pixmap, const QRectF& source)
{
    drawImage(place, pixmap.toImage(), source, Qt::AutoColor);
}

void DrawingEngine::drawImage(
    const QRectF& place, const QImage& image, const QRectF& source, Qt::ImageConversionFlags /*flags*/)
{
    QImage part = source.toAlignedRect() == image.rect() ? image : image.copy(source.toAlignedRect());
    part.setDevicePixelRatio(1);
    add({DrawnImage {std::move(part), place}, m_transform, 1, {}, {}}, place);
}

void DrawingEngine::drawTextItem(const QPointF& baseline, const QTextItem& text)
{
    if (text.text().trimmed().isEmpty())
        return;
    DrawnText drawn {text.text(), text.font(), m_pen.color(), baseline, text.width()};
    drawn.font.setUnderline(text.renderFlags().testFlag(QTextItem::Underline));
    drawn.font.setStrikeOut(text.renderFlags().testFlag(QTextItem::StrikeOut));
    const QRectF box(baseline.x(), baseline.y() - text.ascent(), text.width(), text.ascent() + text.descent());
    add({std::move(drawn), m_transform, 1, {}, {}}, box);
}

DrawingDevice::DrawingDevice(Drawing& drawing)
    : m_size(drawing.size)
    , m_engine(drawing)
{
}

int DrawingDevice::metric(PaintDeviceMetric metric) const
{
    constexpr double kMillimetresPerInch = 25.4;
    switch (metric) {
    case PdmWidth:
        return m_size.width();
    case PdmHeight:
        return m_size.height();
    case PdmWidthMM:
        return static_cast<int>(std::lround(m_size.width() * kMillimetresPerInch / kDotsPerInch));
    case PdmHeightMM:
        return static_cast<int>(std::lround(m_size.height() * kMillimetresPerInch / kDotsPerInch));
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return kDotsPerInch;
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
    case PdmDepth:
        return 32;
    case PdmNumColors:
        return std::numeric_limits<int>::max();
    default:
        return QPaintDevice::metric(metric);
    }
}

Drawing recordDrawing(QSize size, const std::function<void(QPainter&)>& paint)
{
    Drawing drawing;
    drawing.size = size;
    DrawingDevice device(drawing);
    QPainter painter(&device);
    paint(painter);
    painter.end();
    return drawing;
}

} // namespace stepscope::widgets

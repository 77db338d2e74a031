// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_pictures.h"

#include <QElapsedTimer>
#include <QPainter>

namespace stepscope::widgets {

MemoryPictures::Picture::Picture(const MemoryTimelineData& data, const Theme& theme)
    : painter(data, theme)
    , strip(data)
{
}

void MemoryPictures::Picture::make(const MemoryFrame& wanted, QSize ofStrip)
{
    QElapsedTimer timer;
    timer.start();
    painter.paint(bands, wanted);
    if (!ofStrip.isEmpty())
        strip.paint(segments, wanted, ofStrip);
    frame = wanted;
    stripSize = ofStrip;
    cost = std::chrono::nanoseconds(timer.nsecsElapsed());
}

MemoryPictures::MemoryPictures(const MemoryTimelineData& data, const Theme& theme, QObject* parent)
    : QObject(parent)
    , m_pictures {Picture(data, theme), Picture(data, theme)}
    , m_surface(theme.surface)
{
    connect(&m_background, &BackgroundPaint::done, this, [this]() {
        turn();
        Q_EMIT changed();
    });
}

void MemoryPictures::beforeChange()
{
    m_background.wait();
}

void MemoryPictures::contentChanged(const Theme& theme)
{
    m_background.wait();
    m_surface = theme.surface;
    for (Picture& picture : m_pictures) {
        picture.painter.setTheme(theme);
        picture.strip.contentChanged(theme);
    }
    m_dirty = true;
}

void MemoryPictures::turn()
{
    m_front = 1 - m_front;
    ++m_count;
}

void MemoryPictures::ask(const MemoryFrame& frame, QSize strip, bool atOnce)
{
    if (!m_dirty && frame == front().frame && strip == front().stripSize)
        return;
    Picture& next = m_pictures[1 - m_front];
    // One without letters, or of another fineness, was taken for somebody else: it cannot stand in on the screen.
    const bool standsIn = front().frame.lettered == frame.lettered && front().frame.ratio == frame.ratio;
    if (m_dirty || atOnce || !standsIn || front().cost <= m_budget) {
        m_background.wait();
        next.make(frame, strip);
        m_dirty = false;
        turn();
    } else if (!m_background.isRunning()) {
        m_background.start([&next, frame, strip]() { next.make(frame, strip); });
    }
}

std::optional<MemoryTimelineStrip::Hit> MemoryPictures::segmentAt(QPointF position, const MemoryFrame& shown) const
{
    const double x = placeIn(shown).inverted().map(position).x();
    return front().strip.hitAt({x, position.y()});
}

QTransform MemoryPictures::placeIn(const MemoryFrame& shown) const
{
    const MemoryFrame& made = frame();
    if (shown == made)
        return {};
    const view::TimeScale from = made.scale();
    const view::TimeScale to = shown.scale();
    const double moved = view::timeDifference(from.start, to.start) + from.fraction - to.fraction;
    const double stretched = static_cast<double>(made.bytesPerPixel) * made.ratio
        / (static_cast<double>(shown.bytesPerPixel) * shown.ratio);
    return {from.nsPerPx / to.nsPerPx, 0, 0, stretched, moved / to.nsPerPx,
        shown.size.height() - made.size.height() * stretched};
}

void MemoryPictures::write(QPainter& painter, const QRect& canvas) const
{
    painter.save();
    painter.setClipRect(canvas);
    painter.translate(canvas.topLeft());
    front().painter.write(painter, front().frame);
    painter.restore();
}

void MemoryPictures::draw(QPainter& painter, const QRect& canvas, const QRect& strip, const MemoryFrame& shown) const
{
    const QTransform place = placeIn(shown);
    if (place.isIdentity()) {
        painter.drawImage(canvas.topLeft(), front().bands);
        if (!shown.lettered)
            write(painter, canvas);
        if (!strip.isEmpty())
            painter.drawImage(strip.topLeft(), front().segments);
        return;
    }
    const auto stretched = [&](const QRect& onto, const QImage& image, const QTransform& to) {
        painter.save();
        painter.setClipRect(onto);
        painter.fillRect(onto, m_surface);
        painter.translate(onto.topLeft());
        const QRectF whole(QPointF(0, 0), QSizeF(image.size()) / image.devicePixelRatio());
        const QRectF seen = to.inverted().mapRect(QRectF(QPointF(0, 0), onto.size())).intersected(whole);
        if (!seen.isEmpty())
            painter.drawImage(to.mapRect(seen), image,
                QRectF(seen.topLeft() * image.devicePixelRatio(), seen.size() * image.devicePixelRatio()));
        painter.restore();
    };
    stretched(canvas, front().bands, place);
    if (!strip.isEmpty())
        stretched(strip, front().segments, QTransform(place.m11(), 0, 0, 1, place.dx(), 0));
}

} // namespace stepscope::widgets

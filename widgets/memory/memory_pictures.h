// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pictures of a memory timeline, bands and segments: made at once where that takes less than a frame, else on
// another thread while the picture before is shown, moved and stretched to where it belongs; so zooming and panning
// never wait for bands. A picture that is shown for its own frame is exact. GUI thread only; data must outlive it.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/memory/background_paint.h"
#include "widgets/memory/memory_timeline_painter.h"
#include "widgets/memory/memory_timeline_strip.h"

#include <QImage>
#include <QTransform>

#include <array>
#include <chrono>

namespace stepscope::widgets {

class MemoryPictures : public QObject
{
    Q_OBJECT

public:
    MemoryPictures(const MemoryTimelineData& data, const Theme& theme, QObject* parent = nullptr);

    void beforeChange(); // the data is about to change: nobody reads it when this returns
    // The data has changed, what the painters keep of it too where that was more than marks; or the theme.
    void contentChanged(const Theme& theme);
    void marksChanged() { m_dirty = true; }
    // From this time on a picture is made on another thread. For tests, too.
    void setBudget(std::chrono::nanoseconds budget) { m_budget = budget; }

    // What is wanted now. Afterwards there is a picture, of this frame or (unless `atOnce`) of one before.
    void ask(const MemoryFrame& frame, QSize strip, bool atOnce = false);
    [[nodiscard]] bool isBusy() const { return m_background.isRunning(); }
    [[nodiscard]] bool isExact(const MemoryFrame& frame) const { return !m_dirty && frame == front().frame; }
    [[nodiscard]] std::uint64_t count() const { return m_count; } // made so far

    // Of the picture there is.
    [[nodiscard]] const MemoryFrame& frame() const { return front().frame; }
    [[nodiscard]] const view::BandPicture& bands() const { return front().painter.bands(); }
    [[nodiscard]] const std::vector<std::int32_t>& entries() const { return front().painter.entries(); }
    [[nodiscard]] std::optional<MemoryTimelineStrip::Hit> segmentAt(QPointF position, const MemoryFrame& shown) const;
    // Where its places lie on the canvas for which `shown` is wanted, in logical pixels.
    [[nodiscard]] QTransform placeIn(const MemoryFrame& shown) const;
    void draw(QPainter& painter, const QRect& canvas, const QRect& strip, const MemoryFrame& shown) const;

Q_SIGNALS:
    void changed(); // another picture is there

private:
    struct Picture
    {
        Picture(const MemoryTimelineData& data, const Theme& theme);
        void make(const MemoryFrame& wanted, QSize stripSize);

        MemoryTimelinePainter painter;
        MemoryTimelineStrip strip;
        MemoryFrame frame;
        QSize stripSize;
        QImage bands;
        QImage segments;
        std::chrono::nanoseconds cost {0};
    };
    [[nodiscard]] const Picture& front() const { return m_pictures[m_front]; }
    void turn();
    void write(QPainter& painter, const QRect& canvas) const;

    std::array<Picture, 2> m_pictures; // one is shown, the other is free to be made
    std::size_t m_front = 0;
    QColor m_surface;
    bool m_dirty = true; // must be made anew even for the same frame
    std::uint64_t m_count = 0;
    std::chrono::nanoseconds m_budget {std::chrono::milliseconds(12)};
    BackgroundPaint m_background; // last: waits for the thread before the pictures go
};

} // namespace stepscope::widgets

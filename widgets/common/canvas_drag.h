// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the canvases with a time axis do alike with the pointer: a press that moves far enough becomes a drag, which
// pans or, where it was asked for, marks a range; and how far a notch of the wheel goes. Plain state of one canvas;
// what a drag means there is the canvas's business. GUI thread only.

#include <QPointF>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace stepscope::widgets {

inline constexpr double kWheelNotch = 120; // its angle, eighths of a degree
inline constexpr double kWheelZoom = 1.3;  // of a notch
inline constexpr double kWheelPan = 80;    // px
inline constexpr double kWheelScroll = 54; // px: three rows

class CanvasDrag
{
public:
    enum class Kind : std::uint8_t
    {
        None,
        Pressed,
        Pan,
        Range
    };

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] bool lasts() const { return m_kind == Kind::Pan || m_kind == Kind::Range; }
    [[nodiscard]] bool wantsRange() const { return m_wantsRange; }
    [[nodiscard]] QPointF pressed() const { return m_pressed; } // where the button went down

    void press(QPointF position, bool wantsRange)
    {
        m_wantsRange = wantsRange;
        m_pressed = m_last = position;
        m_kind = Kind::Pressed;
    }
    // True when the press becomes a drag now, which began where it was; `sideways`: up and down is no drag there.
    bool begin(QPointF position, bool sideways = false)
    {
        constexpr double kFar = 3; // px
        const QPointF way = position - m_pressed;
        if (m_kind != Kind::Pressed || std::max(std::abs(way.x()), sideways ? 0.0 : std::abs(way.y())) < kFar)
            return false;
        m_kind = m_wantsRange ? Kind::Range : Kind::Pan;
        return true;
    }
    // From where it was last time.
    QPointF wayTo(QPointF position) { return position - std::exchange(m_last, position); }
    Kind end() { return std::exchange(m_kind, Kind::None); } // what it was

private:
    Kind m_kind = Kind::None;
    bool m_wantsRange = false;
    QPointF m_pressed;
    QPointF m_last;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where we look: the visible window of time, its bounds, the time under the pointer and the way back. One object per
// opened trace, shared by all views that have a time axis; no view keeps a range of its own (at most an eased picture
// of this one). Commands are exact and take effect at once; easing is the views' business. GUI thread only. Invariants:
// bounds span at least kMinimumSpan; the window lies inside the bounds and spans at least kMinimumSpan.

#include "core/view/time_scale.h"

#include <QObject>

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::widgets {

struct TimeRange // [start, end) in ns
{
    std::int64_t start = 0;
    std::int64_t end = 0;
    [[nodiscard]] std::int64_t length() const { return end - start; }
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

class TimeAxis : public QObject
{
    Q_OBJECT

public:
    static constexpr std::int64_t kMinimumSpan = 20; // ns

    explicit TimeAxis(QObject* parent = nullptr);

    [[nodiscard]] TimeRange bounds() const { return m_bounds; }
    [[nodiscard]] TimeRange range() const { return {m_window.start, m_window.end()}; } // all ns that are seen in part
    [[nodiscard]] const view::TimeWindow& window() const { return m_window; }
    [[nodiscard]] double width() const { return m_width; } // pixels
    [[nodiscard]] double nsPerPixel() const { return m_window.span / m_width; }
    [[nodiscard]] view::TimeScale scale() const { return {m_window, m_width}; }
    [[nodiscard]] std::optional<std::int64_t> cursor() const { return m_cursor; }
    // Whether the last change of the range was a jump or a zoom, which views ease, or direct manipulation such as a
    // drag, which they follow at once.
    [[nodiscard]] bool lastChangeIsEased() const { return m_eased; }
    [[nodiscard]] bool canGoBack() const { return !m_history.empty(); }
    [[nodiscard]] bool showsAll() const;

    void setBounds(std::int64_t start, std::int64_t end); // shows all of it and forgets the history
    void setWidth(double pixels);                         // the same range over another width
    void setCursor(std::optional<std::int64_t> time);

    // Exactly this range (clamped), without an entry in the history: for scroll bars and views that follow.
    void setRange(std::int64_t start, std::int64_t end);
    void setWindow(const view::TimeWindow& window, bool eased = false);

    // factor > 1 zooms in. The time (or the point) stays at its pixel unless the bounds are met.
    void zoomAt(std::int64_t time, double factor);
    void zoomAtPixel(double px, double factor);
    void panByPixels(double px);   // > 0 looks later; fractions of a pixel add up
    void panByNs(std::int64_t ns); // eased, as all below
    void centreOn(std::int64_t time);

    void fit(std::int64_t start, std::int64_t end, double margin = 0); // margin: share of the length on either side
    void fitAround(std::int64_t start, std::int64_t end); // with room on either side, more of it around a short event
    void fitAll();
    void back(); // to where we were before the last fit, or before the zooming and panning since

Q_SIGNALS:
    void rangeChanged();
    void boundsChanged();
    void cursorChanged();

private:
    enum class Move : std::uint8_t
    {
        Jump,
        Roam
    };
    void remember(Move move);
    void apply(view::TimeWindow window, bool eased);
    [[nodiscard]] view::TimeWindow clamped(view::TimeWindow window) const;
    [[nodiscard]] view::TimeWindow shifted(double ns) const;

    TimeRange m_bounds {0, 1000};
    view::TimeWindow m_window {0, 0, 1000};
    double m_width = 1000;
    std::optional<std::int64_t> m_cursor;
    std::vector<view::TimeWindow> m_history;
    bool m_eased = false;
    bool m_roaming = false; // zoom and pan steps in a row share one entry of the history
};

} // namespace stepscope::widgets

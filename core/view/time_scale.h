// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Times and pixels. A TimeWindow is the visible stretch of time; its start is a whole ns plus a fraction, so that
// zooming and dragging at a few ns a screen neither jump nor drift. A TimeScale maps a window to pixels (logical or
// device ones: whoever makes it decides). Pure values, O(1); differences of any two int64 times are safe. Edge rule: a
// slice covers the pixel columns [columnOf(start), columnOf(end)), and at least one column. Slices that touch in time
// therefore touch in pixels and never overlap.

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::view {

// a - b without overflow, as a real number: exact up to 2^53 ns (104 days).
[[nodiscard]] double timeDifference(std::int64_t a, std::int64_t b);
// base + offset, kept inside int64; the fraction of `offset` is floored away and returned in [0, 1).
struct SplitTime
{
    std::int64_t whole = 0;
    double fraction = 0;
};
[[nodiscard]] SplitTime addTime(std::int64_t base, double offset);

struct TimeWindow
{
    std::int64_t start = 0; // ns
    double fraction = 0;    // of a ns, [0, 1), on top of start
    double span = 1;        // ns, > 0

    [[nodiscard]] std::int64_t end() const; // first whole ns at or after the right edge
    friend bool operator==(const TimeWindow&, const TimeWindow&) = default;
};

// The window on the way from one to another, at share 0 to 1. A time that lies at the same relative place in both stays
// there all the way.
[[nodiscard]] TimeWindow interpolate(const TimeWindow& from, const TimeWindow& to, double share);

struct TimeScale
{
    std::int64_t start = 0;
    double fraction = 0;
    double nsPerPx = 1;

    TimeScale() = default;
    TimeScale(const TimeWindow& window, double widthPx);

    [[nodiscard]] double toPx(std::int64_t time) const { return (timeDifference(time, start) - fraction) / nsPerPx; }
    [[nodiscard]] std::int64_t edgeOf(std::int64_t time) const; // nearest pixel edge, kept within ±2^40
    [[nodiscard]] std::int64_t toNs(double px) const;           // the whole ns that contains this point
    friend bool operator==(const TimeScale&, const TimeScale&) = default;
};

// Largest power of two of ns that is at most one pixel, and at least 1.
[[nodiscard]] std::int64_t resolutionFor(double nsPerPx);

// ---- ruler ----

// Smallest step of 1, 2 or 5 times a power of ten ns that is at least minimumPx pixels wide.
[[nodiscard]] std::int64_t tickStep(double nsPerPx, double minimumPx);

// A time as far as it means something at `resolution` ns: "33.02 ms", "1.234 567 s", "567 ns".
[[nodiscard]] std::string preciseTime(std::int64_t ns, std::int64_t resolution);

struct Tick
{
    std::int64_t time = 0; // ns, the trace's own clock
    bool major = false;    // has a label
    std::string label;
};
struct RulerTicks
{
    std::string base; // "1.234 s" when labels count from there ("+567 µs"); empty when they count from the origin
    std::vector<Tick> ticks; // ascending
};
// Ticks of a window `widthPx` pixels wide; labels count from `origin` and are at least `labelPx` pixels apart.
[[nodiscard]] RulerTicks rulerTicks(const TimeWindow& window, double widthPx, std::int64_t origin, double labelPx);

} // namespace stepscope::view

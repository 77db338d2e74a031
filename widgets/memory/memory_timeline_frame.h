// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where things are in one picture of the memory timeline: entries in columns, bytes in lines. A lane for flags and the
// names of steps lies above the bands. Plain values made for one paint; logical pixels unless said otherwise.

#include "core/view/time_scale.h"

#include <QSize>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace stepscope::widgets {

struct MemoryFrame
{
    static constexpr int kLane = 20;

    view::TimeWindow window;
    QSize size;                      // of the canvas
    double ratio = 1;                // device pixels for each logical one
    std::uint64_t bytesPerPixel = 1; // of the device
    bool lettered = true;            // texts are part of the picture

    [[nodiscard]] int columns() const { return static_cast<int>(std::lround(size.width() * ratio)); } // device
    [[nodiscard]] int lines() const { return static_cast<int>(std::lround(size.height() * ratio)); }  // device
    [[nodiscard]] int bandLines() const                                                               // device
    {
        return std::max(1, lines() - static_cast<int>(std::lround(kLane * ratio)));
    }
    [[nodiscard]] view::TimeScale deviceScale() const { return {window, static_cast<double>(columns())}; }
    [[nodiscard]] view::TimeScale scale() const { return {window, static_cast<double>(size.width())}; }
    [[nodiscard]] std::uint64_t top() const { return bytesPerPixel * static_cast<std::uint64_t>(bandLines()); }
    [[nodiscard]] double yOf(std::uint64_t bytes) const
    {
        return size.height() - static_cast<double>(bytes) / static_cast<double>(bytesPerPixel) / ratio;
    }
    friend bool operator==(const MemoryFrame&, const MemoryFrame&) = default;
};

} // namespace stepscope::widgets

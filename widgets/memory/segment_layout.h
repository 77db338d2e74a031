// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the segments of an allocator's state stand in a picture: by stream and pool under a line of text each, one
// after the other at one scale, larger ones than a line going on in the next. Pure geometry in logical pixels.
// O(segments).

#include "core/model/memory_state.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::widgets {

struct SegmentGroup
{
    QString title; // "default stream · default pool · 12 segments, 3.2 GiB, 2.9 GiB allocated"
    int top = 0;   // of the title
};

struct SegmentPlace
{
    std::uint32_t segment = 0; // index into MemoryState::segments
    int line = 0;              // top of the first line it stands on
    double x = 0;              // its start on that line; a segment that goes on starts the next lines at 0
};

struct SegmentPart // what of a segment, or of a block in it, stands on one line
{
    int top = 0;
    double from = 0;
    double to = 0;
};

class SegmentLayout
{
public:
    static constexpr int kTitleHeight = 20;
    static constexpr int kLineHeight = 14;
    static constexpr int kLineStep = 17; // a line with the space below it
    static constexpr int kMargin = 8;
    static constexpr int kSegmentGap = 2;

    SegmentLayout() = default;
    SegmentLayout(
        const model::SnapshotRecord& record, const model::MemoryState& state, int width, double bytesPerPixel);

    // The scale at which the state fills an area of this size without scrolling, as far as that is possible.
    [[nodiscard]] static double fittingScale(
        const model::SnapshotRecord& record, const model::MemoryState& state, int width, int height);

    [[nodiscard]] int height() const { return m_height; }
    [[nodiscard]] const std::vector<SegmentGroup>& groups() const { return m_groups; }
    [[nodiscard]] const std::vector<SegmentPlace>& places() const { return m_places; }
    // The lines that bytes [from, to) of a segment stand on. Widths are exact, below a pixel too.
    [[nodiscard]] std::vector<SegmentPart> parts(const SegmentPlace& place, std::uint64_t from, std::uint64_t to) const;
    // The byte of the segment under a point, where one stands there.
    struct Hit
    {
        std::uint32_t segment = 0;
        std::uint64_t offset = 0;
    };
    [[nodiscard]] std::optional<Hit> at(const model::MemoryState& state, double x, double y) const;

private:
    void place(const model::MemoryState& state, const std::vector<std::uint32_t>& segments);
    [[nodiscard]] double lineWidth() const { return m_width - 2 * kMargin; }

    int m_width = 0;
    double m_bytesPerPixel = 1;
    int m_height = 0;
    std::vector<SegmentGroup> m_groups;
    std::vector<SegmentPlace> m_places; // in the order of their lines
};

} // namespace stepscope::widgets

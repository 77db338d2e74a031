// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The bands of a memory history as pixels. Every pixel column shows one entry, the one with the highest total of those
// it stands for, so that peaks are kept at every zoom; from the bottom up the pieces that live there, oldest first. A
// pixel covers bytesPerPixel bytes and belongs to the piece with most bytes in it (the lower one of equals): thicker
// pieces are exact to the pixel, thinner ones merge into the largest around them. The top pixel is drawn when at least
// half of it is covered; what is not empty has at least one pixel. Cost of a picture: one pass over the entries in view
// (skipping what lives shorter than a column) and over the part of each column that differs from the one before.

#include "core/view/memory_lifetimes.h"
#include "core/view/memory_stack.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::view {

struct BandRun
{
    std::uint32_t piece = 0;
    std::int32_t top = 0; // covers the pixels from the top of the run below it (0 at the bottom) up to this one
    friend bool operator==(const BandRun&, const BandRun&) = default;
};

struct BandColumn
{
    static constexpr std::int32_t kNothing = model::kBeforeHistory - 1;
    std::int32_t entry = kNothing;
    std::uint32_t runs = 0; // first and past the last in BandPicture::runs; columns that are equal share them
    std::uint32_t runsEnd = 0;
};

struct BandPicture
{
    std::uint64_t bytesPerPixel = 1;
    std::int32_t height = 0;
    std::vector<BandColumn> columns;
    std::vector<BandRun> runs;

    [[nodiscard]] std::span<const BandRun> runsOf(const BandColumn& column) const
    {
        return std::span<const BandRun>(runs).subspan(column.runs, column.runsEnd - column.runs);
    }
    // The piece drawn at a pixel, counted from the left and from the bottom; nothing where it is empty. O(log runs).
    [[nodiscard]] std::optional<std::uint32_t> pieceAt(std::int32_t column, std::int32_t pixel) const;
};

// Smallest whole number of bytes for a pixel with which `top` bytes fit into `height` pixels; at least 1.
[[nodiscard]] std::uint64_t bytesPerPixelFor(std::uint64_t top, std::int32_t height);

// The entry each column shows, kNothing for columns without any.
[[nodiscard]] std::vector<std::int32_t> shownEntries(const CurvePeaks& peaks, std::span<const EntrySpan> columns);

// Lays out the pieces that live at each of `entries` (they ascend, but for kNothing), on all cores where there is much
// to do. Keeps its memory between pictures. Not thread-safe.
class BandLayout
{
public:
    explicit BandLayout(const LifetimeIndex& index)
        : m_index(index)
    {
    }
    void layOut(
        std::span<const std::int32_t> entries, std::uint64_t bytesPerPixel, std::int32_t height, BandPicture& picture);

private:
    class Part // neighbouring columns
    {
    public:
        explicit Part(const LifetimeIndex& index)
            : m_index(&index)
        {
        }
        void layOut(std::span<const std::int32_t> entries, std::uint64_t bytesPerPixel, std::int32_t height);
        [[nodiscard]] const BandPicture& picture() const { return m_picture; }

    private:
        void moveTo(std::int32_t entry);
        void writeRuns(BandColumn& column, const BandColumn* before);
        [[nodiscard]] std::int32_t unchangedPixels() const;
        void copyRuns(const BandColumn& from, std::int32_t kept);

        const LifetimeIndex* m_index;
        LiveStack m_stack;
        BandPicture m_picture;
        std::size_t m_born = 0; // pieces before this one were looked at
    };
    [[nodiscard]] std::size_t partsOf(std::size_t columns) const;

    const LifetimeIndex& m_index;
    std::vector<Part> m_parts;
};

} // namespace stepscope::view

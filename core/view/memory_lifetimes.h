// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which pieces live at an entry, and where a stretch of entries is highest: what the bands of a memory history are made
// of, for allocations and for segments alike. Pieces are numbered in order of birth, so those born by an entry are a
// run; of that run a pyramid over the deaths (16 : 1) gives those that still live. Built in O(pieces + entries), some
// 0.3 bytes each; a query costs O(found + log pieces) where the found lie close. Keeps views on the columns: they must
// outlive it. Immutable, safe from any thread.

#include "core/util/range_max.h"
#include "core/view/memory_axis.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::view {

// A curve with one value an entry, and one before them.
struct CurveView
{
    std::uint64_t initial = 0;
    std::span<const std::uint64_t> values;

    CurveView() = default;
    CurveView(std::uint64_t before, std::span<const std::uint64_t> of)
        : initial(before)
        , values(of)
    {
    }
    explicit CurveView(const model::MemoryCurve& curve)
        : initial(curve.initial)
        , values(curve.value.span())
    {
    }
    [[nodiscard]] std::uint64_t at(std::int32_t entry) const
    {
        return entry < 0 ? initial : values[static_cast<std::size_t>(entry)];
    }
};

// The highest point of any stretch of a curve, in O(log entries).
class CurvePeaks
{
public:
    CurvePeaks() = default;
    explicit CurvePeaks(const CurveView& curve);
    [[nodiscard]] const CurveView& curve() const { return m_curve; }
    [[nodiscard]] std::int32_t highest(EntrySpan span) const; // not empty; the first of equals

private:
    CurveView m_curve;
    RangeMax m_index;
};

struct Lifetimes
{
    std::span<const std::int32_t> born; // ascending; kBeforeHistory, or the entry
    std::span<const std::int32_t> died; // lives at i where born <= i < died
    std::span<const std::uint64_t> size;
};

class LifetimeIndex
{
public:
    LifetimeIndex() = default;
    explicit LifetimeIndex(const Lifetimes& lifetimes);

    [[nodiscard]] const Lifetimes& lifetimes() const { return m_lifetimes; }
    [[nodiscard]] std::size_t count() const { return m_lifetimes.born.size(); }
    [[nodiscard]] bool livesAt(std::size_t piece, std::int32_t entry) const
    {
        return m_lifetimes.born[piece] <= entry && entry < m_lifetimes.died[piece];
    }
    [[nodiscard]] std::size_t bornBy(std::int32_t entry) const; // how many; they come first. O(log pieces)

    // visit(piece) for each of pieces [first, last) that dies after `entry`, ascending.
    template <class Visit>
    void eachDyingAfter(std::size_t first, std::size_t last, std::int32_t entry, const Visit& visit) const
    {
        while (first < last) {
            if (const std::size_t next = skipDead(first, entry); next > first) {
                first = next;
                continue;
            }
            if (m_lifetimes.died[first] > entry)
                visit(first);
            ++first;
        }
    }

    // The piece that covers this byte of the stack at `entry`, oldest at the bottom; count() above the top.
    [[nodiscard]] std::size_t pieceAt(std::int32_t entry, std::uint64_t byte) const;

private:
    static constexpr std::size_t kFanBits = 4;

    // Where the largest group that starts at `first` and is dead by `entry` ends; `first` where there is none.
    [[nodiscard]] std::size_t skipDead(std::size_t first, std::int32_t entry) const;

    Lifetimes m_lifetimes;
    std::vector<std::vector<std::int32_t>> m_lastDeaths; // [level][group of 16^(level + 1) pieces]
};

} // namespace stepscope::view

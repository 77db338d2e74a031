// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The spans of one run at coarse resolutions, kept: what querySpans() would find again and again when far more slices
// than pixels lie in view. Possible because buckets are absolute: the spans of twice the resolution follow from these
// without a look at the slices. Levels begin where a bucket holds some tens of slices on average and so take less than
// 4 bytes a slice in all; runs with fewer slices, and finer resolutions, are asked directly. Built once in O(slices /
// 16 · log), immutable afterwards. Answers are the same to the bit as those of querySpans().

#include "core/view/span_query.h"

#include <span>
#include <vector>

namespace stepscope::view {

class SpanLevels
{
public:
    SpanLevels() = default; // holds nothing
    explicit SpanLevels(const SliceRun& run);

    [[nodiscard]] bool holds(std::int64_t resolution) const;

    struct Spans // in ascending order: `first` where count > 0, then `rest`
    {
        Span first {0, 0, {}, 0, 0};
        std::span<const Span> rest;
    };
    // What querySpans() gives for [t0, t1) of the same run. Only for resolutions it holds; valid as long as this is.
    [[nodiscard]] Spans query(const SliceRun& run, std::int64_t t0, std::int64_t t1, std::int64_t resolution) const;

private:
    [[nodiscard]] std::size_t levelOf(std::int64_t resolution) const;

    std::int64_t m_finest = 0; // resolution of m_levels[0]; each next one has twice that of the one before
    std::vector<std::vector<Span>> m_levels;
};

} // namespace stepscope::view

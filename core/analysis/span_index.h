// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which of a list of spans holds a moment: the one that started last among those that contain it. Spans may overlap.
// Built once in O(n), spans sorted by start; asked in O(log n). Spans that lie within many later ones are found only as
// long as at most kMaxLookBack shorter ones started after them: a hostile file must not make a question cost O(n).

#include "core/util/interval_ops.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace stepscope::analysis {

class SpanIndex
{
public:
    static constexpr std::uint32_t kNone = 0xffffffffU;
    static constexpr int kMaxLookBack = 64;

    SpanIndex() = default;
    explicit SpanIndex(std::vector<Interval> spansByStart)
        : m_spans(std::move(spansByStart))
    {
        std::int64_t latest = std::numeric_limits<std::int64_t>::min();
        m_latestEnd.reserve(m_spans.size());
        for (const Interval& span : m_spans)
            m_latestEnd.push_back(latest = std::max(latest, span.end));
    }

    [[nodiscard]] std::uint32_t at(std::int64_t time) const
    {
        const auto after = std::partition_point(
            m_spans.begin(), m_spans.end(), [time](const Interval& s) { return s.start <= time; });
        auto i = static_cast<std::size_t>(after - m_spans.begin());
        for (int n = 0; n < kMaxLookBack && i > 0; ++n) {
            --i;
            if (m_spans[i].end > time)
                return static_cast<std::uint32_t>(i);
            if (m_latestEnd[i] <= time)
                break;
        }
        return kNone;
    }

private:
    std::vector<Interval> m_spans;
    std::vector<std::int64_t> m_latestEnd; // of spans 0 … i
};

} // namespace stepscope::analysis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/category_columns.h"

#include "core/view/memory_stack.h"

#include <algorithm>
#include <limits>

namespace stepscope::view {

namespace {

std::int64_t asSigned(std::uint64_t bytes)
{
    return static_cast<std::int64_t>(std::min<std::uint64_t>(bytes, std::numeric_limits<std::int64_t>::max()));
}

} // namespace

CategoryColumns::CategoryColumns(const model::CategoryTimeline& timeline, const CurveView& total)
    : m_timeline(timeline)
    , m_positions(timeline.timeNs.span())
    , m_highest(total)
{
    m_negated.reserve(total.values.size());
    for (const std::uint64_t bytes : total.values)
        m_negated.push_back(-asSigned(bytes));
    m_lowest.build(m_negated);
}

std::int32_t CategoryColumns::lowest(EntrySpan span) const
{
    if (span.last < 0)
        return model::kBeforeHistory;
    const auto first = static_cast<std::size_t>(std::max(span.first, 0));
    const auto least
        = static_cast<std::int32_t>(m_lowest.query(m_negated, first, static_cast<std::size_t>(span.last) + 1));
    return span.first < 0 && totalAt(model::kBeforeHistory) <= totalAt(least) ? model::kBeforeHistory : least;
}

std::vector<CategoryColumn> CategoryColumns::columns(const TimeScale& scale, std::int32_t width) const
{
    std::vector<CategoryColumn> columns;
    columns.reserve(static_cast<std::size_t>(std::max(width, 0)));
    for (const EntrySpan& span : m_positions.columns(scale, width)) {
        CategoryColumn column;
        if (!span.empty())
            column = {m_highest.highest(span), lowest(span), false};
        columns.push_back(column);
    }
    return columns;
}

CategoryColumns::Tops CategoryColumns::tops(std::int32_t point, std::uint64_t bytesPerPixel) const
{
    Tops tops {};
    std::uint64_t sum = 0;
    for (std::size_t c = 0; c < tops.size(); ++c) {
        sum = saturatingSum(sum, m_timeline.at(c, point));
        const std::uint64_t pixel
            = sum / bytesPerPixel + (sum % bytesPerPixel >= bytesPerPixel - bytesPerPixel / 2 ? 1 : 0);
        tops[c] = static_cast<std::int32_t>(std::min<std::uint64_t>(pixel, std::numeric_limits<std::int32_t>::max()));
    }
    return tops;
}

std::optional<std::size_t> categoryAt(const CategoryColumns::Tops& tops, std::int32_t pixel)
{
    const auto found = std::upper_bound(tops.begin(), tops.end(), pixel);
    return found == tops.end() || pixel < 0 ? std::nullopt
                                            : std::optional(static_cast<std::size_t>(found - tops.begin()));
}

} // namespace stepscope::view

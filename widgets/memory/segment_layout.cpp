// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/segment_layout.h"

#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace stepscope::widgets {

namespace {

using GroupKey = std::tuple<model::PoolIndex, model::StreamIndex, bool>; // small segments after large ones

QString titleOf(const model::SnapshotRecord& record, const model::MemoryState& state, const GroupKey& key,
    const std::vector<std::uint32_t>& segments)
{
    std::uint64_t reserved = 0;
    std::uint64_t allocated = 0;
    for (const std::uint32_t index : segments) {
        reserved += state.segments[index].size;
        allocated += state.segments[index].allocated;
    }
    const auto& [pool, stream, small] = key;
    return QStringList {poolText(record, pool), streamText(record, stream),
        small ? QStringLiteral("small blocks") : QStringLiteral("large blocks"),
        countedText(segments.size(), QStringLiteral("segment"), QStringLiteral("segments")),
        QStringLiteral("%1 of %2 allocated").arg(bytesText(allocated), bytesText(reserved))}
        .join(QStringLiteral(" · "));
}

} // namespace

SegmentLayout::SegmentLayout(
    const model::SnapshotRecord& record, const model::MemoryState& state, int width, double bytesPerPixel)
    : m_width(std::max(width, 4 * kMargin))
    , m_bytesPerPixel(std::max(bytesPerPixel, 1.0))
{
    std::map<GroupKey, std::vector<std::uint32_t>> groups;
    for (std::size_t i = 0; i < state.segments.size(); ++i) {
        const model::StateSegment& segment = state.segments[i];
        groups[{segment.pool, segment.stream, !segment.large}].push_back(static_cast<std::uint32_t>(i));
    }
    m_places.reserve(state.segments.size());
    m_height = kMargin / 2;
    for (const auto& [key, segments] : groups) {
        m_groups.push_back({titleOf(record, state, key, segments), m_height});
        m_height += kTitleHeight;
        place(state, segments);
        m_height += kLineStep + kMargin / 2;
    }
}

// From the current height on; leaves it at the top of the last line.
void SegmentLayout::place(const model::MemoryState& state, const std::vector<std::uint32_t>& segments)
{
    double x = 0;
    for (const std::uint32_t index : segments) {
        const double width = static_cast<double>(state.segments[index].size) / m_bytesPerPixel;
        // Only what is longer than a whole line is broken.
        if (x > 0 && x + std::min(width, lineWidth()) > lineWidth()) {
            x = 0;
            m_height += kLineStep;
        }
        m_places.push_back({index, m_height, x});
        const double end = x + width;
        const double lines = std::floor(end / lineWidth());
        m_height += static_cast<int>(lines) * kLineStep;
        // Where segments are thin the gaps must not outshine them.
        x = end - lines * lineWidth() + std::min(double {kSegmentGap}, width / 4);
    }
}

double SegmentLayout::fittingScale(
    const model::SnapshotRecord& record, const model::MemoryState& state, int width, int height)
{
    constexpr int kHalvings = 24;
    double largest = 1;
    for (const model::StateSegment& segment : state.segments)
        largest = std::max(largest, static_cast<double>(segment.size));
    // At the smallest scale the largest segment is a pixel, at the largest it takes a whole area.
    double coarse = largest;
    double fine = std::max(1.0, largest / (static_cast<double>(width) * std::max(1, height / kLineStep)));
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = std::sqrt(coarse * fine);
        (SegmentLayout(record, state, width, middle).height() <= height ? coarse : fine) = middle;
    }
    return coarse;
}

std::vector<SegmentPart> SegmentLayout::parts(const SegmentPlace& place, std::uint64_t from, std::uint64_t to) const
{
    std::vector<SegmentPart> parts;
    double start = place.x + static_cast<double>(from) / m_bytesPerPixel;
    const double end = place.x + static_cast<double>(to) / m_bytesPerPixel;
    while (start < end) {
        const double line = std::floor(start / lineWidth());
        const double lineEnd = (line + 1) * lineWidth();
        const double stop = std::min(end, lineEnd);
        parts.push_back({place.line + static_cast<int>(line) * kLineStep, kMargin + start - line * lineWidth(),
            kMargin + stop - line * lineWidth()});
        start = lineEnd;
    }
    return parts;
}

std::optional<SegmentLayout::Hit> SegmentLayout::at(const model::MemoryState& state, double x, double y) const
{
    const double column = x - kMargin;
    if (column < 0 || column >= lineWidth())
        return std::nullopt;
    // The last one that starts at or before this point of reading.
    auto after = std::upper_bound(m_places.begin(), m_places.end(), std::pair(y, column),
        [](const std::pair<double, double>& point, const SegmentPlace& place) {
            return point.first < place.line || (point.first < place.line + kLineStep && point.second < place.x);
        });
    if (after == m_places.begin())
        return std::nullopt;
    const SegmentPlace& place = *--after;
    const double line = std::floor((y - place.line) / kLineStep);
    if (y - place.line - line * kLineStep >= kLineHeight)
        return std::nullopt;
    const double offset = (line * lineWidth() + column - place.x) * m_bytesPerPixel;
    const std::uint64_t size = state.segments[place.segment].size;
    if (offset < 0 || offset >= static_cast<double>(size))
        return std::nullopt;
    return Hit {place.segment, std::min(static_cast<std::uint64_t>(offset), size - 1)};
}

} // namespace stepscope::widgets

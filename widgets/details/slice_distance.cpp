// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/slice_distance.h"

#include "widgets/details/detail_text.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr int kName = 40;

std::int64_t difference(std::int64_t from, std::int64_t to)
{
    std::int64_t result = 0;
    if (__builtin_sub_overflow(to, from, &result))
        return to < from ? std::numeric_limits<std::int64_t>::min() + 1 : std::numeric_limits<std::int64_t>::max();
    return result;
}

} // namespace

Distance distanceBetween(const model::Trace& trace, SliceId a, SliceId b)
{
    const auto start = [&trace](SliceId id) { return trace.slices.start[id.index()]; };
    Distance distance {a, b};
    if (start(b) < start(a))
        std::swap(distance.first, distance.second);
    distance.startToStart = difference(start(distance.first), start(distance.second));
    distance.endToStart = difference(trace.slices.end(distance.first), start(distance.second));
    distance.startToEnd = difference(start(distance.first), std::max(trace.slices.end(a), trace.slices.end(b)));
    return distance;
}

QString distanceText(const model::Trace& trace, const Distance& distance)
{
    const auto name = [&trace](SliceId id) { return elideMiddle(linkNameOf(trace, id), kName); };
    const bool apart = distance.apart();
    return QStringLiteral("From %1 to %2\nstart to start: %3\n%4: %5\nstart to last end: %6")
        .arg(name(distance.first), name(distance.second), durationText(distance.startToStart),
            apart ? QStringLiteral("end to start") : QStringLiteral("overlap"),
            durationText(apart ? distance.endToStart : -distance.endToStart), durationText(distance.startToEnd));
}

QString distanceLabel(const Distance& distance)
{
    return distance.apart() ? QStringLiteral("%1 end to start").arg(durationText(distance.endToStart))
                            : QStringLiteral("%1 start to start").arg(durationText(distance.startToStart));
}

DetailSection distanceSection(const model::Trace& trace, const Distance& distance, SliceId to)
{
    DetailSection section {QStringLiteral("Measured to %1").arg(elideMiddle(linkNameOf(trace, to), kName)), {}};
    section.lines << detailLine(QStringLiteral("Start to start"), durationText(distance.startToStart))
                  << (distance.apart() ? detailLine(QStringLiteral("End to start"), durationText(distance.endToStart))
                                       : detailLine(QStringLiteral("Overlap"), durationText(-distance.endToStart)))
                  << detailLine(QStringLiteral("Start to end"), durationText(distance.startToEnd));
    return section;
}

} // namespace stepscope::widgets

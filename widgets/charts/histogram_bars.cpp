// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/histogram_bars.h"

#include "widgets/details/detail_text.h"

namespace stepscope::widgets {

BarsData histogramBars(
    const analysis::DurationHistogram& histogram, std::optional<std::int64_t> marked, const Theme& theme)
{
    BarsData data;
    data.legend = false;
    data.yTitle = QStringLiteral("calls");
    data.counts = true;
    data.empty = histogram.untimed > 0 ? QStringLiteral("No duration of these slices can be trusted.")
                                       : QStringLiteral("No slice of this name lies in what is looked at.");
    if (marked)
        data.marked = histogram.barOf(*marked);
    data.sets.push_back({QStringLiteral("calls"), blend(theme.surface, theme.accent, 0.55), {}, {}});
    if (data.marked)
        data.sets.push_back({QStringLiteral("with the selected slice"), theme.accent, {}, {}});
    for (std::size_t bar = 0; bar < histogram.counts.size(); ++bar) {
        const bool isMarked = data.marked == bar;
        const auto count = static_cast<double>(histogram.counts[bar]);
        data.sets[0].values.push_back(isMarked ? 0 : count);
        if (data.marked)
            data.sets[1].values.push_back(isMarked ? count : 0);
        data.tips.push_back(
            QStringLiteral("%1 to %2: %3")
                .arg(durationText(histogram.edges[bar]), durationText(histogram.edges[bar + 1]),
                    countedText(histogram.counts[bar], QStringLiteral("call"), QStringLiteral("calls"))));
    }
    for (std::size_t edge = 0; edge < histogram.edges.size(); ++edge)
        data.ticks.emplace_back(static_cast<double>(edge) - 0.5, durationText(histogram.edges[edge]));
    return data;
}

QString histogramText(const analysis::DurationHistogram& histogram)
{
    if (histogram.counted == 0)
        return {};
    QString text
        = QStringLiteral("%1, %2 to %3, median %4")
              .arg(countedText(histogram.counted, QStringLiteral("call"), QStringLiteral("calls")),
                  durationText(histogram.minNs), durationText(histogram.maxNs), durationText(histogram.medianNs));
    if (histogram.untimed > 0)
        text += QStringLiteral("; %1 without a duration that can be trusted").arg(countText(histogram.untimed));
    return text;
}

} // namespace stepscope::widgets

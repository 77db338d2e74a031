// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Prepared texts for the labels on slices: one QStaticText for each name, kind and width class (steps of 8 px). What
// does not fit is cut to its telling end first ("mm" of "aten::mm") and then elided in the middle. Laying out text is
// what costs; drawing a prepared one is cheap. Owned by a painter, GUI thread only. Holds at most kLimit texts and
// starts anew beyond that.

#include "widgets/timeline/timeline_data.h"

#include <QFont>
#include <QFontMetricsF>
#include <QStaticText>

#include <optional>
#include <unordered_map>

namespace stepscope::widgets {

struct Label
{
    QStaticText text;
    qreal width = 0;
};

class LabelCache
{
public:
    static constexpr std::size_t kLimit = 20'000;

    LabelCache(const TimelineData& data, const QFont& font);

    [[nodiscard]] const QFont& font() const { return m_font; }
    [[nodiscard]] qreal textHeight() const { return m_metrics.height(); }
    [[nodiscard]] std::size_t size() const { return m_labels.size(); }

    // The longest form of the slice's name that fits in `available` px; null when nothing telling does.
    // Valid until the next call.
    [[nodiscard]] const Label* label(SliceId slice, qreal available);

private:
    struct Name
    {
        QString text;
        qreal width = 0;
    };
    const Name& name(SliceId slice, std::uint64_t key);
    [[nodiscard]] std::optional<Label> makeLabel(const Name& name, qreal available) const;

    const TimelineData& m_data;
    QFont m_font;
    QFontMetricsF m_metrics;
    std::unordered_map<std::uint64_t, Name> m_names;                  // by name and kind
    std::unordered_map<std::uint64_t, std::optional<Label>> m_labels; // … and width class
};

} // namespace stepscope::widgets

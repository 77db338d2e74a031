// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Words for marks: what is written on a gap, a wall and a sync flag, and what a card says about them. Pure functions of
// the figures, GUI thread only because of translation.

#include "widgets/timeline/item_text.h"
#include "widgets/timeline/mark_ref.h"
#include "widgets/timeline/timeline_marks.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace stepscope::widgets {

// "DataLoader", "Python / dispatch", ".item()": what kept the GPU waiting, as short as it can be said.
[[nodiscard]] QString causeWord(const TimelineData& data, const analysis::GapPart& part);
[[nodiscard]] QString causeWord(analysis::IdleCause cause);      // where nothing more is known
[[nodiscard]] QString shortCauseWord(analysis::IdleCause cause); // one word, where there is no room for more
[[nodiscard]] QString roughDuration(std::int64_t ns); // "16 ms", "1.6 s": two digits, where there is no room for more
[[nodiscard]] QString wallText(const analysis::Wall& wall); // "412 kernels · median 6 µs · busy 15 %"
// The longest form that fits, down to "412 kernels"; nothing where that is too long.
[[nodiscard]] QString wallLabel(const analysis::Wall& wall, const std::function<bool(const QString&)>& fits);
[[nodiscard]] QString syncCall(const TimelineData& data, SliceId call); // ".item()" or the call's name

// Parts of a gap, longest first; those of one cause and activity together.
struct CauseSum
{
    const analysis::GapPart* part = nullptr; // the first of them
    std::int64_t ns = 0;
};
[[nodiscard]] std::vector<CauseSum> causesOf(std::span<const analysis::GapPart> parts);

[[nodiscard]] ItemText markText(const TimelineData& data, const TimelineMarks& marks, const MarkRef& mark);

// What the figures add to the card of a slice: how much of a communication is exposed, the statistics of a step.
[[nodiscard]] QStringList markLines(const TimelineData& data, const TimelineMarks& marks, SliceId slice);

[[nodiscard]] MarkContext markContext(const TimelineMarks& marks, const MarkRef& mark);

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Small helpers that turn core's values into the words and figures of the detail panels. Pure.

#include "core/model/event_kind.h"
#include "core/model/slice_table.h"
#include "core/model/trace.h"
#include "core/util/time.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <string_view>

namespace stepscope::widgets {

[[nodiscard]] inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
[[nodiscard]] QString countText(std::uint64_t count);
[[nodiscard]] QString countedText(
    std::uint64_t count, const QString& one, const QString& many); // "1 event", "7 events"
[[nodiscard]] QString durationText(std::int64_t ns);
[[nodiscard]] QString exactNsText(std::int64_t ns);                               // "41 407 ns"
[[nodiscard]] QString exactTimeText(std::int64_t ns);                             // "4458676983543.183 µs"
[[nodiscard]] QString relativeTimeText(std::int64_t ns, std::int64_t rangeStart); // "+85.2 ms"; safe for any two times

// Cuts the middle out, keeping both telling ends.
[[nodiscard]] QString elideMiddle(const QString& text, int limit);
// A slice's name where it is one of many: kernels without C++ noise, at most 120 characters.
inline constexpr int kLinkLimit = 120; // characters of the names of linked events
[[nodiscard]] QString linkNameOf(const model::Trace& trace, SliceId id);
[[nodiscard]] QString wholeLinkNameOf(const model::Trace& trace, SliceId id); // however long it is

[[nodiscard]] QString kindText(model::EventKind kind);
[[nodiscard]] QStringList flagSentences(std::uint8_t flags); // SliceFlag in words
[[nodiscard]] QString phaseText(char phase);                 // "complete slice (X)"
[[nodiscard]] QString processText(const model::Process& process);
[[nodiscard]] QString deviceText(const model::Trace& trace, std::int32_t device);

} // namespace stepscope::widgets

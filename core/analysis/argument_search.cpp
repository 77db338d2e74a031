// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/argument_search.h"

#include <algorithm>

namespace stepscope::analysis {

namespace {

constexpr std::size_t kRawLimit = std::size_t {1} << 16U; // longer events are read in full at once

bool holds(const model::ArgValue& value, const std::function<bool(std::string_view)>& matches)
{
    for (const auto& [key, member] : value.members) {
        if ((!key.empty() && matches(key)) || holds(member, matches))
            return true;
    }
    return value.members.empty() && !value.text.empty() && matches(value.text);
}

// Whether the event can be told to be no hit from its bytes alone. Escapes may hide the text.
Expected<bool> isRuledOut(const model::ArgsProvider& args, std::uint64_t offset, const std::string& text)
{
    if (text.empty())
        return false;
    const auto raw = args.rawEventAt(offset, kRawLimit);
    if (!raw)
        return tl::unexpected(raw.error());
    return raw->size() < kRawLimit && raw->find('\\') == std::string::npos && !containsIgnoringCase(*raw, text);
}

Expected<bool> isHit(const model::ArgsProvider& args, std::uint64_t offset, const ArgumentSearch& search)
{
    const auto ruledOut = isRuledOut(args, offset, search.text);
    if (!ruledOut)
        return tl::unexpected(ruledOut.error());
    if (*ruledOut)
        return false;
    const auto event = args.eventAt(offset);
    if (!event)
        return event.error().errorClass == ErrorClass::Changed ? Expected<bool>(tl::unexpected(event.error())) : false;
    const model::ArgValue* arguments = event->find("args");
    return arguments != nullptr && holds(*arguments, search.matches);
}

std::vector<SliceId> inFileOrder(const model::Trace& trace, const std::vector<std::uint8_t>& categories)
{
    std::vector<SliceId> slices;
    for (std::size_t i = 0; i < trace.slices.size(); ++i) {
        const std::uint16_t category = trace.slices.category[i];
        if (categories.empty() || (category < categories.size() && categories[category] != 0))
            slices.emplace_back(i);
    }
    std::sort(slices.begin(), slices.end(),
        [&trace](SliceId a, SliceId b) { return trace.slices.offset(a) < trace.slices.offset(b); });
    return slices;
}

} // namespace

Expected<bool> searchArguments(const model::Trace& trace, const ArgumentSearch& search,
    const std::function<void(SliceId)>& found, Progress& progress, const std::stop_token& stop)
{
    if (!trace.args)
        return true;
    progress.bytesTotal = trace.file.textBytes;
    for (const SliceId slice : inFileOrder(trace, search.categories)) {
        if (stop.stop_requested())
            return false;
        const std::uint64_t offset = trace.slices.offset(slice);
        progress.bytesDone = offset;
        const auto hit = isHit(*trace.args, offset, search);
        if (!hit)
            return tl::unexpected(hit.error());
        if (!*hit)
            continue;
        ++progress.events;
        found(slice);
    }
    progress.bytesDone = trace.file.textBytes;
    return true;
}

} // namespace stepscope::analysis

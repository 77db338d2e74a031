// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/array_end.h"

#include <algorithm>

namespace stepscope::json {
namespace {

constexpr std::size_t kFirstLook = std::size_t {64} << 10U;
constexpr std::size_t kLongestTail = std::size_t {16} << 20U; // what follows is believed to end well behind that
constexpr std::size_t kEventsWithin = std::size_t {1} << 20U;

// What follows a document, if it ends before `at`.
ArrayEnd::Verdict judgeEnd(std::string_view text, std::size_t at, LookAhead& lookAhead)
{
    at = skipBlanks(text, at);
    if (at >= text.size())
        return ArrayEnd::Verdict::Sound;
    const bool other = text[at] == '[' || (text[at] == '{' && !isWholeEvent(text, at, lookAhead));
    return other ? ArrayEnd::Verdict::Trailing : ArrayEnd::Verdict::Unsound;
}

bool holdsEvent(std::string_view text, LookAhead& lookAhead)
{
    for (std::size_t at = text.find('{'); at != kNotFound; at = text.find('{', at + 1)) {
        if (startsLikeEvent(text, at) && isWholeEvent(text, at, lookAhead))
            return true;
    }
    return false;
}

} // namespace

Expected<ArrayEnd::Verdict> ArrayEnd::judgeRest(std::uint64_t offset, LookAhead& lookAhead)
{
    return m_isObject ? judge(offset, false, lookAhead) : Verdict::Unsound;
}

Expected<ArrayEnd::Verdict> ArrayEnd::judge(std::uint64_t offset, bool comma, LookAhead& lookAhead)
{
    for (std::size_t want = kFirstLook;; want *= 8) {
        const auto view = m_window.exactly(offset, want);
        if (!view)
            return tl::unexpected(view.error());
        const bool whole = m_window.reachesEnd(offset, want);
        ValueScan scan {ValueScan::Stop::Complete, 0};
        if (m_isObject) {
            scan = scanRestOfObject(*view, 0, !comma);
            lookAhead.spend(scan.at);
        }
        if (scan.stop == ValueScan::Stop::Broken)
            return Verdict::Unsound;
        // An open bracket in a damaged event would take all later events for a member of the document.
        if (scan.complete())
            return holdsEvent(view->substr(0, scan.at), lookAhead) ? Verdict::Unsound
                                                                   : judgeEnd(*view, scan.at, lookAhead);
        if (whole)
            return Verdict::Cut;
        if (want >= kLongestTail || want > lookAhead.budget())
            return Verdict::Sound;
    }
}

Expected<bool> ArrayEnd::isHere(std::uint64_t offset, LookAhead& lookAhead)
{
    const auto verdict = judge(offset + 1, lookAhead);
    if (!verdict)
        return tl::unexpected(verdict.error());
    if (*verdict != Verdict::Unsound)
        return true;
    const auto view = m_window.exactly(offset + 1, std::min(kEventsWithin, lookAhead.budget()));
    if (!view)
        return tl::unexpected(view.error());
    lookAhead.spend(view->size());
    return !holdsEvent(*view, lookAhead);
}

} // namespace stepscope::json

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where events start in a text, judged by their looks: used to cut a file into chunks (a wrong cut cannot pass: both
// chunks then fail the strict parser) and to find the way back after damage. Pure functions; O(bytes looked at).

#include "core/json/value_scan.h"

#include <cstddef>
#include <string_view>

namespace stepscope::json {

// True for the fields that the Trace Event Format gives an event.
[[nodiscard]] bool isEventField(std::string_view key);

// Longest text from a record's `}` to the colon behind the next one's first key that counts as a boundary.
inline constexpr std::size_t kLongestBoundary = std::size_t {4} << 10U;

// Position of the `{` in the first `}` `,` `{` `"key"` `:` (blanks between them allowed) whose `}` lies at or after
// `from` and whose key is a field of an event.
[[nodiscard]] std::size_t findRecordBoundary(std::string_view text, std::size_t from);

// As findRecordBoundary(), but the `}` may be missing: for text that is damaged.
[[nodiscard]] std::size_t findLikelyEvent(std::string_view text, std::size_t from);

// True when the `{` at `at` is followed by a field of an event.
[[nodiscard]] bool startsLikeEvent(std::string_view text, std::size_t at);

// Bytes that may still be spent on looking ahead in vain. Hostile text could make each byte look like an event's start;
// with a budget that grows with the bytes consumed, reading stays linear.
class LookAhead
{
public:
    static constexpr std::size_t kFarthest = std::size_t {4} << 20U; // for one event

    void consumed(std::size_t bytes) { m_budget = m_budget + 32 * bytes < kMost ? m_budget + 32 * bytes : kMost; }
    void spend(std::size_t bytes) { m_budget -= m_budget < bytes ? m_budget : bytes; }
    [[nodiscard]] std::size_t budget() const { return m_budget; }

private:
    static constexpr std::size_t kMost = std::size_t {256} << 20U;
    std::size_t m_budget = kMost;
};

// Does an event that nobody needs to repair start at `at`: an object by its grammar, with the member "ph"? EndOfText
// when the text ends before that can be told.
[[nodiscard]] ValueScan::Stop scanEvent(std::string_view text, std::size_t at, LookAhead& lookAhead);

[[nodiscard]] inline bool isWholeEvent(std::string_view text, std::size_t at, LookAhead& lookAhead)
{
    return scanEvent(text, at, lookAhead) == ValueScan::Stop::Complete;
}

} // namespace stepscope::json

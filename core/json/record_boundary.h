// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where events start in a text, judged by their looks: used to cut a file into chunks (a wrong cut cannot pass: both
// chunks then fail the strict parser) and to find the way back after damage. Pure functions; O(bytes looked at).

#include <cstddef>
#include <string_view>

namespace stepscope::json {

inline constexpr std::size_t kNotFound = std::string_view::npos;

// True for the fields that the Trace Event Format gives an event.
[[nodiscard]] bool isEventField(std::string_view key);

// Position of the `{` in the first `}` `,` `{` `"key"` `:` (blanks between them allowed) whose `}` lies at or after
// `from` and whose key is a field of an event.
[[nodiscard]] std::size_t findRecordBoundary(std::string_view text, std::size_t from);

// True when the `{` at `at` is followed by a field of an event.
[[nodiscard]] bool startsLikeEvent(std::string_view text, std::size_t at);

// Position behind the object or array that starts at `at`, by braces outside of strings; kNotFound when it does not
// end.
[[nodiscard]] std::size_t strictEnd(std::string_view text, std::size_t at);

// Bytes that may still be spent on looking ahead. Hostile text could make each byte look like an event's start; with a
// budget that grows with the bytes consumed, reading stays linear.
struct LookAhead
{
    static constexpr std::size_t kFarthest = std::size_t {256} << 10U; // for one event
    static constexpr std::size_t kMost = std::size_t {64} << 20U;
    std::size_t budget = kMost;

    void consumed(std::size_t bytes) { budget = budget + 32 * bytes < kMost ? budget + 32 * bytes : kMost; }
};

// True when a strict object with the field "ph" starts at `at`: an event nobody needs to repair. False when it does not
// end within what may be looked at.
[[nodiscard]] bool isWholeEvent(std::string_view text, std::size_t at, LookAhead& lookAhead);

} // namespace stepscope::json

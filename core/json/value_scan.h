// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Finds where a JSON value ends, by its grammar: braces, commas, colons and the shape of strings and scalars, but not
// what the characters in a string are. So a damaged value is left at its damage, not megabytes later, and an end that
// is found is one that a parser agrees with. Pure functions; O(bytes looked at), no recursion.

#include <cstddef>
#include <string_view>

namespace stepscope::json {

inline constexpr std::size_t kNotFound = std::string_view::npos;

struct ValueScan
{
    enum class Stop
    {
        Complete,
        EndOfText, // all is well so far, but the text ends
        Broken,    // no JSON, or nested too deeply
    };
    Stop stop = Stop::Broken;
    std::size_t at = 0;    // behind the value; where the trouble is; the size of the text
    bool hasPhase = false; // an object with the member "ph": an event

    [[nodiscard]] bool complete() const { return stop == Stop::Complete; }
};

// The value that starts at `at`.
[[nodiscard]] ValueScan scanValue(std::string_view text, std::size_t at);

// The rest of an object up to its `}`, from behind one of its members or (`atMember`) from the start of the next one.
[[nodiscard]] ValueScan scanRestOfObject(std::string_view text, std::size_t at, bool atMember);

// Position behind the value that starts at `at`; kNotFound when it is not complete.
[[nodiscard]] std::size_t valueEnd(std::string_view text, std::size_t at);

[[nodiscard]] std::size_t skipBlanks(std::string_view text, std::size_t at);

} // namespace stepscope::json

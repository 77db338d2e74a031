// SPDX-License-Identifier: GPL-3.0-or-later
// Random traces for property tests: every phase of the format, odd ids, odd texts, reused correlation numbers, crossing
// and nested slices; always valid JSON and the same for the same seed. `Style` is how the same events are written.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace stepscope::tests {

enum class Style
{
    Compact,   // one line, object form
    Array,     // one event a line, array form
    Classic,   // kineto's older layout: several keys a line
    KeyPerLine // kineto's newer layout
};
inline constexpr Style kStyles[] = {Style::Compact, Style::Array, Style::Classic, Style::KeyPerLine};

/// One event as key and JSON text of the value, in order; `args` likewise.
struct GeneratedEvent
{
    std::vector<std::pair<std::string, std::string>> fields;
    std::vector<std::pair<std::string, std::string>> args;
    bool hasArgs = false;
};

std::vector<GeneratedEvent> randomEvents(std::uint64_t seed, std::size_t count);

std::string writeEvent(const GeneratedEvent& event, Style style);

/// A whole file; `places`, where given, becomes the byte of each event.
std::string writeTrace(
    const std::vector<GeneratedEvent>& events, Style style, std::vector<std::size_t>* places = nullptr);

} // namespace stepscope::tests

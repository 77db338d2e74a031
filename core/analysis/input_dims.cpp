// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/input_dims.h"

#include <charconv>

namespace stepscope::analysis {
namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// Reads "1, 2, 3]" up to the bracket; false when something else stands there.
bool readNumbers(const char*& at, const char* end, Dims& numbers)
{
    for (;;) {
        while (at != end && isBlank(*at))
            ++at;
        if (at != end && *at == ']')
            return true;
        std::uint64_t number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc {})
            return false;
        numbers.push_back(number);
        at = next;
        while (at != end && isBlank(*at))
            ++at;
        if (at != end && *at == ',')
            ++at;
        else if (at == end || *at != ']')
            return false;
    }
}

} // namespace

std::vector<Dims> parseDims(std::string_view json)
{
    std::vector<Dims> arguments;
    int depth = 0;
    const char* const end = json.data() + json.size();
    for (const char* at = json.data(); at != end;) {
        const char c = *at++;
        depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (c != '[' || depth != 2)
            continue;
        arguments.emplace_back();
        const char* list = at;
        if (readNumbers(list, end, arguments.back()))
            at = list; // the bracket itself is counted above
        else
            arguments.back().clear();
    }
    return arguments;
}

std::string shapesText(std::string_view json)
{
    std::string text;
    for (const char c : json) {
        if (!isBlank(c))
            text += c == ',' ? std::string(", ") : std::string(1, c);
    }
    return text;
}

std::vector<std::string> parseConstants(std::string_view json)
{
    std::vector<std::string> constants;
    bool inside = false;
    for (const char c : json) {
        if (c == '"') {
            inside = !inside;
            if (inside)
                constants.emplace_back();
        } else if (inside) {
            constants.back() += c;
        }
    }
    return constants;
}

Dims numbersOf(std::string_view constant)
{
    Dims numbers;
    std::string list(constant.substr(constant.starts_with('[') ? 1 : 0));
    if (!list.ends_with(']'))
        list += ']';
    const char* at = list.data();
    if (!readNumbers(at, list.data() + list.size(), numbers))
        numbers.clear();
    return numbers;
}

} // namespace stepscope::analysis

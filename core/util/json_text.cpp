// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/json_text.h"

#include <charconv>
#include <optional>

namespace stepscope {
namespace {

std::optional<char32_t> hexUnit(std::string_view text, std::size_t at)
{
    if (at + 4 > text.size())
        return std::nullopt;
    std::uint32_t unit = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + at + 4, unit, 16);
    if (error != std::errc() || end != text.data() + at + 4)
        return std::nullopt;
    return static_cast<char32_t>(unit);
}

// Decodes the \u escape at the backslash `at` into out; returns its length, 0 when it is none.
std::size_t unescapeUnit(std::string_view text, std::size_t at, std::string& out)
{
    const auto unit = hexUnit(text, at + 2);
    if (!unit)
        return 0;
    if (*unit >= 0xD800 && *unit <= 0xDBFF && text.substr(at + 6, 2) == "\\u") {
        const auto low = hexUnit(text, at + 8);
        if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
            appendUtf8(out, 0x10000 + ((*unit - 0xD800) << 10U) + (*low - 0xDC00));
            return 12;
        }
    }
    appendUtf8(out, *unit);
    return 6;
}

char simpleEscape(char c)
{
    switch (c) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case '"':
    case '\\':
    case '/':
        return c;
    default:
        return '\0';
    }
}

} // namespace

void appendUtf8(std::string& out, char32_t c)
{
    if ((c >= 0xD800 && c <= 0xDFFF) || c > 0x10FFFF)
        c = 0xFFFD;
    const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80U | ((c >> shift) & 0x3FU)); };
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0U | (c >> 6U));
        tail(0);
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0U | (c >> 12U));
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xF0U | (c >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

std::string unescapeJson(std::string_view contents)
{
    std::string out;
    out.reserve(contents.size());
    for (std::size_t i = 0; i < contents.size();) {
        if (contents[i] != '\\' || i + 1 == contents.size()) {
            out += contents[i++];
            continue;
        }
        if (contents[i + 1] == 'u') {
            if (const std::size_t length = unescapeUnit(contents, i, out)) {
                i += length;
                continue;
            }
        } else if (const char c = simpleEscape(contents[i + 1])) {
            out += c;
            i += 2;
            continue;
        }
        out += contents[i++];
    }
    return out;
}

std::string escapeJson(std::string_view text)
{
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20) {
            out += "\\u00";
            out += kHex[byte >> 4U];
            out += kHex[byte & 15U];
        } else {
            out += c;
        }
    }
    return out;
}

std::string quoteJson(std::string_view text)
{
    std::string out(1, '"');
    out.append(escapeJson(text)).append(1, '"');
    return out;
}

} // namespace stepscope

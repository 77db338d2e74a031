// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/utf8.h"

#include "core/util/json_text.h"

#include <cstring>

namespace stepscope::json {
namespace {

// Value of four hex digits, or -1.
int hex4(const char* at)
{
    int value = 0;
    for (int i = 0; i < 4; ++i) {
        const char c = at[i];
        const int digit = c >= '0' && c <= '9' ? c - '0'
            : c >= 'a' && c <= 'f'             ? c - 'a' + 10
            : c >= 'A' && c <= 'F'             ? c - 'A' + 10
                                               : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

} // namespace

std::size_t escapeLength(const char* at, const char* end)
{
    if (end - at < 2)
        return 0;
    if (std::strchr("\"\\/bfnrt", at[1]) != nullptr && at[1] != '\0')
        return 2;
    if (at[1] != 'u' || end - at < 6)
        return 0;
    const int unit = hex4(at + 2);
    if (unit < 0 || (unit >= 0xDC00 && unit <= 0xDFFF))
        return 0;
    if (unit < 0xD800 || unit > 0xDBFF)
        return 6;
    if (end - at < 12 || at[6] != '\\' || at[7] != 'u')
        return 0;
    const int low = hex4(at + 8);
    return low >= 0xDC00 && low <= 0xDFFF ? 12 : 0;
}

std::size_t utf8Length(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
    const unsigned lead = byte(0);
    if (lead < 0x80)
        return text.empty() ? 0 : 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return tail(1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        const bool overlong = lead == 0xE0 && byte(1) < 0xA0;
        const bool surrogate = lead == 0xED && byte(1) > 0x9F;
        return tail(1) && tail(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const bool overlong = lead == 0xF0 && byte(1) < 0x90;
        const bool tooLarge = lead == 0xF4 && byte(1) > 0x8F;
        return tail(1) && tail(2) && tail(3) && !overlong && !tooLarge ? 4 : 0;
    }
    return 0;
}

bool isLoneSurrogate(std::string_view text)
{
    if (text.size() < 6 || text[0] != '\\' || text[1] != 'u')
        return false;
    const int unit = hex4(text.data() + 2);
    return unit >= 0xD800 && unit <= 0xDFFF;
}

std::size_t appendCleaned(std::string& out, std::string_view text, std::size_t at, StringFlaws& flaws)
{
    constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
    const auto c = static_cast<unsigned char>(text[at]);
    if (c == '\\') {
        if (const std::size_t length = escapeLength(text.data() + at, text.data() + text.size())) {
            out += text.substr(at, length);
            return at + length;
        }
        if (isLoneSurrogate(text.substr(at, 6))) {
            ++flaws.badUtf8;
            out += kReplacement;
            return at + 6;
        }
        ++flaws.badEscapes;
        out += "\\\\";
    } else if (c == '"') {
        out += "\\\"";
    } else if (c < 0x20) {
        ++flaws.controls;
        appendUtf8(out, 0x2400U + c); // the symbol of the control character
    } else if (const std::size_t length = utf8Length(text.substr(at, 4))) {
        out += text.substr(at, length);
        return at + length;
    } else {
        ++flaws.badUtf8;
        out += kReplacement;
    }
    return at + 1;
}

std::string visibleText(std::string_view bytes)
{
    std::string clean;
    for (std::size_t i = 0; i < bytes.size();) {
        const std::size_t length = utf8Length(bytes.substr(i, 4));
        if (length == 0)
            clean += "\xEF\xBF\xBD";
        else if (static_cast<unsigned char>(bytes[i]) < 0x20)
            appendUtf8(clean, 0x2400U + static_cast<unsigned char>(bytes[i]));
        else
            clean += bytes.substr(i, length);
        i += length == 0 ? 1 : length;
    }
    return clean;
}

} // namespace stepscope::json

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/format_sniffer.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace stepscope::io {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kBlanks = " \t\r\n"sv;
constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf"sv;

std::optional<Format> sniffMagic(std::string_view head)
{
    struct Magic
    {
        std::string_view bytes;
        Format format;
    };
    static constexpr std::array<Magic, 7> kMagics {{
        {"\x1f\x8b"sv, Format::Gzip},
        {"\x28\xb5\x2f\xfd"sv, Format::Zstd},
        {"PK\x03\x04"sv, Format::Zip},
        {"PK\x05\x06"sv, Format::Zip}, // without any file in it
        {"PK\x07\x08"sv, Format::Zip}, // in parts
        {"\xff\xfe"sv, Format::Utf16Le},
        {"\xfe\xff"sv, Format::Utf16Be},
    }};
    if (head.starts_with("\xff\xfe\0\0"sv)) // UTF-32
        return Format::Unknown;
    for (const Magic& magic : kMagics) {
        if (head.starts_with(magic.bytes))
            return magic.format;
    }
    // zstd may start with a frame to be skipped: 16 magics in a row.
    if (head.size() >= 4 && (head[0] & 0xf0) == 0x50 && head.substr(1, 3) == "\x2a\x4d\x18"sv)
        return Format::Zstd;
    return std::nullopt;
}

// JSON in UTF-16 without a mark: every second byte of the ASCII characters at the start is NUL.
bool looksLikeUtf16(std::string_view head, std::size_t low)
{
    for (std::size_t i = 0; i + 1 < head.size(); i += 2) {
        if (head[i + 1 - low] != '\0')
            return false;
        const char c = head[i + low];
        if (c == '{' || c == '[')
            return true;
        if (kBlanks.find(c) == std::string_view::npos)
            return false;
    }
    return false;
}

bool looksLikeHtml(std::string_view text)
{
    if (!text.starts_with('<'))
        return false;
    std::string lower(text.substr(0, 1024));
    std::transform(lower.begin(), lower.end(), lower.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower.starts_with("<!doctype html"sv) || lower.find("<html"sv) != std::string::npos
        || lower.find("<head"sv) != std::string::npos || lower.find("<body"sv) != std::string::npos;
}

bool isNameChar(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

// GLOBAL of the old text protocol: "cmodule\nname\n".
bool looksLikePickledGlobal(std::string_view head)
{
    if (!head.starts_with('c'))
        return false;
    const std::size_t module = head.find('\n');
    if (module == std::string_view::npos || module < 2)
        return false;
    const std::size_t name = head.find('\n', module + 1);
    if (name == std::string_view::npos || name == module + 1)
        return false;
    const auto isName = [](std::string_view text) { return std::all_of(text.begin(), text.end(), isNameChar); };
    return isName(head.substr(1, module - 1)) && isName(head.substr(module + 1, name - module - 1));
}

bool looksLikePickle(std::string_view head)
{
    if (head.size() >= 2 && head[0] == '\x80')
        return head[1] >= 1 && head[1] <= 8; // protocol 5 is the newest; leave some for the future
    // Protocols 0 and 1 start with an empty dict or list that is put into the memo, or (optimised) is filled at once.
    static constexpr std::array<std::string_view, 10> kStarts {
        {"(dp"sv, "(lp"sv, "}q\0"sv, "]q\0"sv, "}."sv, "]."sv, "(dV"sv, "(l(d"sv, "}("sv, "]("sv}};
    const auto startsHead = [head](std::string_view start) { return head.starts_with(start); };
    return std::any_of(kStarts.begin(), kStarts.end(), startsHead) || looksLikePickledGlobal(head);
}

// A Perfetto trace is a row of length-delimited packets, all in field 1: tag 0x0a, length, packet, tag 0x0a …
bool looksLikePerfetto(std::string_view head)
{
    std::size_t at = 0;
    std::size_t packets = 0;
    while (at < head.size() && packets < 4) {
        if (head[at++] != '\x0a')
            return false;
        std::uint64_t length = 0;
        unsigned shift = 0;
        for (; at < head.size() && shift < 35; shift += 7) {
            const auto byte = static_cast<unsigned char>(head[at++]);
            length |= std::uint64_t {byte & 0x7fU} << shift;
            if (byte < 0x80)
                break;
        }
        ++packets;
        if (length > head.size() - at)
            break;
        at += length;
    }
    // Text can look like one packet by chance, but has no control characters.
    const auto isControl = [](char c) { return c >= 0 && c < '\t'; };
    const std::string_view start = head.substr(0, 256);
    return packets > 0 && std::any_of(start.begin(), start.end(), isControl);
}

} // namespace

Format sniff(std::span<const char> bytes)
{
    const std::string_view head(bytes.data(), bytes.size());
    if (const std::optional<Format> format = sniffMagic(head))
        return *format;
    if (looksLikePickle(head))
        return Format::Pickle;
    if (looksLikeUtf16(head, 0))
        return Format::Utf16Le;
    if (looksLikeUtf16(head, 1))
        return Format::Utf16Be;
    if (looksLikePerfetto(head))
        return Format::PerfettoProto;
    std::string_view text = head;
    if (text.starts_with(kUtf8Mark))
        text.remove_prefix(kUtf8Mark.size());
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (text.empty()) // a long run of blanks may still be followed by a document
        return head.size() < kSniffBytes ? Format::Empty : Format::Json;
    if (text.front() == '{' || text.front() == '[')
        return Format::Json;
    return looksLikeHtml(text) ? Format::Html : Format::Unknown;
}

std::string describe(Format format)
{
    switch (format) {
    case Format::Empty:
        return "an empty file";
    case Format::Json:
        return "JSON text";
    case Format::Gzip:
        return "gzip-compressed data";
    case Format::Zstd:
        return "zstd-compressed data";
    case Format::Zip:
        return "a zip archive";
    case Format::Pickle:
        return "a Python pickle, such as a memory snapshot";
    case Format::PerfettoProto:
        return "a binary Perfetto trace";
    case Format::Utf16Le:
    case Format::Utf16Be:
        return "UTF-16 text";
    case Format::Html:
        return "a web page (HTML)";
    case Format::Unknown:
        break;
    }
    return "a file of an unknown kind";
}

} // namespace stepscope::io

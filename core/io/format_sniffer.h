// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Tells what a file (or what was inflated from it) is by its first bytes, never by its name. Pure functions.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace stepscope::io {

enum class Format : std::uint8_t
{
    Empty, // nothing, or white space only
    Json,  // starts like JSON; whether it is a trace is for the loader to find out
    Gzip,
    Zstd,
    Zip,
    Pickle,
    PerfettoProto,
    Utf16Le, // text, with or without a byte-order mark
    Utf16Be,
    Html,
    Unknown,
};

// Bytes worth handing to sniff(); fewer only when the file has no more.
inline constexpr std::size_t kSniffBytes = 4096;

[[nodiscard]] Format sniff(std::span<const char> bytes);

// A noun phrase for messages: "a zip archive".
[[nodiscard]] std::string describe(Format format);

} // namespace stepscope::io

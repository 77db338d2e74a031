// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/png_session.h"

#include "core/io/file_reader.h"
#include "core/share/session_json.h"

#include <array>
#include <cstring>
#include <fmt/format.h>
#include <string_view>
#include <zlib.h>

namespace stepscope::share {

namespace {

constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);
constexpr std::size_t kFrame = 12;           // length, type and checksum of a chunk
constexpr std::size_t kMostChunks = 1 << 20; // a picture of 64 MiB in the smallest chunks that programs write has fewer

using Text = Expected<std::optional<std::string>>;
using File = std::shared_ptr<const io::FileReader>;

tl::unexpected<Error> broken(const File& file, const char* what)
{
    return fail(ErrorClass::Unreadable, fmt::format("{}: {}", file->path(), what));
}

std::uint32_t bigEndian(const char* bytes)
{
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i)
        value = (value << 8U) | static_cast<unsigned char>(bytes[i]);
    return value;
}

bool readAll(const File& file, std::uint64_t offset, std::span<char> out)
{
    const Expected<std::size_t> read = file->readAt(offset, out);
    return read && *read == out.size();
}

// Empty when it is damaged or longer than a session may be.
std::string inflated(std::string_view packed)
{
    std::string text;
    z_stream stream {};
    if (inflateInit(&stream) != Z_OK)
        return {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data())); // zlib only reads it
    stream.avail_in = static_cast<uInt>(packed.size());
    int state = Z_OK;
    std::array<char, 1 << 15> block {};
    while (state == Z_OK && text.size() <= kMostSessionBytes) {
        stream.next_out = reinterpret_cast<Bytef*>(block.data());
        stream.avail_out = static_cast<uInt>(block.size());
        state = inflate(&stream, Z_NO_FLUSH);
        text.append(block.data(), block.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    return state == Z_STREAM_END && text.size() <= kMostSessionBytes ? text : std::string();
}

// What follows the keyword and its end.
std::string textOf(std::string_view type, std::string_view rest)
{
    if (type == "tEXt")
        return std::string(rest);
    if (type == "zTXt")
        return rest.empty() || rest[0] != 0 ? std::string() : inflated(rest.substr(1));
    // iTXt: packed or not, how, language and translated keyword, each ended by a zero
    if (rest.size() < 2)
        return {};
    const bool isPacked = rest[0] != 0;
    std::size_t at = rest.find('\0', 2);
    at = at == std::string_view::npos ? at : rest.find('\0', at + 1);
    if (at == std::string_view::npos)
        return {};
    rest.remove_prefix(at + 1);
    return isPacked ? inflated(rest) : std::string(rest);
}

bool isText(std::string_view type)
{
    return type == "tEXt" || type == "zTXt" || type == "iTXt";
}

bool hasKey(const File& file, std::uint64_t offset, std::uint32_t length)
{
    std::string key(std::strlen(kPngSessionKey) + 1, '\0');
    return length >= key.size() && readAll(file, offset, key) && key == std::string(kPngSessionKey) + '\0';
}

Text readText(const File& file, std::uint64_t offset, std::string_view type, std::uint32_t length)
{
    constexpr std::size_t kType = 4;
    if (length > kMostSessionBytes)
        return broken(file, "the session in it is too long.");
    std::string chunk(kType + length + 4, '\0');
    if (!readAll(file, offset - kType, chunk))
        return broken(file, "the picture is cut inside its session.");
    const std::string_view checked(chunk.data(), kType + length);
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
    if (sum != bigEndian(chunk.data() + checked.size()))
        return broken(file, "the session in it is damaged (checksum).");
    std::string text = textOf(type, checked.substr(kType + std::strlen(kPngSessionKey) + 1));
    if (text.empty())
        return broken(file, "the session in it is damaged.");
    return text;
}

} // namespace

bool isPng(const std::string& path)
{
    const auto file = io::FileReader::open(path);
    std::string start(kSignature.size(), '\0');
    return file && readAll(*file, 0, start) && start == kSignature;
}

Text sessionTextOfPng(const std::string& path)
{
    const auto opened = io::FileReader::open(path);
    if (!opened)
        return tl::unexpected<Error>(opened.error());
    const File& file = *opened;
    std::string start(kSignature.size(), '\0');
    if (!readAll(file, 0, start) || start != kSignature)
        return broken(file, "it is no PNG picture.");
    std::uint64_t at = kSignature.size();
    for (std::size_t chunk = 0; chunk < kMostChunks; ++chunk) {
        std::array<char, 8> head {};
        if (!readAll(file, at, head))
            return broken(file, "the picture is cut: it has no end.");
        const std::uint32_t length = bigEndian(head.data());
        const std::string_view type(head.data() + 4, 4);
        if (type == "IEND")
            return std::nullopt;
        if (isText(type) && hasKey(file, at + head.size(), length))
            return readText(file, at + head.size(), type, length);
        at += kFrame + length;
    }
    return broken(file, "the picture has too many parts.");
}

} // namespace stepscope::share

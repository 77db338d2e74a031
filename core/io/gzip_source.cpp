// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/gzip_source.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <isa-l.h>

namespace stepscope::io {
namespace {

constexpr unsigned kHeaderBytes = 10;
constexpr unsigned kDeflate = 8;
constexpr unsigned kHasHeaderChecksum = 2;
constexpr unsigned kHasExtra = 4;
constexpr unsigned kHasName = 8;
constexpr unsigned kHasComment = 16;
constexpr unsigned kReservedFlags = 0xe0;

unsigned byteAt(std::span<const char> bytes, std::size_t i)
{
    return static_cast<unsigned char>(bytes[i]);
}

} // namespace

GzipSource::GzipSource(std::shared_ptr<const FileReader> file, std::size_t bufferBytes)
    : m_input(std::move(file), bufferBytes)
    , m_state(std::make_unique<inflate_state>())
{
}

GzipSource::~GzipSource() = default;

Expected<std::size_t> GzipSource::read(std::span<char> out)
{
    std::size_t done = 0;
    while (done < out.size() && m_stage != Stage::Ended) {
        if (m_stage == Stage::Header) {
            if (const Expected<void> begun = beginMember(); !begun)
                return tl::unexpected(begun.error());
        } else if (m_stage == Stage::Draining) {
            done += drain(out.subspan(done));
        } else {
            const Expected<std::size_t> n = inflate(out.subspan(done));
            if (!n)
                return n;
            done += *n;
        }
    }
    return done;
}

Expected<void> GzipSource::beginMember()
{
    Expected<bool> two = m_input.ensure(2);
    if (!two)
        return tl::unexpected(two.error());
    const std::span<const char> head = m_input.rest();
    const bool gzip = !head.empty() && byteAt(head, 0) == 0x1f && (head.size() < 2 || byteAt(head, 1) == 0x8b);
    if (!gzip) {
        const std::uint64_t at = m_input.position();
        const Expected<std::uint64_t> trailing = m_input.countTrailing();
        if (!trailing)
            return tl::unexpected(trailing.error());
        finish(SourceEnd::State::Complete, {}, *trailing);
        m_end.inputOffset = at;
        return {};
    }
    const Expected<bool> skipped = skipHeader();
    if (!skipped)
        return tl::unexpected(skipped.error());
    if (m_stage == Stage::Ended)
        return {};
    if (!*skipped) {
        m_input.take(m_input.rest().size());
        finish(SourceEnd::State::Truncated, "The gzip data ends inside the header of a member.");
        return {};
    }
    isal_inflate_init(m_state.get());
    m_state->crc_flag = ISAL_GZIP_NO_HDR_VER;
    m_stage = Stage::Body;
    return {};
}

// False when the file ends within the header.
Expected<bool> GzipSource::skipHeader()
{
    Expected<bool> ok = m_input.ensure(kHeaderBytes);
    if (!ok || !*ok)
        return ok;
    const unsigned method = byteAt(m_input.rest(), 2);
    const unsigned flags = byteAt(m_input.rest(), 3);
    if (method != kDeflate || (flags & kReservedFlags) != 0) {
        damaged(Stage::Ended, "the header of a member is not valid");
        return true;
    }
    m_input.take(kHeaderBytes);
    if ((flags & kHasExtra) != 0) {
        ok = m_input.ensure(2);
        if (!ok || !*ok)
            return ok;
        const std::size_t length = byteAt(m_input.rest(), 0) | byteAt(m_input.rest(), 1) << 8U;
        ok = skipBytes(2 + length);
    }
    if (ok && *ok && (flags & kHasName) != 0)
        ok = skipText();
    if (ok && *ok && (flags & kHasComment) != 0)
        ok = skipText();
    if (ok && *ok && (flags & kHasHeaderChecksum) != 0)
        ok = skipBytes(2);
    return ok;
}

Expected<bool> GzipSource::skipBytes(std::size_t count)
{
    while (count > 0) {
        const Expected<bool> more = m_input.ensure(1);
        if (!more || !*more)
            return more;
        const std::size_t now = std::min(count, m_input.rest().size());
        m_input.take(now);
        count -= now;
    }
    return true;
}

Expected<bool> GzipSource::skipText()
{
    while (true) {
        const Expected<bool> more = m_input.ensure(1);
        if (!more || !*more)
            return more;
        const std::span<const char> bytes = m_input.rest();
        const auto nul = std::find(bytes.begin(), bytes.end(), '\0');
        m_input.take(static_cast<std::size_t>(nul - bytes.begin()) + (nul == bytes.end() ? 0 : 1));
        if (nul != bytes.end())
            return true;
    }
}

Expected<std::size_t> GzipSource::inflate(std::span<char> out)
{
    const Expected<bool> more = m_input.ensure(1);
    if (!more)
        return tl::unexpected(more.error());
    // ISA-L counts in 32 bits, and takes its input as not const although it only reads it.
    const std::span<const char> in = m_input.rest();
    const auto room = static_cast<std::uint32_t>(std::min<std::size_t>(out.size(), std::size_t {1} << 30U));
    m_state->next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(in.data()));
    m_state->avail_in = static_cast<std::uint32_t>(in.size());
    m_state->next_out = reinterpret_cast<std::uint8_t*>(out.data());
    m_state->avail_out = room;
    const int result = isal_inflate(m_state.get());
    m_input.setRest(m_state->avail_in);
    const std::size_t produced = room - m_state->avail_out;
    if (result == ISAL_INCORRECT_CHECKSUM)
        damaged(Stage::Draining, "a checksum is wrong");
    else if (result < 0)
        damaged(Stage::Draining, "it cannot be decoded");
    else if (m_state->block_state == ISAL_BLOCK_FINISH)
        m_stage = Stage::Header;
    else if (!*more && produced == 0)
        finish(SourceEnd::State::Truncated, "The gzip data ends early: the end of the file is missing.");
    return produced;
}

// ISA-L keeps back what it decoded into its own buffer when an error follows.
std::size_t GzipSource::drain(std::span<char> out)
{
    const auto begin = std::min<std::size_t>(
        static_cast<std::size_t>(std::max(0, m_state->tmp_out_processed)), sizeof m_state->tmp_out_buffer);
    const auto end = std::clamp<std::size_t>(
        static_cast<std::size_t>(std::max(0, m_state->tmp_out_valid)), begin, sizeof m_state->tmp_out_buffer);
    const std::size_t n = std::min(end - begin, out.size());
    std::memcpy(out.data(), m_state->tmp_out_buffer + begin, n);
    m_state->tmp_out_processed = static_cast<std::int32_t>(begin + n);
    if (begin + n == end)
        m_stage = Stage::Ended;
    return n;
}

void GzipSource::finish(SourceEnd::State state, std::string message, std::uint64_t trailingBytes)
{
    m_stage = Stage::Ended;
    m_end = {state, m_input.position(), std::move(message), trailingBytes};
}

void GzipSource::damaged(Stage next, const char* what)
{
    finish(SourceEnd::State::Damaged,
        fmt::format("The gzip data is damaged near byte {} of the file: {}.", m_input.position(), what));
    m_stage = next;
}

} // namespace stepscope::io

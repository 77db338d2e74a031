// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/zstd_source.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <zstd.h>

namespace stepscope::io {
namespace {

constexpr std::size_t kMagicBytes = 4;

// Whether `head` (the first bytes of what is left, at most kMagicBytes) can begin a frame.
bool beginsFrame(std::span<const char> head)
{
    std::uint32_t magic = 0;
    for (std::size_t i = 0; i < head.size(); ++i)
        magic |= std::uint32_t {static_cast<unsigned char>(head[i])} << (8 * i);
    const std::uint32_t known = head.size() >= kMagicBytes ? 0xffffffffU : (1U << (8 * head.size())) - 1;
    const bool frame = magic == (ZSTD_MAGICNUMBER & known);
    const bool skippable = (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == (ZSTD_MAGIC_SKIPPABLE_START & known);
    return !head.empty() && (frame || skippable);
}

} // namespace

void ZstdSource::FreeContext::operator()(ZSTD_DCtx_s* context) const
{
    ZSTD_freeDCtx(context);
}

ZstdSource::ZstdSource(std::shared_ptr<const FileReader> file, std::size_t bufferBytes)
    : m_input(std::move(file), bufferBytes)
    , m_context(ZSTD_createDCtx())
{
    if (!m_context)
        throw std::bad_alloc();
    // Files made with --long need a large window; its memory is touched only as far as there is text.
    ZSTD_DCtx_setParameter(m_context.get(), ZSTD_d_windowLogMax, ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound);
}

ZstdSource::~ZstdSource() = default;

Expected<std::size_t> ZstdSource::read(std::span<char> out)
{
    std::size_t done = 0;
    while (done < out.size() && m_stage != Stage::Ended) {
        if (m_stage == Stage::Start) {
            if (const Expected<void> begun = beginFrame(); !begun)
                return tl::unexpected(begun.error());
        } else {
            const Expected<std::size_t> n = decode(out.subspan(done));
            if (!n)
                return n;
            done += *n;
        }
    }
    return done;
}

Expected<void> ZstdSource::beginFrame()
{
    const Expected<bool> four = m_input.ensure(kMagicBytes);
    if (!four)
        return tl::unexpected(four.error());
    const std::span<const char> rest = m_input.rest();
    if (beginsFrame(rest.first(std::min(rest.size(), kMagicBytes)))) {
        m_stage = Stage::Frame;
        return {};
    }
    const std::uint64_t at = m_input.position();
    const Expected<std::uint64_t> trailing = m_input.countTrailing();
    if (!trailing)
        return tl::unexpected(trailing.error());
    finish(SourceEnd::State::Complete, {}, *trailing);
    m_end.inputOffset = at;
    return {};
}

Expected<std::size_t> ZstdSource::decode(std::span<char> out)
{
    const Expected<bool> more = m_input.ensure(1);
    if (!more)
        return tl::unexpected(more.error());
    ZSTD_inBuffer in {m_input.rest().data(), m_input.rest().size(), 0};
    ZSTD_outBuffer to {out.data(), out.size(), 0};
    const std::size_t result = ZSTD_decompressStream(m_context.get(), &to, &in);
    m_input.take(in.pos);
    if (ZSTD_isError(result)) {
        finish(SourceEnd::State::Damaged,
            fmt::format("The zstd data is damaged near byte {} of the file: {}.", m_input.position(),
                ZSTD_getErrorName(result)));
    } else if (result == 0) {
        m_stage = Stage::Start;
    } else if (!*more && to.pos == 0) {
        finish(SourceEnd::State::Truncated, "The zstd data ends early: the end of the file is missing.");
    }
    return to.pos;
}

void ZstdSource::finish(SourceEnd::State state, std::string message, std::uint64_t trailingBytes)
{
    m_stage = Stage::Ended;
    m_end = {state, m_input.position(), std::move(message), trailingBytes};
}

} // namespace stepscope::io

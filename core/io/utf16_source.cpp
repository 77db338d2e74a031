// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/utf16_source.h"

#include <algorithm>
#include <cstring>

namespace stepscope::io {
namespace {

constexpr std::uint32_t kReplacement = 0xfffd;
constexpr std::uint16_t kByteOrderMark = 0xfeff;

bool isHigh(std::uint32_t unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

bool isLow(std::uint32_t unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

} // namespace

Utf16Source::Utf16Source(std::unique_ptr<ByteSource> inner, Format format, std::size_t bufferBytes)
    : m_inner(std::move(inner))
    , m_bigEndian(format == Format::Utf16Be)
    , m_input(std::max<std::size_t>(bufferBytes / 2 * 2, 4))
{
    m_text.reserve(m_input.size() * 2);
}

Expected<std::size_t> Utf16Source::read(std::span<char> out)
{
    std::size_t done = 0;
    while (done < out.size()) {
        if (m_taken == m_text.size()) {
            if (m_ended)
                break;
            if (const Expected<void> filled = refill(); !filled)
                return tl::unexpected(filled.error());
        }
        const std::size_t n = std::min(out.size() - done, m_text.size() - m_taken);
        std::copy_n(
            m_text.begin() + static_cast<std::ptrdiff_t>(m_taken), n, out.begin() + static_cast<std::ptrdiff_t>(done));
        m_taken += n;
        done += n;
    }
    return done;
}

Expected<void> Utf16Source::refill()
{
    m_text.clear();
    m_taken = 0;
    const Expected<std::size_t> n = m_inner->read(m_input);
    if (!n)
        return tl::unexpected(n.error());
    const std::size_t low = m_bigEndian ? 1 : 0;
    for (std::size_t i = 0; i + 1 < *n; i += 2) {
        const unsigned lowByte = static_cast<unsigned char>(m_input[i + low]);
        const unsigned highByte = static_cast<unsigned char>(m_input[i + 1 - low]);
        transcode(static_cast<std::uint16_t>(highByte << 8U | lowByte));
    }
    m_ended = *n < m_input.size();
    if (m_ended && m_high != 0)
        put(kReplacement);
    if (*n % 2 != 0)
        put(kReplacement);
    return {};
}

void Utf16Source::transcode(std::uint16_t unit)
{
    const bool mark = m_atStart && unit == kByteOrderMark;
    m_atStart = false;
    if (mark)
        return;
    const std::uint32_t high = m_high;
    m_high = 0;
    if (high != 0 && isLow(unit)) {
        put(0x10000 + ((high - 0xd800U) << 10U) + (unit - 0xdc00U));
        return;
    }
    if (high != 0)
        put(kReplacement);
    if (isHigh(unit))
        m_high = unit;
    else
        put(isLow(unit) ? kReplacement : unit);
}

void Utf16Source::put(std::uint32_t codePoint)
{
    const auto tail
        = [&](unsigned shift) { m_text.push_back(static_cast<char>(0x80U | (codePoint >> shift & 0x3fU))); };
    if (codePoint < 0x80) {
        m_text.push_back(static_cast<char>(codePoint));
    } else if (codePoint < 0x800) {
        m_text.push_back(static_cast<char>(0xc0U | codePoint >> 6U));
        tail(0);
    } else if (codePoint < 0x10000) {
        m_text.push_back(static_cast<char>(0xe0U | codePoint >> 12U));
        tail(6);
        tail(0);
    } else {
        m_text.push_back(static_cast<char>(0xf0U | codePoint >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

} // namespace stepscope::io

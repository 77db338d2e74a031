// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/embedded_pickle.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::pickle {
namespace {

constexpr std::string_view kKey = "\"base64\"";

int base64Digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

} // namespace

EmbeddedPickle::EmbeddedPickle(std::unique_ptr<io::ByteSource> page, Progress& progress, const std::stop_token& stop)
    : m_page(std::move(page))
    , m_window(*m_page, progress, stop)
{
}

bool EmbeddedPickle::atLiteral()
{
    for (const char wanted : {':', '"'}) {
        while (m_window.need(1) && (*m_window.data() == ' ' || *m_window.data() == '\n'))
            m_window.take(1);
        if (!m_window.need(1) || *m_window.data() != wanted)
            return false;
        m_window.take(1);
    }
    return true;
}

Expected<bool> EmbeddedPickle::find()
{
    while (m_window.need(kKey.size())) {
        const std::string_view text = m_window.text();
        const std::size_t at = text.find(kKey);
        m_window.take(at == std::string_view::npos ? text.size() - kKey.size() + 1 : at + kKey.size());
        if (at != std::string_view::npos && atLiteral())
            return true;
    }
    if (m_window.error())
        return tl::unexpected(*m_window.error());
    return false;
}

bool EmbeddedPickle::decode(char c, std::span<char> out, std::size_t& written)
{
    const int digit = base64Digit(c);
    if (digit < 0) {
        if (c == '=' || c == '\\') // padding; "\/" is how some write a slash
            return true;
        m_end.inputOffset = m_window.position();
        if (c != '"') {
            m_end.state = io::SourceEnd::State::Damaged;
            m_end.message = fmt::format("the base64 text of the page is damaged at byte {}", m_end.inputOffset);
        }
        return false;
    }
    m_bits = (m_bits << 6U) | static_cast<std::uint32_t>(digit);
    m_bitCount += 6;
    if (m_bitCount >= 8) {
        m_bitCount -= 8;
        out[written++] = static_cast<char>((m_bits >> m_bitCount) & 0xffU);
    }
    return true;
}

Expected<std::size_t> EmbeddedPickle::read(std::span<char> out)
{
    std::size_t written = 0;
    while (written < out.size() && !m_done && m_window.need(1)) {
        const std::string_view text = m_window.text();
        std::size_t used = 0;
        while (used < text.size() && written < out.size() && !m_done)
            m_done = !decode(text[used++], out, written);
        m_window.take(used);
    }
    if (m_window.error())
        return tl::unexpected(*m_window.error());
    if (written < out.size() && !m_done) {
        m_done = true;
        m_end = {io::SourceEnd::State::Truncated, m_window.position(), "the page ends inside the snapshot", 0};
    }
    return written;
}

} // namespace stepscope::pickle

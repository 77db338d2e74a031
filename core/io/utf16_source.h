// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A filter that turns the UTF-16 of another source into UTF-8. A byte-order mark is skipped; half a surrogate pair, and
// an odd byte at the end, become U+FFFD.

#include "core/io/byte_source.h"

#include <vector>

namespace stepscope::io {

class Utf16Source final : public ByteSource
{
public:
    // `format` is Utf16Le or Utf16Be. The smallest buffer is 4 bytes.
    Utf16Source(std::unique_ptr<ByteSource> inner, Format format, std::size_t bufferBytes = std::size_t {1} << 18U);

    Expected<std::size_t> read(std::span<char> out) override;
    std::uint64_t inputBytesDone() const override { return m_inner->inputBytesDone(); }
    SourceEnd end() const override { return m_inner->end(); }

private:
    Expected<void> refill();
    void transcode(std::uint16_t unit);
    void put(std::uint32_t codePoint);

    std::unique_ptr<ByteSource> m_inner;
    bool m_bigEndian;
    bool m_atStart = true;
    bool m_ended = false;
    std::uint16_t m_high = 0; // first half of a pair whose second half is still to come
    std::vector<char> m_input;
    std::vector<char> m_text; // transcoded, given out up to m_taken
    std::size_t m_taken = 0;
};

} // namespace stepscope::io

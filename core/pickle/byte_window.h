// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The bytes of a source in order through a window, for decoders that look at a few bytes at a time: need(n) makes the
// next n of them lie in one piece. Reports progress and notices a stop request at each refill. One thread.

#include "core/io/byte_source.h"
#include "core/util/expected.h"
#include "core/util/progress.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stepscope::pickle {

class ByteWindow
{
public:
    static constexpr std::size_t kDefaultBytes = std::size_t {256} << 10U;
    // Decoders refuse to need more than this in one piece: the window holds it, and packed files may claim anything.
    static constexpr std::size_t kMaxPiece = std::size_t {64} << 20U;

    ByteWindow(io::ByteSource& source, Progress& progress, std::stop_token stop, std::size_t bytes = kDefaultBytes)
        : m_source(source)
        , m_progress(progress)
        , m_stop(std::move(stop))
        , m_buffer(bytes)
    {
    }

    // True when at least `bytes` follow. False at the end of the source, or when it failed or loading was stopped:
    // error() tells. Memory grows with what is there, not with what is asked for.
    [[nodiscard]] bool need(std::size_t bytes) { return m_end - m_at >= bytes || refill(bytes); }
    [[nodiscard]] const char* data() const { return m_buffer.data() + m_at; } // valid until the next need()
    [[nodiscard]] std::string_view text() const { return {data(), m_end - m_at}; }
    void take(std::size_t bytes) { m_at += bytes; }
    [[nodiscard]] std::uint64_t position() const { return m_before + m_at; } // of data() in the text
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    [[nodiscard]] bool stopRequested() const { return m_stop.stop_requested(); }

private:
    bool refill(std::size_t bytes);

    io::ByteSource& m_source;
    Progress& m_progress;
    std::stop_token m_stop;
    std::vector<char> m_buffer;
    std::size_t m_at = 0;
    std::size_t m_end = 0;
    std::uint64_t m_before = 0; // bytes of the text before the buffer
    bool m_atEnd = false;
    std::optional<Error> m_error;
};

} // namespace stepscope::pickle

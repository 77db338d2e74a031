// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The bytes of a file in order, through a buffer that is used again and again: what decoders read their input from.
// The file ends where it ended when it was opened; one that is shorter by now is an error, not an early end.
// For one thread; position() may be asked from any.

#include "core/io/file_reader.h"
#include "core/util/expected.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace stepscope::io {

class InputWindow
{
public:
    static constexpr std::size_t kDefaultBytes = std::size_t {1} << 20U;
    // Bytes in front of rest() that stay valid over a refill: decoders may step back by as much (see setRest()).
    static constexpr std::size_t kCarried = 16;

    explicit InputWindow(std::shared_ptr<const FileReader> file, std::size_t bufferBytes = kDefaultBytes);

    // Bytes read and not yet taken.
    [[nodiscard]] std::span<const char> rest() const { return std::span(m_buffer).subspan(m_begin, m_end - m_begin); }
    // Makes rest() hold at least `wanted` (at most kMinimumBytes) bytes. False when the file has fewer left.
    [[nodiscard]] Expected<bool> ensure(std::size_t wanted);
    void take(std::size_t bytes);
    // Continue with the last `bytes` of the window: a decoder says how many of them it did not use after all.
    void setRest(std::size_t bytes);

    // Offset in the file of the first byte of rest().
    [[nodiscard]] std::uint64_t position() const { return m_position.load(std::memory_order_relaxed); }
    [[nodiscard]] const FileReader& file() const { return *m_file; }

    // Bytes from here to the end of the file; 0 when they are a short run of NULs, as tapes and archives leave them.
    [[nodiscard]] Expected<std::uint64_t> countTrailing();

    static constexpr std::size_t kMinimumBytes = 64;

private:
    [[nodiscard]] Expected<void> refill();

    std::shared_ptr<const FileReader> m_file;
    std::vector<char> m_buffer;
    std::size_t m_begin = kCarried;
    std::size_t m_end = kCarried;
    std::uint64_t m_readUpTo = 0;
    std::atomic<std::uint64_t> m_position {0};
};

} // namespace stepscope::io

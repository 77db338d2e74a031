// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// gzip data: one member after another, empty ones too, told apart from what follows the last one. ISA-L inflates (a
// third of the CPU time of zlib); headers are read here since ISA-L's own reader rejects some that are split over two
// buffers. At a cut, the last one or two bytes that zlib could still have given may be missing.

#include "core/io/byte_source.h"
#include "core/io/input_window.h"

struct inflate_state;

namespace stepscope::io {

class GzipSource final : public ByteSource
{
public:
    explicit GzipSource(std::shared_ptr<const FileReader> file, std::size_t bufferBytes = InputWindow::kDefaultBytes);
    ~GzipSource() override;

    Expected<std::size_t> read(std::span<char> out) override;
    std::uint64_t inputBytesDone() const override { return m_input.position(); }
    SourceEnd end() const override { return m_end; }

private:
    enum class Stage : std::uint8_t
    {
        Header,
        Body,
        Draining,
        Ended
    };

    Expected<void> beginMember();
    Expected<bool> skipHeader();
    Expected<bool> skipText();
    Expected<bool> skipBytes(std::size_t count);
    Expected<std::size_t> inflate(std::span<char> out);
    std::size_t drain(std::span<char> out);
    void finish(SourceEnd::State state, std::string message = {}, std::uint64_t trailingBytes = 0);
    void damaged(Stage next, const char* what);

    InputWindow m_input;
    std::unique_ptr<inflate_state> m_state;
    Stage m_stage = Stage::Header;
    SourceEnd m_end;
};

} // namespace stepscope::io

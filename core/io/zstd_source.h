// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// zstd data: one frame after another, skippable ones among them, told apart from what follows the last one.

#include "core/io/byte_source.h"
#include "core/io/input_window.h"

struct ZSTD_DCtx_s;

namespace stepscope::io {

class ZstdSource final : public ByteSource
{
public:
    explicit ZstdSource(std::shared_ptr<const FileReader> file, std::size_t bufferBytes = InputWindow::kDefaultBytes);
    ~ZstdSource() override;

    Expected<std::size_t> read(std::span<char> out) override;
    std::uint64_t inputBytesDone() const override { return m_input.position(); }
    SourceEnd end() const override { return m_end; }

private:
    enum class Stage : std::uint8_t
    {
        Start,
        Frame,
        Ended
    };
    struct FreeContext
    {
        void operator()(ZSTD_DCtx_s* context) const;
    };

    Expected<void> beginFrame();
    Expected<std::size_t> decode(std::span<char> out);
    void finish(SourceEnd::State state, std::string message = {}, std::uint64_t trailingBytes = 0);

    InputWindow m_input;
    std::unique_ptr<ZSTD_DCtx_s, FreeContext> m_context;
    Stage m_stage = Stage::Start;
    SourceEnd m_end;
};

} // namespace stepscope::io

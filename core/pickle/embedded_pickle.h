// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The snapshot inside a page that torch/cuda/_memory_viz.py wrote (trace_plot, segment_plot): the pickle stands there
// as "base64": "…". A source of the decoded bytes. One thread.

#include "core/io/byte_source.h"
#include "core/pickle/byte_window.h"

#include <memory>

namespace stepscope::pickle {

class EmbeddedPickle final : public io::ByteSource
{
public:
    EmbeddedPickle(std::unique_ptr<io::ByteSource> page, Progress& progress, const std::stop_token& stop);

    // Goes to the start of the data. False when the page has none. Errors of the source, Cancelled.
    [[nodiscard]] Expected<bool> find();

    Expected<std::size_t> read(std::span<char> out) override;
    std::uint64_t inputBytesDone() const override { return m_page->inputBytesDone(); }
    io::SourceEnd end() const override { return m_end; }

private:
    bool atLiteral(); // behind the key: a colon and the opening quote; takes them
    bool decode(char c, std::span<char> out, std::size_t& written); // false: the data ends here

    std::unique_ptr<io::ByteSource> m_page;
    ByteWindow m_window;
    std::uint32_t m_bits = 0;
    unsigned m_bitCount = 0;
    bool m_done = false;
    io::SourceEnd m_end;
};

} // namespace stepscope::pickle

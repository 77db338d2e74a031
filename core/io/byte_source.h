// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The text of a file from its first byte to its last, whatever it is packed in: plain, gzip, zstd, UTF-16. Text that
// was decoded before a damaged or missing part is always delivered; end() then says what happened. One thread reads;
// inputBytesDone() may be asked from any. Memory: a few MiB, whatever the size of the file.

#include "core/io/file_reader.h"
#include "core/io/format_sniffer.h"
#include "core/util/expected.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace stepscope::io {

struct SourceEnd
{
    enum class State : std::uint8_t
    {
        Complete,
        Truncated, // the packed data stops before its end
        Damaged,   // what follows inputOffset could not be unpacked, or its checksum is wrong
    };
    State state = State::Complete;
    std::uint64_t inputOffset = 0;   // byte of the file at which reading ended
    std::string message;             // empty when complete
    std::uint64_t trailingBytes = 0; // of the file after the end of the packed data
};

class ByteSource
{
public:
    ByteSource() = default;
    virtual ~ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    // Fills `out`; less only at the end of the text, 0 for good after it. Errors: Unreadable, and Changed when the file
    // has become shorter.
    [[nodiscard]] virtual Expected<std::size_t> read(std::span<char> out) = 0;
    // Bytes of the file used so far, packed where it is packed.
    [[nodiscard]] virtual std::uint64_t inputBytesDone() const = 0;
    // How the text ended; meaningful once read() gave less than asked for.
    [[nodiscard]] virtual SourceEnd end() const = 0;
};

// A source for what sniff() said. Errors: EmptyFile, and NotATrace for formats that hold no text.
[[nodiscard]] Expected<std::unique_ptr<ByteSource>> openSource(std::shared_ptr<const FileReader> file, Format format);

// A source for the text of the file, looking into packed data as well: that may hold UTF-16, or no JSON at all. Errors
// as above.
struct OpenedText
{
    Format container = Format::Json;    // Gzip and Zstd, else as `text`
    Format text = Format::Json;         // Json, Utf16Le, Utf16Be; with openContent() any but Gzip, Zstd and Empty
    std::unique_ptr<ByteSource> source; // always UTF-8
};
[[nodiscard]] Expected<OpenedText> openText(const std::shared_ptr<const FileReader>& file);
// The same for whoever reads more than text: what the content is does not matter, unless there is none (EmptyFile).
[[nodiscard]] Expected<OpenedText> openContent(const std::shared_ptr<const FileReader>& file);

} // namespace stepscope::io

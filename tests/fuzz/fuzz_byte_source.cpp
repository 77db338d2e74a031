// SPDX-License-Identifier: GPL-3.0-or-later
// Reads any bytes as plain text, gzip, zstd or UTF-16, by what they seem to be: to the end, or to 64 MiB where a few
// bytes unpack to more. Large and small reads must give the same text, and nothing may follow the end.
#include "core/io/byte_source.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/violation.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace stepscope;
using namespace stepscope::io;

constexpr std::size_t kMostText = std::size_t {64} << 20U;
constexpr std::size_t kComparedText = std::size_t {1} << 20U; // enough to cross every inner buffer
constexpr std::size_t kLargeRead = std::size_t {256} << 10U;
constexpr std::size_t kSmallRead = 997; // prime: meets no block size

struct Text
{
    std::string head; // the first kComparedText bytes
    std::size_t bytes = 0;
    bool failed = false;
    bool ended = false;
    SourceEnd end;
};

void checkEnd(ByteSource& source, std::uint64_t fileBytes, Text& text)
{
    char more = 0;
    const auto again = source.read({&more, 1});
    fuzzing::require(again && *again == 0, "no text follows its end");
    text.ended = true;
    text.end = source.end();
    fuzzing::require(text.end.inputOffset <= fileBytes, "reading ends inside the file");
    fuzzing::require(text.end.trailingBytes <= fileBytes, "what trails the packed data is part of the file");
    fuzzing::require((text.end.state == SourceEnd::State::Complete) == text.end.message.empty(),
        "an end has a message when it is not complete, and only then");
}

Text readAll(ByteSource& source, std::uint64_t fileBytes, std::size_t readBytes, std::size_t limit)
{
    Text text;
    std::vector<char> buffer(readBytes);
    while (text.bytes < limit) {
        const auto got = source.read(buffer);
        if (!got) {
            text.failed = true;
            return text;
        }
        fuzzing::require(*got <= readBytes, "no more is read than asked for");
        fuzzing::require(source.inputBytesDone() <= fileBytes, "no more of the file is used than it has");
        text.bytes += *got;
        const std::size_t room = kComparedText - std::min(kComparedText, text.head.size());
        text.head.append(buffer.data(), std::min(*got, room));
        if (*got < readBytes) {
            checkEnd(source, fileBytes, text);
            return text;
        }
    }
    return text;
}

// What is said of the end must not depend on how it was reached.
void compare(const Text& large, const Text& small)
{
    const std::size_t both = std::min(large.head.size(), small.head.size());
    fuzzing::require(large.head.compare(0, both, small.head, 0, both) == 0, "all sizes of reads give the same text");
    if (!small.ended && !small.failed)
        return; // stopped at its limit
    fuzzing::require(large.failed == small.failed, "all sizes of reads fail alike");
    if (large.failed)
        return;
    fuzzing::require(large.bytes == small.bytes, "all sizes of reads give as much text");
    fuzzing::require(large.end.state == small.end.state && large.end.inputOffset == small.end.inputOffset
            && large.end.trailingBytes == small.end.trailingBytes && large.end.message == small.end.message,
        "all sizes of reads end alike");
}

void readPackedLayer(const std::shared_ptr<const FileReader>& file, std::string_view bytes)
{
    const Format format = sniff({bytes.data(), std::min(bytes.size(), kSniffBytes)});
    fuzzing::require(!describe(format).empty(), "every format has a name");
    auto source = openSource(file, format);
    if (source)
        readAll(**source, file->size(), kLargeRead, kMostText);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    const fuzzing::MemoryFile memory(bytes, size);
    const auto file = FileReader::open(memory.path());
    fuzzing::require(file.has_value(), "a regular file can be opened");
    readPackedLayer(*file, {reinterpret_cast<const char*>(bytes), size});

    const auto first = openText(*file);
    const auto second = openText(*file);
    fuzzing::require(first.has_value() == second.has_value(), "opening twice gives the same");
    if (!first)
        return 0;
    const Text large = readAll(*first->source, size, kLargeRead, kMostText);
    const Text small = readAll(*second->source, size, kSmallRead, kComparedText);
    compare(large, small);
    return 0;
}

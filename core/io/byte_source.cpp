// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/byte_source.h"

#include "core/io/gzip_source.h"
#include "core/io/utf16_source.h"
#include "core/io/zstd_source.h"

#include <array>
#include <atomic>
#include <fmt/format.h>

namespace stepscope::io {
namespace {

class PlainSource final : public ByteSource
{
public:
    explicit PlainSource(std::shared_ptr<const FileReader> file)
        : m_file(std::move(file))
    {
    }

    Expected<std::size_t> read(std::span<char> out) override
    {
        const std::uint64_t offset = inputBytesDone();
        Expected<std::size_t> n = m_file->readOpened(offset, out);
        if (n)
            m_done.store(offset + *n, std::memory_order_relaxed);
        return n;
    }
    std::uint64_t inputBytesDone() const override { return m_done.load(std::memory_order_relaxed); }
    SourceEnd end() const override { return {SourceEnd::State::Complete, inputBytesDone(), {}, 0}; }

private:
    std::shared_ptr<const FileReader> m_file;
    std::atomic<std::uint64_t> m_done {0};
};

bool isPacked(Format format)
{
    return format == Format::Gzip || format == Format::Zstd;
}

bool isUtf16(Format format)
{
    return format == Format::Utf16Le || format == Format::Utf16Be;
}

std::unique_ptr<ByteSource> unpacked(std::shared_ptr<const FileReader> file, Format container)
{
    if (container == Format::Gzip)
        return std::make_unique<GzipSource>(std::move(file));
    if (container == Format::Zstd)
        return std::make_unique<ZstdSource>(std::move(file));
    return std::make_unique<PlainSource>(std::move(file));
}

tl::unexpected<Error> refuse(const std::string& path, Format container, Format text)
{
    if (text == Format::Empty && !isPacked(container))
        return fail(ErrorClass::EmptyFile, fmt::format("{} is empty.", path));
    if (text == Format::Empty)
        return fail(ErrorClass::EmptyFile, fmt::format("{} is {} without any text in it.", path, describe(container)));
    if (isPacked(container)) {
        return fail(ErrorClass::NotATrace,
            fmt::format(
                "{} is {} that holds {}, not the JSON text of a trace.", path, describe(container), describe(text)));
    }
    return fail(ErrorClass::NotATrace, fmt::format("{} is {}, not the JSON text of a trace.", path, describe(text)));
}

Expected<Format> sniffSource(ByteSource& source)
{
    std::array<char, kSniffBytes> head;
    const Expected<std::size_t> n = source.read(head);
    if (!n)
        return tl::unexpected(n.error());
    return sniff(std::span(head).first(*n));
}

} // namespace

Expected<std::unique_ptr<ByteSource>> openSource(std::shared_ptr<const FileReader> file, Format format)
{
    switch (format) {
    case Format::Json:
    case Format::Gzip:
    case Format::Zstd:
        return unpacked(std::move(file), format);
    case Format::Utf16Le:
    case Format::Utf16Be:
        return std::make_unique<Utf16Source>(std::make_unique<PlainSource>(std::move(file)), format);
    default:
        return refuse(file->path(), format, format);
    }
}

Expected<OpenedText> openContent(const std::shared_ptr<const FileReader>& file)
{
    PlainSource plain(file);
    const Expected<Format> container = sniffSource(plain);
    if (!container)
        return tl::unexpected(container.error());
    Format content = *container;
    if (isPacked(*container)) {
        const auto source = unpacked(file, *container);
        const Expected<Format> inside = sniffSource(*source);
        if (!inside)
            return tl::unexpected(inside.error());
        // Packed data that is bad from its first byte gives no text, but it is its end that says so.
        if (*inside == Format::Empty && source->end().state != SourceEnd::State::Complete)
            return fail(ErrorClass::Unreadable, fmt::format("{}: {}", file->path(), source->end().message));
        content = *inside;
    }
    if (content == Format::Empty)
        return refuse(file->path(), *container, content);
    std::unique_ptr<ByteSource> source = unpacked(file, *container); // from the first byte
    if (isUtf16(content))
        source = std::make_unique<Utf16Source>(std::move(source), content);
    return OpenedText {*container, content, std::move(source)};
}

Expected<OpenedText> openText(const std::shared_ptr<const FileReader>& file)
{
    Expected<OpenedText> opened = openContent(file);
    if (opened && opened->text != Format::Json && !isUtf16(opened->text))
        return refuse(file->path(), opened->container, opened->text);
    return opened;
}

} // namespace stepscope::io

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/snapshot_file.h"

#include "core/io/byte_source.h"
#include "core/pickle/byte_window.h"
#include "core/pickle/compression.h"
#include "core/pickle/embedded_pickle.h"
#include "core/pickle/json_values.h"
#include "core/pickle/pickle_machine.h"
#include "core/pickle/snapshot_reader.h"

#include <fmt/format.h>
#include <new>

namespace stepscope::pickle {
namespace {

class SnapshotFile
{
public:
    SnapshotFile(const std::string& path, Progress& progress, std::stop_token stop)
        : m_path(path)
        , m_progress(progress)
        , m_stop(std::move(stop))
    {
        internWords(m_record.names);
    }

    Expected<model::SnapshotRecord> run();

private:
    Expected<void> open();
    Expected<void> openPage();
    Expected<Value> readPickle(ByteWindow& window);
    Expected<Value> readJson(ByteWindow& window);
    Expected<void> countRest(ByteWindow& window, std::string_view padding);
    void noteCut(std::uint64_t at);
    void noteSourceEnd(std::uint64_t textBytes);

    std::string m_path;
    Progress& m_progress;
    std::stop_token m_stop;
    std::shared_ptr<const io::FileReader> m_file;
    io::OpenedText m_opened;
    bool m_cut = false;
    model::SnapshotRecord m_record;
    ValueArena m_arena;
};

// What follows the end of the pickle or JSON, but for padding.
Expected<void> SnapshotFile::countRest(ByteWindow& window, std::string_view padding)
{
    const std::uint64_t begin = window.position();
    std::uint64_t trailing = 0;
    while (window.need(1)) {
        const std::string_view text = window.text();
        const std::size_t lastOther = text.find_last_not_of(padding);
        if (lastOther != std::string_view::npos)
            trailing = window.position() + lastOther + 1 - begin;
        window.take(text.size());
    }
    if (window.error())
        return tl::unexpected(*window.error());
    if (trailing > 0)
        m_record.diagnostics.add(DiagnosticKind::trailing_data, static_cast<std::int64_t>(begin),
            fmt::format("{} bytes follow the end of the snapshot at byte {}", trailing, begin));
    return {};
}

void SnapshotFile::noteCut(std::uint64_t at)
{
    m_cut = true;
    m_record.diagnostics.add(DiagnosticKind::truncated_file, static_cast<std::int64_t>(at),
        fmt::format("the snapshot ends at byte {}, before its end mark", at));
}

Expected<Value> SnapshotFile::readPickle(ByteWindow& window)
{
    const Expected<PickleResult> result = PickleMachine(window, m_arena, m_record.names, m_record.diagnostics).run();
    if (!result)
        return tl::unexpected(result.error());
    if (result->cut)
        noteCut(result->end);
    else if (const Expected<void> rest = countRest(window, std::string_view("\0", 1)); !rest)
        return tl::unexpected(rest.error());
    m_record.container = fmt::format(
        "pickle protocol {}{}", result->protocol, m_opened.text == io::Format::Html ? " in an HTML page" : "");
    return result->root;
}

Expected<Value> SnapshotFile::readJson(ByteWindow& window)
{
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (window.need(kByteOrderMark.size()) && window.text().starts_with(kByteOrderMark))
        window.take(kByteOrderMark.size());
    if (window.position() > 0 || m_opened.text != io::Format::Json)
        m_record.diagnostics.add(DiagnosticKind::encoding, 0);
    const Expected<JsonResult> result = JsonValues(window, m_arena, m_record.names, m_record.diagnostics).run();
    if (!result)
        return tl::unexpected(result.error());
    if (result->cut)
        noteCut(window.position());
    else if (const Expected<void> rest = countRest(window, std::string_view(" \t\r\n\0", 5)); !rest)
        return tl::unexpected(rest.error());
    m_record.container = "JSON";
    return result->root;
}

void SnapshotFile::noteSourceEnd(std::uint64_t textBytes)
{
    const io::SourceEnd end = m_opened.source->end();
    const auto offset = static_cast<std::int64_t>(textBytes);
    if (end.state == io::SourceEnd::State::Truncated && !m_cut)
        m_record.diagnostics.add(DiagnosticKind::truncated_file, offset, end.message);
    if (end.state == io::SourceEnd::State::Damaged)
        m_record.diagnostics.add(DiagnosticKind::damaged_compression, offset, end.message);
    if (end.trailingBytes > 0)
        m_record.diagnostics.add(DiagnosticKind::trailing_data, offset,
            fmt::format("{} bytes follow the compressed data", end.trailingBytes));
    m_record.file.textBytes = textBytes;
}

Expected<void> SnapshotFile::openPage()
{
    auto page = std::make_unique<EmbeddedPickle>(std::move(m_opened.source), m_progress, m_stop);
    const Expected<bool> found = page->find();
    if (!found)
        return tl::unexpected(found.error());
    if (!*found)
        return fail(ErrorClass::NotATrace,
            fmt::format("{} is a web page (HTML) without a memory snapshot in it; only pages of _memory_viz trace_plot "
                        "and segment_plot have one.",
                m_path));
    m_opened.source = std::move(page);
    return {};
}

Expected<void> SnapshotFile::open()
{
    m_progress.stage = LoadStage::Opening;
    auto file = io::FileReader::open(m_path);
    if (!file)
        return tl::unexpected(file.error());
    m_file = *file;
    m_progress.bytesTotal = m_file->size();
    m_arena.setLimit(valueLimit(m_file->size()));
    auto opened = io::openContent(m_file);
    if (!opened)
        return tl::unexpected(opened.error());
    m_opened = std::move(*opened);
    switch (m_opened.text) {
    case io::Format::Html:
        return openPage();
    case io::Format::Pickle:
    case io::Format::Json:
    case io::Format::Utf16Le:
    case io::Format::Utf16Be:
        return {};
    default:
        return fail(ErrorClass::NotATrace,
            fmt::format("{} is {}, not a memory snapshot.", m_path, io::describe(m_opened.text)));
    }
}

Expected<model::SnapshotRecord> SnapshotFile::run()
{
    if (const Expected<void> opened = open(); !opened)
        return tl::unexpected(opened.error());
    m_progress.stage = LoadStage::Reading;
    ByteWindow window(*m_opened.source, m_progress, m_stop);
    SnapshotReader reader(m_arena, m_record, m_stop);
    const bool isPickle = m_opened.text == io::Format::Pickle || m_opened.text == io::Format::Html;
    const Expected<Value> root = isPickle ? readPickle(window) : readJson(window);
    if (!root)
        return tl::unexpected(root.error());
    noteSourceEnd(window.position());
    if (const Expected<void> read = reader.read(*root); !read) {
        if (m_cut)
            return fail(ErrorClass::NotATrace,
                fmt::format("{} ends at byte {}, before anything of a memory snapshot. Copy it again.", m_path,
                    window.position()),
                static_cast<std::int64_t>(window.position()));
        return tl::unexpected(read.error());
    }
    m_record.file.path = m_path;
    m_record.file.bytes = m_file->size();
    m_record.file.compression = compressionOf(m_opened.container);
    if (m_stop.stop_requested())
        return fail(ErrorClass::Cancelled, "Loading was cancelled.");
    return std::move(m_record);
}

} // namespace

Expected<model::SnapshotRecord> readSnapshot(const std::string& path, Progress& progress, std::stop_token stop)
{
    try {
        return SnapshotFile(path, progress, std::move(stop)).run();
    } catch (const std::bad_alloc&) {
        return fail(ErrorClass::OutOfMemory,
            "There is not enough memory to load this snapshot. Close other programs, or record a shorter history.");
    }
}

} // namespace stepscope::pickle

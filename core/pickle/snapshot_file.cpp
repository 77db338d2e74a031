// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/snapshot_file.h"

#include "core/io/byte_source.h"
#include "core/pickle/byte_window.h"
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
    Expected<Value> readPickle(ByteWindow& window);
    Expected<void> countRest(ByteWindow& window);
    void noteSourceEnd(bool cutAlready, std::uint64_t textBytes);

    std::string m_path;
    Progress& m_progress;
    std::stop_token m_stop;
    std::shared_ptr<const io::FileReader> m_file;
    io::OpenedText m_opened;
    model::SnapshotRecord m_record;
    ValueArena m_arena;
};

// What follows the end of the pickle. NULs are padding.
Expected<void> SnapshotFile::countRest(ByteWindow& window)
{
    const std::uint64_t begin = window.position();
    std::uint64_t trailing = 0;
    while (window.need(1)) {
        const std::string_view text = window.text();
        const std::size_t lastOther = text.find_last_not_of('\0');
        if (lastOther != std::string_view::npos)
            trailing = window.position() + lastOther + 1 - begin;
        window.take(text.size());
    }
    if (window.error())
        return tl::unexpected(*window.error());
    if (trailing > 0)
        m_record.diagnostics.add(DiagnosticKind::trailing_data, static_cast<std::int64_t>(begin),
            fmt::format("{} bytes follow the end of the pickle at byte {}", trailing, begin));
    return {};
}

Expected<Value> SnapshotFile::readPickle(ByteWindow& window)
{
    const Expected<PickleResult> result = PickleMachine(window, m_arena, m_record.names, m_record.diagnostics).run();
    if (!result)
        return tl::unexpected(result.error());
    if (result->cut)
        m_record.diagnostics.add(DiagnosticKind::truncated_file, static_cast<std::int64_t>(result->end),
            fmt::format("the pickle ends at byte {}, before its end mark", result->end));
    else if (const Expected<void> rest = countRest(window); !rest)
        return tl::unexpected(rest.error());
    m_record.container = fmt::format("pickle protocol {}", result->protocol);
    noteSourceEnd(result->cut, window.position());
    return result->root;
}

void SnapshotFile::noteSourceEnd(bool cutAlready, std::uint64_t textBytes)
{
    const io::SourceEnd end = m_opened.source->end();
    const auto offset = static_cast<std::int64_t>(textBytes);
    if (end.state == io::SourceEnd::State::Truncated && !cutAlready)
        m_record.diagnostics.add(DiagnosticKind::truncated_file, offset, end.message);
    if (end.state == io::SourceEnd::State::Damaged)
        m_record.diagnostics.add(DiagnosticKind::damaged_compression, offset, end.message);
    if (end.trailingBytes > 0)
        m_record.diagnostics.add(DiagnosticKind::trailing_data, offset,
            fmt::format("{} bytes follow the compressed data", end.trailingBytes));
    m_record.file.textBytes = textBytes;
}

Expected<model::SnapshotRecord> SnapshotFile::run()
{
    m_progress.stage = LoadStage::Opening;
    auto file = io::FileReader::open(m_path);
    if (!file)
        return tl::unexpected(file.error());
    m_file = *file;
    m_progress.bytesTotal = m_file->size();
    auto opened = io::openContent(m_file);
    if (!opened)
        return tl::unexpected(opened.error());
    m_opened = std::move(*opened);
    if (m_opened.text != io::Format::Pickle)
        return fail(ErrorClass::NotATrace,
            fmt::format(
                "{} is {}, which this version does not read as a snapshot.", m_path, io::describe(m_opened.text)));
    m_progress.stage = LoadStage::Reading;
    ByteWindow window(*m_opened.source, m_progress, m_stop);
    SnapshotReader reader(m_arena, m_record, m_stop);
    const Expected<Value> root = readPickle(window);
    if (!root)
        return tl::unexpected(root.error());
    if (const Expected<void> read = reader.read(*root); !read)
        return tl::unexpected(read.error());
    m_record.file.path = m_path;
    m_record.file.bytes = m_file->size();
    m_record.file.compression = m_opened.container == io::Format::Gzip ? model::Compression::Gzip
        : m_opened.container == io::Format::Zstd                       ? model::Compression::Zstd
                                                                       : model::Compression::None;
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

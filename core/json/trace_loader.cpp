// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/trace_loader.h"

#include "core/io/byte_source.h"
#include "core/io/text_store.h"
#include "core/json/args_reader.h"
#include "core/json/chunk_pipeline.h"
#include "core/json/line_numbers.h"
#include "core/json/top_level.h"
#include "core/util/text_lines.h"
#include "core/util/thread_pool.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <system_error>

namespace stepscope::json {
namespace {

constexpr std::size_t kFirstHead = std::size_t {64} << 10U;
constexpr std::size_t kLargestHead = std::size_t {512} << 20U;
constexpr std::size_t kLargestTail = std::size_t {256} << 20U;

std::string cutText(const model::CutMark& cut)
{
    if (!cut.steps)
        return fmt::format("from {} to {} ns", cut.start, cut.end);
    return cut.steps->first == cut.steps->second ? fmt::format("step {}", cut.steps->first)
                                                 : fmt::format("steps {} to {}", cut.steps->first, cut.steps->second);
}

class TraceLoader
{
public:
    TraceLoader(const std::string& path, Progress& progress, std::stop_token stop, const LoadOptions& options)
        : m_path(path)
        , m_progress(progress)
        , m_stop(std::move(stop))
        , m_threads(options.threads > 0 ? options.threads : usableThreads())
        , m_chunkBytes(std::max<std::size_t>(options.chunkBytes, 1024))
    {
    }

    Expected<std::shared_ptr<const model::Trace>> run();

private:
    Expected<void> open();
    Expected<void> readHeadText();
    Expected<PipelineResult> readEvents();
    Expected<void> readTailText(PipelineResult& result);
    void noteSourceEnd(bool cutAlready);
    Error withLine(Error error) const;
    [[nodiscard]] tl::unexpected<Error> cancelled() const
    {
        return fail(ErrorClass::Cancelled, "Loading was cancelled.");
    }

    std::string m_path;
    Progress& m_progress;
    std::stop_token m_stop;
    unsigned m_threads;
    std::size_t m_chunkBytes;

    std::shared_ptr<const io::FileReader> m_file;
    io::OpenedText m_opened;
    bool m_plain = false; // the file itself is the text
    std::shared_ptr<io::CompressedTextStore> m_compressed;
    std::shared_ptr<const io::TextStore> m_store;
    std::string m_headText;
    Head m_head;
    std::shared_ptr<model::Trace> m_trace = std::make_shared<model::Trace>();
};

Expected<void> TraceLoader::open()
{
    m_progress.stage = LoadStage::Opening;
    auto file = io::FileReader::open(m_path);
    if (!file)
        return tl::unexpected(file.error());
    m_file = *file;
    m_progress.bytesTotal = m_file->size();
    auto opened = io::openText(m_file);
    if (!opened)
        return tl::unexpected(opened.error());
    m_opened = std::move(*opened);
    m_plain = m_opened.container == io::Format::Json && m_opened.text == io::Format::Json;
    if (m_plain) {
        m_store = std::make_shared<io::FileTextStore>(m_file);
    } else {
        m_compressed = std::make_shared<io::CompressedTextStore>(m_file);
        m_store = m_compressed;
    }
    return {};
}

// Reads from the start until the events begin.
Expected<void> TraceLoader::readHeadText()
{
    m_progress.stage = LoadStage::Reading;
    for (std::size_t want = kFirstHead;; want *= 4) {
        const std::size_t had = m_headText.size();
        m_headText.resize(want);
        const auto got = m_opened.source->read({m_headText.data() + had, want - had});
        if (!got)
            return tl::unexpected(got.error());
        m_headText.resize(had + *got);
        const bool whole = had + *got < want;
        m_head = readHead(m_headText, whole);
        if (m_head.form == Head::Form::NotATrace)
            return tl::unexpected(withLine(m_head.error));
        if (m_head.form != Head::Form::NeedMore)
            return {};
        if (m_stop.stop_requested())
            return cancelled();
        if (whole || want >= kLargestHead)
            return fail(ErrorClass::NotATrace,
                fmt::format("No \"traceEvents\" in the first {} bytes, so this is not a trace.", m_headText.size()));
    }
}

Error TraceLoader::withLine(Error error) const
{
    if (error.offset >= 0)
        error.line = 1
            + static_cast<std::int64_t>(
                countNewlines(std::string_view(m_headText).substr(0, static_cast<std::size_t>(error.offset))));
    return error;
}

Expected<PipelineResult> TraceLoader::readEvents()
{
    ChunkPipeline pipeline(m_threads, m_progress, m_stop);
    const auto begin = static_cast<std::size_t>(m_head.eventsAt);
    if (m_plain) {
        StoredChunks chunks(*m_store, begin, m_chunkBytes);
        if (const auto parsed = pipeline.parse(chunks, nullptr); !parsed)
            return tl::unexpected(parsed.error());
    } else {
        m_compressed->append(0, 0, {m_headText.data(), begin});
        StreamedChunks chunks(*m_opened.source, m_headText, begin, m_chunkBytes);
        if (const auto parsed = pipeline.parse(chunks, m_compressed.get()); !parsed)
            return tl::unexpected(parsed.error());
        if (m_stop.stop_requested())
            return cancelled();
        if (const auto sealed = m_compressed->seal(); !sealed)
            return tl::unexpected(sealed.error());
    }
    if (m_stop.stop_requested())
        return cancelled();
    return pipeline.resolve(*m_store, begin, m_head.form == Head::Form::Object);
}

void TraceLoader::noteSourceEnd(bool cutAlready)
{
    if (m_plain)
        return;
    const io::SourceEnd end = m_opened.source->end();
    const auto offset = static_cast<std::int64_t>(m_store->size());
    Diagnostics& diagnostics = m_trace->diagnostics;
    if (end.state == io::SourceEnd::State::Truncated && !cutAlready)
        diagnostics.add(DiagnosticKind::truncated_file, offset, end.message);
    if (end.state == io::SourceEnd::State::Damaged)
        diagnostics.add(DiagnosticKind::damaged_compression, offset, end.message);
    if (end.trailingBytes > 0)
        diagnostics.add(DiagnosticKind::trailing_data, offset,
            fmt::format("{} bytes follow the compressed data", end.trailingBytes));
}

Expected<void> TraceLoader::readTailText(PipelineResult& result)
{
    Diagnostics& diagnostics = m_trace->diagnostics;
    const std::uint64_t size = m_store->size();
    bool cut = false;
    if (result.arrayEnded) {
        std::string text(
            static_cast<std::size_t>(std::min<std::uint64_t>(size - result.endOffset, kLargestTail)), '\0');
        const auto got = m_store->read(result.endOffset, {text.data(), text.size()});
        if (!got)
            return tl::unexpected(got.error());
        text.resize(*got);
        Tail tail = readTail(text, result.endOffset, m_head.form);
        diagnostics.merge(tail.diagnostics);
        std::move(tail.metadata.begin(), tail.metadata.end(), std::back_inserter(m_trace->metadata));
        cut = !tail.closed && result.endOffset + text.size() == size;
        if (!tail.closed && !cut)
            diagnostics.add(DiagnosticKind::damaged_metadata, static_cast<std::int64_t>(result.endOffset),
                fmt::format("only {} bytes of what follows the events are read", text.size()));
    } else if (!result.cutInside && m_head.form == Head::Form::Array) {
        diagnostics.add(DiagnosticKind::open_array, static_cast<std::int64_t>(size));
    } else {
        cut = true;
    }
    if (cut)
        diagnostics.add(DiagnosticKind::truncated_file, static_cast<std::int64_t>(size),
            fmt::format("the text ends at byte {}{}", size,
                result.cutInside        ? ", inside an event"
                    : result.arrayEnded ? ", inside what follows the events"
                                        : ", before the end of the events"));
    noteSourceEnd(cut);
    return {};
}

Expected<std::shared_ptr<const model::Trace>> TraceLoader::run()
{
    if (const auto opened = open(); !opened)
        return tl::unexpected(opened.error());
    if (const auto read = readHeadText(); !read)
        return tl::unexpected(read.error());
    auto result = readEvents();
    if (!result)
        return tl::unexpected(result.error());
    if (m_stop.stop_requested())
        return cancelled();
    model::Trace& trace = *m_trace;
    trace.metadata = std::move(m_head.metadata);
    trace.diagnostics = std::move(m_head.diagnostics);
    trace.diagnostics.merge(result->diagnostics);
    if (m_opened.text != io::Format::Json)
        trace.diagnostics.add(DiagnosticKind::encoding, 0, "UTF-16; offsets are those of the text as UTF-8");
    if (const auto tail = readTailText(*result); !tail)
        return tl::unexpected(tail.error());
    const model::RawCounts& counts = result->input.counts;
    if (counts.events > 0 && counts.otherPhases == counts.events)
        return fail(ErrorClass::NotATrace,
            "None of the objects in this file has a phase (\"ph\"), so they are not trace events.",
            static_cast<std::int64_t>(m_head.eventsAt));

    trace.file.path = m_path;
    trace.file.bytes = m_file->size();
    trace.file.textBytes = m_store->size();
    trace.file.compression = m_opened.container == io::Format::Gzip ? model::Compression::Gzip
        : m_opened.container == io::Format::Zstd                    ? model::Compression::Zstd
                                                                    : model::Compression::None;
    interpretMetadata(trace);
    if (trace.cut)
        trace.diagnostics.add(DiagnosticKind::cut_trace, -1, cutText(*trace.cut));
    if (!model::assemble(result->input, trace, m_threads, m_progress, m_stop))
        return cancelled();
    const std::string_view head(m_headText.data(), static_cast<std::size_t>(m_head.eventsAt));
    fillLines(trace.diagnostics, *m_store, head, result->lines);
    trace.args = std::make_shared<ArgsReader>(m_store, m_head.eventsAt, m_head.form == Head::Form::Object);
    if (const auto unchanged = m_store->verifyUnchanged(); !unchanged)
        return tl::unexpected(unchanged.error());
    m_progress.stage = LoadStage::Done;
    if (m_stop.stop_requested()) // asked for before the stage was seen to be the last
        return cancelled();
    return std::shared_ptr<const model::Trace>(m_trace);
}

} // namespace

Expected<std::shared_ptr<const model::Trace>> loadTrace(
    const std::string& path, Progress& progress, std::stop_token stop, const LoadOptions& options)
{
    try {
        return TraceLoader(path, progress, std::move(stop), options).run();
    } catch (const std::system_error& error) {
        return fail(ErrorClass::OutOfMemory, fmt::format("The system refused what loading needs: {}.", error.what()));
    } catch (const std::bad_alloc&) {
        return fail(ErrorClass::OutOfMemory,
            "There is not enough memory to load this file. Close other programs, or record "
            "fewer steps.");
    }
}

} // namespace stepscope::json

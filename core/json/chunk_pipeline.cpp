// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/chunk_pipeline.h"

#include "core/json/recovering_reader.h"
#include "core/util/text_lines.h"
#include "core/util/thread_pool.h"

#include <algorithm>
#include <fmt/format.h>
#include <mutex>

namespace stepscope::json {

namespace {

// Rows are numbered with 32 bits.
tl::unexpected<Error> tooManyRows()
{
    return fail(ErrorClass::OutOfMemory,
        fmt::format("This file has more than {} events, more than can be shown at once. Record fewer steps.",
            model::kMostRows));
}

} // namespace

ChunkPipeline::ChunkPipeline(unsigned threads, Progress& progress, std::stop_token stop)
    : m_threads(threads)
    , m_progress(progress)
    , m_stop(std::move(stop))
    , m_parsed(threads)
{
    for (unsigned i = 0; i <= threads; ++i) {
        m_events.push_back(std::make_unique<model::RawEvents>());
        m_parsers.push_back(std::make_unique<EventParser>(*m_events.back()));
    }
}

ChunkPipeline::~ChunkPipeline() = default;

Expected<void> ChunkPipeline::parse(ChunkSource& source, io::CompressedTextStore* keep)
{
    std::mutex mutex;
    Expected<void> outcome;
    runWorkers(m_threads, [&](unsigned worker) {
        const Expected<void> mine = work(worker, source, keep);
        const std::lock_guard lock(mutex);
        if (!mine && outcome)
            outcome = mine;
    });
    return outcome;
}

Expected<void> ChunkPipeline::work(unsigned worker, ChunkSource& source, io::CompressedTextStore* keep)
{
    TextChunk chunk;
    while (!m_stop.stop_requested()) {
        const auto more = source.next(chunk);
        if (!more)
            return tl::unexpected(more.error());
        if (!*more)
            return {};
        m_progress.bytesDone = source.inputBytesDone();
        if (keep != nullptr)
            keep->append(chunk.index + 1, chunk.offset, {chunk.text(), chunk.size});
        Parsed parsed;
        parsed.index = chunk.index;
        parsed.size = chunk.size;
        parsed.worker = worker;
        parsed.newlines = countNewlines({chunk.text(), chunk.size});
        parsed.result = m_parsers[worker]->parseChunk(chunk.text(), chunk.size, chunk.offset);
        m_progress.events += parsed.result.counts.events;
        if (m_events[worker]->mostRows() > model::kMostRows)
            return tooManyRows();
        m_parsed[worker].push_back(std::move(parsed));
    }
    return {};
}

void ChunkPipeline::take(PipelineResult& result, ChunkResult& chunk, std::uint32_t worker)
{
    result.diagnostics.merge(chunk.diagnostics);
    result.input.counts.add(chunk.counts);
    result.input.chunks.push_back({worker, chunk.range, chunk.lastSlice, chunk.lastSite});
}

Expected<PipelineResult> ChunkPipeline::resolve(const io::TextStore& store, std::uint64_t begin, bool isObject)
{
    std::vector<Parsed*> inOrder;
    for (auto& worker : m_parsed) {
        for (Parsed& parsed : worker)
            inOrder.push_back(&parsed);
    }
    std::sort(inOrder.begin(), inOrder.end(), [](const Parsed* a, const Parsed* b) { return a->index < b->index; });

    PipelineResult result;
    std::vector<std::pair<std::uint64_t, std::size_t>> strictAt; // offset, position in inOrder
    for (std::size_t i = 0; i < inOrder.size(); ++i) {
        const Parsed& parsed = *inOrder[i];
        result.lines.push_back({parsed.result.range.textOffset, parsed.size, parsed.newlines});
        if (parsed.result.strict && parsed.size > 0)
            strictAt.emplace_back(parsed.result.range.textOffset, i);
    }
    const auto strictChunk = [&](std::uint64_t offset) {
        const auto found = std::lower_bound(strictAt.begin(), strictAt.end(), std::pair {offset, std::size_t {0}});
        const bool here = found != strictAt.end() && found->first == offset && inOrder[found->second]->result.strict;
        return here ? inOrder[found->second] : nullptr;
    };

    RecoveringReader recovering(store, *m_parsers.back(), isObject, m_stop);
    std::uint64_t at = begin;
    while (!result.arrayEnded && at < store.size() && !m_stop.stop_requested()) {
        if (Parsed* parsed = strictChunk(at)) {
            const Expected<bool> ends
                = parsed->result.arrayEnded ? recovering.endsArray(parsed->result.endOffset - 1) : Expected<bool>(true);
            if (!ends)
                return tl::unexpected(ends.error());
            if (!*ends) { // a stray bracket: what stands behind it has not been read
                parsed->result.strict = false;
                continue;
            }
            take(result, parsed->result, parsed->worker);
            result.arrayEnded = parsed->result.arrayEnded;
            at = parsed->result.endOffset;
            continue;
        }
        std::vector<ChunkResult> chunks;
        const auto outcome = recovering.read(
            at, [&](std::uint64_t offset) { return strictChunk(offset) != nullptr; }, chunks);
        if (!outcome)
            return tl::unexpected(outcome.error());
        for (ChunkResult& chunk : chunks)
            take(result, chunk, m_threads);
        using End = RecoveringReader::Outcome::End;
        result.arrayEnded = outcome->end == End::ArrayEnded;
        result.cutInside = outcome->insideEvent;
        at = outcome->offset;
        if (outcome->end == End::EndOfText)
            break;
    }
    if (model::mostRows(result.input) > model::kMostRows)
        return tooManyRows();
    result.endOffset = at;
    result.input.workers = std::move(m_events);
    return result;
}

} // namespace stepscope::json

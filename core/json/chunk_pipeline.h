// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Parses all chunks of a source with several workers, then puts their results in file order: a chunk that was not
// strict, or that does not start where the one before it ended, is read again by the recovering reader from the last
// sure place.

#include "core/json/chunk_source.h"
#include "core/json/event_parser.h"
#include "core/model/assembler.h"
#include "core/util/progress.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace stepscope::json {

// Newlines before a place of the text: turns offsets into lines.
struct LineMark
{
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t newlines = 0; // in the chunk
};

struct PipelineResult
{
    model::AssemblyInput input;
    Diagnostics diagnostics;
    std::vector<LineMark> lines; // by offset
    bool arrayEnded = false;
    bool cutInside = false;      // the text ended inside an event
    std::uint64_t endOffset = 0; // behind the `]`, or the end of the text
};

class ChunkPipeline
{
public:
    ChunkPipeline(unsigned threads, Progress& progress, std::stop_token stop);
    ~ChunkPipeline();

    // Reads everything the source has. With a `keep`, each chunk's text is stored there as block index + 1 (block 0 is
    // the caller's head).
    Expected<void> parse(ChunkSource& source, io::CompressedTextStore* keep);
    // Orders and mends the results; `store` must hold the whole text now. `isObject`: the events are a member of an
    // object.
    Expected<PipelineResult> resolve(const io::TextStore& store, std::uint64_t begin, bool isObject);

private:
    struct Parsed
    {
        ChunkResult result;
        std::size_t index = 0;
        std::size_t size = 0;
        std::uint64_t newlines = 0;
        std::uint32_t worker = 0;
    };
    Expected<void> work(unsigned worker, ChunkSource& source, io::CompressedTextStore* keep);
    void take(PipelineResult& result, ChunkResult& chunk, std::uint32_t worker);

    unsigned m_threads;
    Progress& m_progress;
    std::stop_token m_stop;
    std::vector<std::unique_ptr<model::RawEvents>> m_events; // one more than workers: the recovering reader's
    std::vector<std::unique_ptr<EventParser>> m_parsers;
    std::vector<std::vector<Parsed>> m_parsed; // by worker
};

} // namespace stepscope::json

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Parses strict JSON text that holds events, separated by commas, into the columns of a RawEvents. One parser a worker;
// it keeps its scratch memory. A text that is not strict JSON is given back unread (the RawEvents is rolled back) for
// the recovering reader, which cleans it event by event and hands the clean text to parseOne().

#include "core/json/structural_index.h"
#include "core/model/raw_events.h"

#include <cstdint>
#include <memory>

namespace stepscope::json {

// Everything one chunk of text yields beside its rows.
struct ChunkResult
{
    bool strict = false;         // false: nothing was read
    bool arrayEnded = false;     // the `]` of the events array was met
    std::uint64_t endOffset = 0; // text offset behind the last thing read: next event, or behind `]`
    model::ChunkRange range;
    model::RawCounts counts;
    Diagnostics diagnostics;
    // Last slice of the chunk, which a flow at the start of the next chunk may belong to; kNoRawSlice when it has none.
    std::uint32_t lastSlice = model::kNoRawSlice;
    std::uint32_t lastSite = 0; // of that slice
};

class EventWriter;

class EventParser
{
public:
    explicit EventParser(model::RawEvents& out);
    ~EventParser();
    EventParser(const EventParser&) = delete;
    EventParser& operator=(const EventParser&) = delete;

    // Reads text[0, size), which starts at an event and lies at `textOffset` of the file's text; kTextPadding readable
    // bytes must follow. All events up to the end of the text (which must lie behind a comma) or to the closing bracket
    // of the array, or none: then result.strict is false.
    [[nodiscard]] ChunkResult parseChunk(const char* text, std::size_t size, std::uint64_t textOffset);

    // For events read one at a time: begin a chunk, add events, end it. An event lies less than 4 GiB behind the chunk.
    [[nodiscard]] ChunkResult beginChunk(std::uint64_t textOffset);
    // One event as strict JSON, taken from `eventOffset` of the file's text. False (and nothing added) when it is not
    // strict or not one whole object.
    [[nodiscard]] bool parseOne(
        ChunkResult& chunk, const char* text, std::size_t size, std::uint64_t eventOffset, bool damaged);
    void endChunk(ChunkResult& chunk) const;

private:
    bool parseEvents(ChunkResult& chunk, const char* text);

    model::RawEvents& m_out;
    StructuralIndex m_index;
    std::unique_ptr<EventWriter> m_writer;
};

} // namespace stepscope::json

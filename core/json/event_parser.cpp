// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/event_parser.h"

#include "core/json/event_fields.h"
#include "core/json/event_writer.h"

#include <algorithm>

namespace stepscope::json {

EventParser::EventParser(model::RawEvents& out)
    : m_out(out)
    , m_writer(std::make_unique<EventWriter>(out))
{
}

EventParser::~EventParser() = default;

ChunkResult EventParser::beginChunk(std::uint64_t textOffset)
{
    ChunkResult chunk;
    chunk.range = m_out.beginRange(textOffset);
    chunk.endOffset = textOffset;
    m_writer->beginChunk();
    return chunk;
}

void EventParser::endChunk(ChunkResult& chunk) const
{
    m_out.endRange(chunk.range);
    chunk.lastSlice = m_writer->lastSlice();
    if (chunk.lastSlice != model::kNoRawSlice)
        chunk.lastSite = m_out.slices.site[chunk.lastSlice];
}

ChunkResult EventParser::parseChunk(const char* text, std::size_t size, std::uint64_t textOffset)
{
    ChunkResult chunk = beginChunk(textOffset);
    if (m_index.build(text, size) && escapesAreValid(text, size) && parseEvents(chunk, text)) {
        chunk.strict = true;
        if (!chunk.arrayEnded)
            chunk.endOffset = textOffset + size;
        endChunk(chunk);
        return chunk;
    }
    m_out.rollBack(chunk.range);
    return beginChunk(textOffset);
}

// Event, comma, event, comma, … up to the end of the text (behind a comma) or the closing bracket.
bool EventParser::parseEvents(ChunkResult& chunk, const char* text)
{
    const auto tokens = m_index.tokens();
    OddScalarCounter odd {&chunk.diagnostics, text, chunk.range.textOffset};
    EventWalk walk(text, tokens.data(), tokens.data() + tokens.size(), odd);
    while (!walk.atEnd()) {
        EventFields fields;
        const std::uint32_t at = walk.offset();
        if (walk.take(']')) { // only reached at the very start: an array without events
            chunk.arrayEnded = at == tokens.front();
            chunk.endOffset = chunk.range.textOffset + at + 1;
            return chunk.arrayEnded;
        }
        if (!fields.read(walk))
            return false;
        m_writer->add(chunk, {fields, text, tokens, at, false});
        if (walk.take(','))
            continue;
        if (!walk.atEnd() && walk.peek() == ']') {
            chunk.arrayEnded = true;
            chunk.endOffset = chunk.range.textOffset + walk.offset() + 1;
            return true;
        }
        return false;
    }
    return true;
}

bool EventParser::parseOne(
    ChunkResult& chunk, const char* text, std::size_t size, std::uint64_t eventOffset, bool damaged)
{
    if (!m_index.build(text, size) || !escapesAreValid(text, size))
        return false;
    const auto tokens = m_index.tokens();
    // Counted apart first: a text that fails half way must not leave counts behind.
    Diagnostics scratch;
    OddScalarCounter odd {&scratch, text, eventOffset};
    EventWalk walk(text, tokens.data(), tokens.data() + tokens.size(), odd);
    EventFields fields;
    if (!fields.read(walk) || !walk.atEnd())
        return false;
    chunk.diagnostics.merge(scratch);
    const auto relative = static_cast<std::uint32_t>(eventOffset - chunk.range.textOffset);
    m_writer->add(chunk, {fields, text, tokens, relative, damaged});
    return true;
}

} // namespace stepscope::json

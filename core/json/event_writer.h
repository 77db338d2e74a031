// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Decodes the fields of one event and appends it to the tables of a RawEvents, by its phase. Counts what it cannot use.
// Owned by one EventParser. O(tokens of the event).

#include "core/json/event_fields.h"
#include "core/json/event_parser.h"
#include "core/json/site_cache.h"

#include <span>

namespace stepscope::json {

struct EventSource
{
    const EventFields& fields;
    const char* text; // that the tokens point into
    std::span<const std::uint32_t> tokens;
    std::uint32_t offset; // of the event, relative to the chunk
    bool damaged;         // the text is a repaired one
};

class EventWriter
{
public:
    explicit EventWriter(model::RawEvents& out);

    void beginChunk();
    void add(ChunkResult& chunk, const EventSource& event);
    [[nodiscard]] std::uint32_t lastSlice() const { return m_lastSlice; }

private:
    struct Context; // of one event
    void addSlice(Context& context);
    void addSliceArgs(Context& context, std::uint32_t slice);
    void addApiCall(Context& context, std::uint32_t slice);
    void addDeviceRecord(Context& context, std::uint32_t slice);
    void addOperatorArgs(Context& context, std::uint32_t slice);
    void addShapes(Context& context, std::uint32_t slice);
    void addSequence(Context& context, std::uint32_t slice);
    void addMemory(Context& context, std::uint32_t instant);
    void addBeginEnd(Context& context, bool end);
    void addFlow(Context& context, model::FlowPhase phase);
    void addBoundFlows(Context& context, std::uint32_t slice);
    void addInstant(Context& context);
    void addAsync(Context& context);
    void addCounter(Context& context);
    void addMeta(Context& context);

    bool time(Context& context, const FieldValue& value, std::int64_t& ns);
    static bool beyondTime(const FieldValue& value, std::int64_t& ns);
    bool requireTime(Context& context, std::int64_t& ns);
    NameId name(Context& context);
    [[nodiscard]] std::uint32_t sliceBefore(const Context& context, std::int64_t ns) const;

    model::RawEvents& m_out;
    SiteCache m_sites;
    std::uint32_t m_lastSlice = model::kNoRawSlice;
    bool m_hasBackwardFlows = false; // so far
};

} // namespace stepscope::json

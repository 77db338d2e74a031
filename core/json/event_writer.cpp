// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/event_writer.h"

#include "core/json/event_args.h"
#include "core/json/number_text.h"
#include "core/json/utf8.h"
#include "core/model/derived_flows.h"
#include "core/model/time_check.h"
#include "core/util/time.h"

#include <algorithm>
#include <optional>

namespace stepscope::json {
namespace {

// Phases of the format that are kept as points in time.
bool isMark(char phase)
{
    return std::string_view("iIRrnTpPNODvVc()").find(phase) != std::string_view::npos;
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t h = (a ^ (b + 0x9E3779B97F4A7C15U + (a << 6U) + (a >> 2U))) * 0xD6E8FEB86659FD93U;
    return h ^ (h >> 32U);
}

} // namespace

struct EventWriter::Context
{
    ChunkResult& chunk;
    const EventSource& event;
    std::uint32_t site = 0;
    model::EventKind kind = model::EventKind::Other;

    [[nodiscard]] const EventFields& fields() const { return event.fields; }
    [[nodiscard]] std::int64_t offset() const
    {
        return static_cast<std::int64_t>(chunk.range.textOffset + event.offset);
    }
    void note(DiagnosticKind diagnostic, std::string_view detail = {}) const
    {
        const bool wanted = chunk.diagnostics.wantsSample(diagnostic, offset());
        chunk.diagnostics.add(diagnostic, offset(), wanted ? visibleText(detail.substr(0, 200)) : std::string());
    }
};

EventWriter::EventWriter(model::RawEvents& out)
    : m_out(out)
    , m_sites(out)
{
}

void EventWriter::beginChunk()
{
    m_lastSlice = model::kNoRawSlice;
}

void EventWriter::add(ChunkResult& chunk, const EventSource& event)
{
    const EventFields& fields = event.fields;
    Context context {chunk, event};
    ++chunk.counts.events;
    const auto phase = static_cast<unsigned char>(fields.phase);
    if (phase == 0 || phase >= chunk.counts.phases.size()) {
        ++chunk.counts.otherPhases;
        context.note(DiagnosticKind::unknown_phase);
        return;
    }
    ++chunk.counts.phases[phase];

    SiteKey key {fields.pid.text, fields.tid.text, fields.category.text};
    const auto canonical = [](const FieldValue& value, std::string_view& text) {
        if (!value.present || (!value.quoted && text == "null"))
            text = "0"; // the format's readers agree on 0 for a missing id
    };
    canonical(fields.pid, key.pid);
    canonical(fields.tid, key.tid);
    const SiteCache::Site site = m_sites.find(key);
    context.site = site.id;
    context.kind = site.kind;

    switch (fields.phase) {
    case 'X':
        return addSlice(context);
    case 'B':
    case 'E':
        return addBeginEnd(context, fields.phase == 'E');
    case 's':
        return addFlow(context, model::FlowPhase::Start);
    case 't':
        return addFlow(context, model::FlowPhase::Step);
    case 'f':
        return addFlow(context, fields.bindsEnclosing ? model::FlowPhase::EndEnclosing : model::FlowPhase::End);
    case 'b':
    case 'e':
    case 'S':
    case 'F':
        return addAsync(context);
    case 'C':
        return addCounter(context);
    case 'M':
        return addMeta(context);
    default: // every other phase is a point in time: marks (i I R), steps (n T p), samples, object events, …
        if (!isMark(fields.phase))
            context.note(DiagnosticKind::unknown_phase, std::string_view(&fields.phase, 1));
        return addInstant(context);
    }
}

// Not an optional: returned in registers it is put together in memory first, byte by byte, and that costs more than the
// reading of the digits.
bool EventWriter::time(Context& context, const FieldValue& value, std::int64_t& ns)
{
    if (!value.present)
        return false;
    const auto parsed = parseMicroseconds(value.text);
    if (!parsed)
        return false;
    if (value.quoted)
        context.note(DiagnosticKind::numeric_string, value.text);
    context.chunk.counts.hasFraction = context.chunk.counts.hasFraction || parsed->hasFraction;
    ns = parsed->ns;
    return true;
}

// A number that int64 ns cannot hold is as long as can be, and so will be found impossible; it is not a missing one.
bool EventWriter::beyondTime(const FieldValue& value, std::int64_t& ns)
{
    const ScalarKind kind = value.present ? scalarKind(value.text) : ScalarKind::None;
    if (kind != ScalarKind::Number && kind != ScalarKind::HugeInteger)
        return false;
    ns = value.text.front() == '-' ? INT64_MIN : INT64_MAX;
    return true;
}

bool EventWriter::requireTime(Context& context, std::int64_t& ns)
{
    // Differences and sums of accepted times fit int64.
    constexpr std::int64_t kFarthest = INT64_MAX / 2 - model::kLongestDuration;
    if (time(context, context.fields().ts, ns) && ns <= kFarthest && ns >= -kFarthest)
        return true;
    ++context.chunk.counts.dropped;
    context.note(DiagnosticKind::bad_timestamp, context.fields().ts.present ? context.fields().ts.text : "no ts");
    return false;
}

NameId EventWriter::name(Context& context)
{
    return m_out.strings.intern(context.fields().name.text);
}

void EventWriter::addSlice(Context& context)
{
    std::int64_t start = 0;
    if (!requireTime(context, start))
        return;
    std::int64_t dur = 0;
    const bool hasDur = time(context, context.fields().dur, dur) || beyondTime(context.fields().dur, dur);
    model::RawSlices& slices = m_out.slices;
    const auto row = static_cast<std::uint32_t>(slices.start.size());
    slices.start.push_back(start);
    slices.dur.push_back(dur);
    slices.name.push_back(name(context));
    slices.site.push_back(context.site);
    slices.offset.push_back(context.event.offset);
    const int flags = (hasDur ? 0 : model::kRawNoDuration) | (context.event.damaged ? model::kRawDamaged : 0);
    slices.flags.push_back(static_cast<std::uint8_t>(flags));
    m_lastSlice = row;
    if (context.fields().args != nullptr)
        addSliceArgs(context, row);
    if (context.fields().bindId.present)
        addBoundFlows(context, row);
}

void EventWriter::addSliceArgs(Context& context, std::uint32_t slice)
{
    if (model::isApiCall(context.kind))
        addApiCall(context, slice);
    else if (model::isDeviceSide(context.kind))
        addDeviceRecord(context, slice);
    else if (context.kind == model::EventKind::CpuOp)
        addOperatorArgs(context, slice);
}

void EventWriter::addApiCall(Context& context, std::uint32_t slice)
{
    model::RawApiCall call {slice, 0};
    forEachMember(context.event, context.fields().args, [&](std::string_view key, ArgsWalk& walk) {
        if (key != "correlation")
            return walk.skipValue();
        std::string_view text;
        bool quoted = false;
        const bool ok = takeScalar(walk, text, quoted);
        call.correlation = parseUnsigned(text).value_or(0);
        return ok;
    });
    if (call.correlation != 0)
        m_out.apiCalls.push_back(call);
}

void EventWriter::addDeviceRecord(Context& context, std::uint32_t slice)
{
    model::RawDeviceRecord record;
    record.slice = slice;
    forEachMember(context.event, context.fields().args, [&](std::string_view key, ArgsWalk& walk) {
        const bool graph = key == "graph id" || key == "graph node id";
        if (!graph && key != "correlation" && key != "device" && key != "stream" && key != "bytes")
            return walk.skipValue();
        std::string_view text;
        bool quoted = false;
        const bool ok = takeScalar(walk, text, quoted);
        if (graph)
            record.fromGraph = record.fromGraph != 0 || parseUnsigned(text).value_or(0) != 0 ? 1 : 0;
        else if (key == "correlation")
            record.correlation = parseUnsigned(text).value_or(0);
        else if (key == "bytes")
            record.bytes = parseUnsigned(text).value_or(record.bytes);
        else
            (key == "device" ? record.device : record.stream)
                = parseSigned(text).value_or(model::RawDeviceRecord::kUnknown);
        return ok;
    });
    m_out.deviceRecords.push_back(record);
}

void EventWriter::addOperatorArgs(Context& context, std::uint32_t slice)
{
    if (context.fields().inputDims != nullptr)
        addShapes(context, slice);
    if (!m_hasBackwardFlows) // else nobody asks for it, see backward_links.h
        addSequence(context, slice);
}

void EventWriter::addShapes(Context& context, std::uint32_t slice)
{
    const EventFields& fields = context.fields();
    m_out.shapes.push_back({slice, m_out.strings.intern(listText(context.event, fields.inputDims))});
    // What else of the arguments figures need: strides and the like of convolutions.
    if (fields.concreteInputs != nullptr && fields.name.text.find("conv") != std::string_view::npos)
        m_out.constants.push_back({slice, m_out.strings.intern(listText(context.event, fields.concreteInputs))});
}

// The two stand beside each other, near the begin of the arguments: the others are not walked through.
void EventWriter::addSequence(Context& context, std::uint32_t slice)
{
    std::optional<std::int64_t> number;
    std::optional<std::uint64_t> thread;
    forEachMember(context.event, context.fields().args, [&](std::string_view key, ArgsWalk& walk) {
        const bool isNumber = key == "Sequence number";
        if (!isNumber && key != "Fwd thread id")
            return walk.skipValue();
        std::string_view text;
        bool quoted = false;
        const bool ok = takeScalar(walk, text, quoted);
        if (isNumber)
            number = parseSigned(text);
        else
            thread = parseUnsigned(text);
        return ok && !(number && thread);
    });
    const std::uint64_t forwardThread = thread.value_or(0);
    if (number && *number >= 0 && forwardThread <= UINT32_MAX) // -1: it has none
        m_out.sequences.push_back({slice, static_cast<std::uint32_t>(forwardThread), *number});
}

void EventWriter::addMemory(Context& context, std::uint32_t instant)
{
    model::RawMemory memory;
    memory.instant = instant;
    bool hasBytes = false;
    forEachMember(context.event, context.fields().args, [&](std::string_view key, ArgsWalk& walk) {
        std::string_view text;
        bool quoted = false;
        const bool ok = takeScalar(walk, text, quoted);
        const auto number = parseSigned(text);
        const auto small = static_cast<std::int32_t>(std::clamp<std::int64_t>(number.value_or(-1), -1, INT32_MAX));
        if (key == "Bytes") {
            hasBytes = number.has_value();
            memory.bytes = number.value_or(0);
        } else if (key == "Addr") {
            memory.address = parseUnsigned(text).value_or(0);
        } else if (key == "Total Allocated") {
            memory.totalAllocated = number.value_or(memory.totalAllocated);
        } else if (key == "Total Reserved") {
            memory.totalReserved = number.value_or(memory.totalReserved);
        } else if (key == "Device Type") {
            memory.deviceType = small;
        } else if (key == "Device Id") {
            memory.device = small;
        }
        return ok;
    });
    if (hasBytes)
        m_out.memories.push_back(memory);
    else
        context.note(DiagnosticKind::incomplete_event, "[memory] without Bytes");
}

void EventWriter::addBeginEnd(Context& context, bool end)
{
    std::int64_t ns = 0;
    if (!requireTime(context, ns))
        return;
    model::RawBeginEnd event;
    event.time = ns;
    event.site = context.site;
    if (context.fields().name.present)
        event.name = name(context);
    event.offset = context.event.offset;
    event.end = end;
    event.damaged = context.event.damaged;
    m_out.beginEnds.push_back(event);
    if (context.fields().bindId.present)
        addBoundFlows(context, model::kNoRawSlice);
}

std::uint32_t EventWriter::sliceBefore(const Context& context, std::int64_t ns) const
{
    if (m_lastSlice == model::kNoRawSlice)
        return model::kPreviousChunk;
    const model::RawSite& mine = m_out.sites[context.site];
    const model::RawSite& its = m_out.sites[m_out.slices.site[m_lastSlice]];
    const bool fits = m_out.slices.start[m_lastSlice] == ns && mine.pid == its.pid && mine.tid == its.tid;
    return fits ? m_lastSlice : model::kNoRawSlice;
}

void EventWriter::addFlow(Context& context, model::FlowPhase phase)
{
    std::int64_t ns = 0;
    if (!requireTime(context, ns))
        return;
    if (!context.fields().id.present) {
        context.note(DiagnosticKind::incomplete_event, "flow without id");
        return;
    }
    m_hasBackwardFlows = m_hasBackwardFlows || model::isBackwardCategory(context.fields().category.text);
    model::RawFlow flow;
    flow.time = ns;
    flow.key = mix(StringPool::hash(context.fields().category.text), idKey(context.fields().id.text));
    flow.site = context.site;
    flow.slice = sliceBefore(context, ns);
    flow.name = name(context);
    flow.phase = phase;
    m_out.flows.push_back(flow);
}

// The ends of version 2 flows sit on slices themselves.
void EventWriter::addBoundFlows(Context& context, std::uint32_t slice)
{
    const EventFields& fields = context.fields();
    const auto ns = parseMicroseconds(fields.ts.text);
    if (!ns)
        return;
    model::RawFlow flow;
    flow.time = ns->ns;
    flow.key = mix(2, idKey(fields.bindId.text));
    flow.site = context.site;
    flow.slice = slice;
    flow.name = name(context);
    if (fields.flowIn) {
        flow.phase = fields.flowOut ? model::FlowPhase::Step : model::FlowPhase::EndEnclosing;
        m_out.flows.push_back(flow);
    } else if (fields.flowOut) {
        flow.phase = model::FlowPhase::Start;
        m_out.flows.push_back(flow);
    }
}

void EventWriter::addInstant(Context& context)
{
    std::int64_t ns = 0;
    if (!requireTime(context, ns))
        return;
    model::RawInstant instant;
    instant.time = ns;
    instant.site = context.site;
    instant.name = name(context);
    instant.offset = context.event.offset;
    instant.phase = context.fields().phase;
    const std::string_view scope = context.fields().instantScope.text;
    instant.scope = scope.size() == 1 ? scope[0] : 't';
    instant.damaged = context.event.damaged;
    m_out.instants.push_back(instant);
    if (context.fields().args != nullptr && context.fields().name.text == "[memory]")
        addMemory(context, static_cast<std::uint32_t>(m_out.instants.size() - 1));
}

void EventWriter::addAsync(Context& context)
{
    const EventFields& fields = context.fields();
    std::int64_t ns = 0;
    if (!requireTime(context, ns))
        return;
    const bool nestable = fields.phase == 'b' || fields.phase == 'e';
    std::uint64_t key = mix(StringPool::hash(fields.category.text), nestable ? 1 : StringPool::hash(fields.name.text));
    bool hasId = fields.id.present;
    if (hasId)
        key = mix(key, mix(idKey(fields.id.text), StringPool::hash(fields.scope.text)));
    if (fields.id2 != nullptr) {
        forEachMember(context.event, fields.id2, [&](std::string_view which, ArgsWalk& walk) {
            std::string_view text;
            bool quoted = false;
            const bool ok = takeScalar(walk, text, quoted);
            const bool local = which == "local";
            hasId = hasId || local || which == "global";
            if (local)
                key = mix(key, StringPool::hash(fields.pid.text));
            key = mix(key, idKey(text) + (local ? 1 : 2));
            return ok;
        });
    }
    if (!hasId)
        context.note(DiagnosticKind::incomplete_event, "asynchronous event without id");
    m_out.asyncs.push_back({ns, key, context.site, name(context), context.event.offset, fields.phase});
}

void EventWriter::addCounter(Context& context)
{
    std::int64_t ns = 0;
    if (!requireTime(context, ns))
        return;
    const EventFields& fields = context.fields();
    if (fields.args == nullptr) {
        context.note(DiagnosticKind::incomplete_event, "counter without values");
        return;
    }
    model::RawCounterSample sample;
    sample.time = ns;
    sample.site = context.site;
    sample.name = name(context);
    if (fields.id.present)
        sample.id = m_out.strings.intern(fields.id.text);
    sample.offset = context.event.offset;
    forEachMember(context.event, fields.args, [&](std::string_view series, ArgsWalk& walk) {
        std::string_view text;
        bool quoted = false;
        const bool ok = takeScalar(walk, text, quoted);
        if (const auto value = parseFinite(text)) {
            if (quoted)
                context.note(DiagnosticKind::numeric_string, text);
            sample.value = *value;
            sample.series = m_out.strings.intern(series);
            m_out.counters.push_back(sample);
        } else if (quoted || scalarKind(text) != ScalarKind::BareWord) { // bare NaN has been counted where it stands
            context.note(DiagnosticKind::incomplete_event, "counter value that is no number");
        }
        return ok;
    });
}

void EventWriter::addMeta(Context& context)
{
    struct Wanted
    {
        std::string_view event;
        std::string_view key;
        model::MetaField field;
    };
    static constexpr Wanted kWanted[] = {
        {"process_name", "name", model::MetaField::ProcessName},
        {"process_labels", "labels", model::MetaField::ProcessLabels},
        {"process_sort_index", "sort_index", model::MetaField::ProcessSortIndex},
        {"thread_name", "name", model::MetaField::ThreadName},
        {"thread_sort_index", "sort_index", model::MetaField::ThreadSortIndex},
    };
    const EventFields& fields = context.fields();
    for (const Wanted& wanted : kWanted) {
        if (fields.name.text != wanted.event || fields.args == nullptr)
            continue;
        forEachMember(context.event, fields.args, [&](std::string_view key, ArgsWalk& walk) {
            if (key != wanted.key)
                return walk.skipValue();
            std::string_view text;
            bool quoted = false;
            const bool ok = takeScalar(walk, text, quoted);
            m_out.metas.push_back(
                {wanted.field, context.site, m_out.strings.intern(text), parseSigned(text).value_or(0)});
            return ok;
        });
    }
}

} // namespace stepscope::json

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/snapshot_reader.h"

#include "core/pickle/annotation_reader.h"
#include "core/pickle/segment_reader.h"
#include "core/pickle/value_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::pickle {
namespace {

constexpr std::int32_t kHost = -1;
constexpr std::size_t kMaxSettings = 256;

bool isList(Value value)
{
    return value.is(Kind::List) || value.is(Kind::Tuple);
}

} // namespace

SnapshotReader::SnapshotReader(ValueArena& arena, model::SnapshotRecord& record, std::stop_token stop)
    : m_fields(arena, record)
    , m_histories(m_fields, std::move(stop))
    , m_record(record)
{
    arena.setElementTaker(&m_histories);
}

bool SnapshotReader::looksLikeSegments(Value list) const
{
    const ValueArena& arena = m_fields.arena();
    const std::span<const Value> elements = arena.elements(list);
    const auto isSegment
        = [&arena](Value value) { return value.is(Kind::Dict) && arena.find(value, nameOf(Word::total_size)).isSet(); };
    return std::any_of(elements.begin(), elements.end(), isSegment);
}

Expected<void> SnapshotReader::read(Value root)
{
    const ValueArena& arena = m_fields.arena();
    if (root.is(Kind::List) && looksLikeSegments(root)) {
        m_record.form = model::SnapshotForm::SegmentList;
        readSegments(root, "the list", false);
    } else if (root.is(Kind::Dict)) {
        const bool isSnapshot
            = arena.find(root, nameOf(Word::segments)).isSet() || arena.find(root, nameOf(Word::device_traces)).isSet();
        if (!isSnapshot)
            return fail(ErrorClass::NotATrace,
                "This is a dictionary without \"segments\" and \"device_traces\", so it is no memory snapshot.");
        const std::span<const Value> pairs = arena.elements(root);
        for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
            readKey(pairs[i], pairs[i + 1]);
    } else {
        return fail(ErrorClass::NotATrace,
            fmt::format("This holds {}, and a memory snapshot is a dictionary or a list of segments.",
                FieldReader::describe(root)));
    }
    completeDevices();
    AnnotationReader::finish(m_record);
    return {};
}

void SnapshotReader::readKey(Value key, Value value)
{
    switch (FieldReader::word(key)) {
    case Word::device_traces:
        readTraces(value);
        break;
    case Word::host_traces:
        readHostTraces(value);
        break;
    case Word::segments:
        readSegments(value, "segments", false);
        break;
    case Word::host_segments:
        readSegments(value, "host_segments", true);
        break;
    case Word::external_annotations:
        readAnnotations(value);
        break;
    case Word::allocator_settings:
        readSettings(value);
        break;
    default:
        m_fields.unknownKey("the snapshot", key);
    }
}

void SnapshotReader::readTraces(Value list)
{
    const std::optional<std::vector<Value>> devices = m_fields.takeList(list);
    if (!devices || devices->size() > kMaxDevices) {
        m_fields.note(m_record.diagnostics, "the snapshot", "device_traces", list);
        return;
    }
    for (std::size_t i = 0; i < devices->size(); ++i)
        readHistory((*devices)[i], static_cast<std::int32_t>(i));
}

// One list of entries, or a list of such lists as for devices.
void SnapshotReader::readHostTraces(Value list)
{
    const ValueArena& arena = m_fields.arena();
    const bool isNested = isList(list) && !arena.elements(list).empty() && isList(arena.elements(list).front());
    if (!isNested) {
        readHistory(list, kHost);
        return;
    }
    const std::optional<std::vector<Value>> histories = m_fields.takeList(list);
    for (const Value history : *histories) {
        const bool isEmpty
            = isList(history) && arena.role(history) == Role::Elements && arena.elements(history).empty();
        if (!isEmpty)
            readHistory(history, kHost);
    }
}

void SnapshotReader::readHistory(Value list, std::int32_t id)
{
    const std::string where = id == kHost ? std::string("host memory") : fmt::format("device {}", id);
    History* history = m_histories.claim(list);
    model::DeviceRecord& target = device(id);
    if (history == nullptr || target.entries.count() > 0) {
        m_fields.note(m_record.diagnostics, where, "its history", list);
        return;
    }
    for (std::size_t kind = 0; kind < kDiagnosticKinds; ++kind) {
        for (DiagnosticSample& sample : history->diagnostics.entry(static_cast<DiagnosticKind>(kind)).samples)
            sample.detail.insert(0, where + ", ");
    }
    m_record.diagnostics.merge(history->diagnostics);
    target.entries = std::move(history->entries);
    target.ooms = std::move(history->ooms);
}

void SnapshotReader::readSegments(Value list, std::string_view name, bool host)
{
    if (const std::optional<std::vector<Value>> segments = m_fields.takeList(list))
        SegmentReader(m_fields).readAll(*segments, host);
    else
        m_fields.note(m_record.diagnostics, "the snapshot", name, list);
}

void SnapshotReader::readAnnotations(Value list)
{
    if (const std::optional<std::vector<Value>> marks = m_fields.takeList(list))
        AnnotationReader(m_fields).readAll(*marks);
    else
        m_fields.note(m_record.diagnostics, "the snapshot", "external_annotations", list);
}

void SnapshotReader::readSettings(Value dict)
{
    const ValueArena& arena = m_fields.arena();
    const std::span<const Value> pairs = dict.is(Kind::Dict) ? arena.elements(dict) : std::span<const Value> {};
    if (!dict.is(Kind::Dict) || pairs.size() > 2 * kMaxSettings || !m_record.settings.empty()) {
        m_fields.note(m_record.diagnostics, "the snapshot", "allocator_settings", dict);
        return;
    }
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
        const Value value = pairs[i + 1];
        m_record.settings.emplace_back(
            valueText(arena, m_record.names, pairs[i]), valueText(arena, m_record.names, value));
        if (FieldReader::word(pairs[i]) == Word::trace_alloc_max_entries)
            m_record.maxEntries = m_fields.bytes(value);
        if (FieldReader::word(pairs[i]) == Word::trace_alloc_overflowed)
            m_record.overflowed = value.is(Kind::True);
    }
}

model::DeviceRecord& SnapshotReader::device(std::int32_t id)
{
    auto& devices = m_record.devices;
    const auto before = [](const model::DeviceRecord& a, std::int32_t b) {
        return (a.id == kHost ? INT32_MAX : a.id) < (b == kHost ? INT32_MAX : b);
    };
    const auto at = std::lower_bound(devices.begin(), devices.end(), id, before);
    if (at != devices.end() && at->id == id)
        return *at;
    return *devices.insert(at, model::DeviceRecord {id, {}, {}});
}

void SnapshotReader::completeDevices()
{
    for (const model::SegmentRecord& segment : m_record.segments)
        device(segment.device);
}

} // namespace stepscope::pickle

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/annotation_reader.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace stepscope::pickle {

struct AnnotationReader::Mark
{
    std::int32_t device = 0;
    NameId name;
    std::int64_t timeUs = 0;
    bool isStart = true;
};

namespace {

std::int64_t latestTime(const model::SnapshotRecord& record)
{
    std::int64_t latest = 0;
    for (const model::DeviceRecord& device : record.devices) {
        for (const std::int64_t time : device.entries.timeUs)
            latest = std::max(latest, time);
    }
    return latest;
}

} // namespace

std::optional<AnnotationReader::Mark> AnnotationReader::read(Value value, std::size_t number)
{
    Diagnostics& diagnostics = m_fields.record().diagnostics;
    const std::string where = fmt::format("annotation {}", number);
    if (!value.is(Kind::Dict)) {
        m_fields.note(diagnostics, where, "it", value);
        return std::nullopt;
    }
    const ValueArena& arena = m_fields.arena();
    const Value name = arena.find(value, nameOf(Word::name));
    const Value stage = arena.find(value, nameOf(Word::stage));
    const Value time = arena.find(value, nameOf(Word::time_us));
    const Value device = arena.find(value, nameOf(Word::device));
    const Word stageWord = FieldReader::word(stage);
    if (!name.is(Kind::Text))
        m_fields.note(diagnostics, where, "name", name);
    else if (stageWord != Word::START && stageWord != Word::END)
        m_fields.note(diagnostics, where, "stage", stage);
    else if (!m_fields.integer(time))
        m_fields.note(diagnostics, where, "time_us", time);
    else if (device.isSet() && !m_fields.device(device))
        m_fields.note(diagnostics, where, "device", device);
    else
        return Mark {
            m_fields.device(device).value_or(0), name.name(), *m_fields.integer(time), stageWord == Word::START};
    return std::nullopt;
}

void AnnotationReader::readAll(std::span<const Value> marks)
{
    std::vector<model::AnnotationRecord>& ranges = m_fields.record().annotations;
    std::map<std::pair<std::int32_t, std::uint32_t>, std::vector<std::size_t>> open; // by device and name
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const std::optional<Mark> mark = read(marks[i], i);
        if (!mark)
            continue;
        std::vector<std::size_t>& started = open[{mark->device, mark->name.value}];
        if (mark->isStart) {
            started.push_back(ranges.size());
            ranges.push_back({mark->device, mark->name, mark->timeUs, mark->timeUs, true});
        } else if (started.empty()) {
            m_fields.record().diagnostics.add(DiagnosticKind::unmatched_end, -1,
                fmt::format("annotation {}: {}", i, m_fields.record().names.view(mark->name)));
        } else {
            ranges[started.back()].endUs = std::max(ranges[started.back()].startUs, mark->timeUs);
            ranges[started.back()].unfinished = false;
            started.pop_back();
        }
    }
}

void AnnotationReader::finish(model::SnapshotRecord& record)
{
    std::vector<model::AnnotationRecord>& ranges = record.annotations;
    const std::int64_t latest = latestTime(record);
    for (model::AnnotationRecord& range : ranges) {
        if (range.unfinished)
            range.endUs = std::max(range.startUs, latest);
    }
    std::stable_sort(ranges.begin(), ranges.end(),
        [](const model::AnnotationRecord& a, const model::AnnotationRecord& b) { return a.startUs < b.startUs; });
}

} // namespace stepscope::pickle

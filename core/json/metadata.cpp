// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/number_text.h"
#include "core/json/top_level.h"
#include "core/json/value_reader.h"

#include <algorithm>
#include <limits>

namespace stepscope::json {
namespace {

using model::ArgValue;

template <class Number> Number numberOr(const ArgValue& object, std::string_view key, Number otherwise)
{
    const ArgValue* value = object.find(key);
    const auto number = value != nullptr ? parseSigned(value->text) : std::nullopt;
    return number && *number >= 0
            && static_cast<std::uint64_t>(*number) <= static_cast<std::uint64_t>(std::numeric_limits<Number>::max())
        ? static_cast<Number>(*number)
        : otherwise;
}

model::DeviceInfo readDevice(const ArgValue& entry, std::size_t position)
{
    model::DeviceInfo device;
    device.id = numberOr(entry, "id", static_cast<std::int32_t>(position));
    if (const ArgValue* name = entry.find("name"))
        device.name = name->text;
    device.totalMemory = numberOr<std::uint64_t>(entry, "totalGlobalMem", 0);
    device.computeMajor = numberOr<std::int32_t>(entry, "computeMajor", -1);
    device.computeMinor = numberOr<std::int32_t>(entry, "computeMinor", -1);
    device.multiprocessors = numberOr<std::int32_t>(entry, "numSms", 0);
    return device;
}

void readDistributed(const ArgValue& info, model::Trace& trace)
{
    if (const ArgValue* rank = info.find("rank"))
        trace.rank = parseSigned(rank->text);
    if (const ArgValue* size = info.find("world_size"))
        trace.worldSize = parseSigned(size->text);
}

std::optional<std::int64_t> numberOf(const ArgValue& object, std::string_view key)
{
    const ArgValue* value = object.find(key);
    return value != nullptr ? parseSigned(value->text) : std::nullopt;
}

// Anybody can write such a mark: one that says nothing useful is none.
std::optional<model::CutMark> readCut(const ArgValue& entry)
{
    const auto start = numberOf(entry, "start_ns");
    const auto end = numberOf(entry, "end_ns");
    if (!start || !end || *start >= *end)
        return std::nullopt;
    model::CutMark cut {*start, *end, {}};
    const ArgValue* steps = entry.find("steps");
    if (steps != nullptr && steps->members.size() == 2) {
        const auto first = parseSigned(steps->members[0].second.text);
        const auto last = parseSigned(steps->members[1].second.text);
        if (first && last && *first <= *last)
            cut.steps = {*first, *last};
    }
    return cut;
}

} // namespace

void interpretMetadata(model::Trace& trace)
{
    for (const model::MetadataEntry& entry : trace.metadata) {
        const bool wanted = entry.key == "deviceProperties" || entry.key == "distributedInfo"
            || entry.key == "baseTimeNanoseconds" || entry.key == model::kCutKey;
        const auto value = wanted && entry.valid ? readValue(entry.json) : std::nullopt;
        if (!value)
            continue;
        if (entry.key == "baseTimeNanoseconds") {
            trace.baseTimeNs = parseSigned(value->text);
        } else if (entry.key == "distributedInfo") {
            readDistributed(*value, trace);
        } else if (entry.key == model::kCutKey) {
            trace.cut = readCut(*value);
        } else {
            trace.devices.clear();
            for (std::size_t i = 0; i < value->members.size(); ++i)
                trace.devices.push_back(readDevice(value->members[i].second, i));
        }
    }
}

} // namespace stepscope::json

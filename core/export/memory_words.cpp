// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/memory_words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace stepscope::exporting {
namespace {

constexpr std::array<const char*, 13> kActions {"alloc", "free_requested", "free_completed", "free", "segment_alloc",
    "segment_free", "segment_map", "segment_unmap", "oom", "snapshot", "annotate", "user_defined", "?"};

} // namespace

const char* actionName(model::MemoryAction action)
{
    return kActions[static_cast<std::size_t>(action)];
}

std::vector<std::pair<std::string, std::uint64_t>> actionCounts(
    const model::SnapshotRecord& record, const model::MemoryEntries& entries)
{
    std::array<std::uint64_t, kActions.size()> known {};
    std::map<std::string, std::uint64_t> others;
    for (std::size_t i = 0; i < entries.count(); ++i) {
        const bool named = entries.action[i] == model::MemoryAction::Unknown && !entries.actionName.empty()
            && entries.actionName[i].valid();
        if (named)
            ++others[std::string(record.names.view(entries.actionName[i]))];
        else
            ++known[static_cast<std::size_t>(entries.action[i])];
    }
    std::vector<std::pair<std::string, std::uint64_t>> out;
    for (std::size_t action = 0; action < known.size(); ++action) {
        if (known[action] > 0)
            out.emplace_back(kActions[action], known[action]);
    }
    out.insert(out.end(), others.begin(), others.end());
    return out;
}

std::optional<TimeSpanUs> timesOf(const model::MemoryEntries& entries)
{
    std::optional<TimeSpanUs> span;
    for (const std::int64_t time : entries.timeUs) {
        if (time == 0)
            continue;
        if (!span)
            span = TimeSpanUs {time, time};
        span->first = std::min(span->first, time);
        span->last = std::max(span->last, time);
    }
    return span;
}

std::string deviceLabel(const model::MemoryDevice& device)
{
    return device.id < 0 ? std::string("pinned host memory") : fmt::format("GPU {}", device.id);
}

std::string poolLabel(const model::SnapshotRecord& record, model::PoolIndex pool)
{
    if (pool == 0)
        return "default";
    return fmt::format("({}, {})", record.pools[pool].first, record.pools[pool].second);
}

std::string frameText(const model::SnapshotRecord& record, FrameId frame)
{
    const model::StackFrame& at = record.stacks.at(frame);
    const std::string_view function = at.function.valid() ? record.names.view(at.function) : std::string_view();
    const std::string_view file = at.file.valid() ? record.names.view(at.file) : std::string_view();
    return at.line == 0 && (file.empty() || file == "??") ? std::string(function)
                                                          : fmt::format("{} {}:{}", function, file, at.line);
}

std::string recordedBy(const model::SnapshotRecord& record)
{
    const bool profiler = std::any_of(record.annotations.begin(), record.annotations.end(),
        [&record](const model::AnnotationRecord& a) { return record.names.view(a.name).starts_with("ProfilerStep#"); });
    if (profiler)
        return "torch.profiler";
    return record.settings.empty() ? std::string() : std::string("torch.cuda.memory");
}

} // namespace stepscope::exporting

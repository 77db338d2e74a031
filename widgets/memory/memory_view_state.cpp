// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_view_state.h"

#include "widgets/timeline/timeline_state.h"

#include <algorithm>
#include <array>

namespace stepscope::widgets {

namespace {

constexpr std::array kAxes {"entries", "changes", "time"};               // by MemoryAxisMode
constexpr std::array kColours {"stack", "category", "size", "lifetime"}; // by MemoryColourBy

template <class T, std::size_t N> T valueOf(const std::array<const char*, N>& words, const std::string& word)
{
    const auto found = std::find(words.begin(), words.end(), word);
    return found != words.end() ? static_cast<T>(found - words.begin()) : T {};
}

bool isEntry(std::int64_t entry, std::int32_t count)
{
    return entry >= -1 && entry < std::max(count, 1);
}

} // namespace

std::string axisWord(view::MemoryAxisMode mode)
{
    return kAxes[static_cast<std::size_t>(mode)];
}

std::string colourWord(MemoryColourBy by)
{
    return kColours[static_cast<std::size_t>(by)];
}

view::MemoryAxisMode axisOf(const std::string& word)
{
    return valueOf<view::MemoryAxisMode>(kAxes, word);
}

MemoryColourBy colourOf(const std::string& word)
{
    return valueOf<MemoryColourBy>(kColours, word);
}

share::MemoryState memoryState(const MemoryTimelineView& view, const MemoryCursor& cursor, const TimeAxis& axis)
{
    share::MemoryState state;
    state.device = static_cast<std::uint32_t>(cursor.device());
    state.axis = axisWord(view.content().positions().mode());
    state.window = windowOf(axis);
    state.entry = cursor.entry();
    if (cursor.allocation().valid())
        state.allocation = cursor.allocation().value;
    if (const auto& range = cursor.range())
        state.range = share::Range {range->first, range->last};
    state.colourBy = colourWord(view.content().colourBy());
    return state;
}

QStringList restoreMemory(
    const MemoryTimelineView& view, MemoryCursor& cursor, TimeAxis& axis, const share::MemoryState& state)
{
    QStringList missing;
    const std::int32_t entries = view.content().device().entryCount();
    if (isEntry(state.entry, entries))
        cursor.setEntry(state.entry);
    else
        missing << QStringLiteral("entry %1").arg(state.entry);
    const bool hasAllocation = state.allocation && *state.allocation < view.content().device().allocations.count();
    if (state.allocation && !hasAllocation)
        missing << QStringLiteral("the chosen allocation");
    cursor.choose(hasAllocation ? AllocId(*state.allocation) : AllocId());
    const bool hasRange = state.range && isEntry(state.range->start, entries) && isEntry(state.range->end, entries);
    if (state.range && !hasRange)
        missing << QStringLiteral("the selected entries");
    cursor.setRange(hasRange ? std::optional(EntryRange {
                        static_cast<std::int32_t>(state.range->start), static_cast<std::int32_t>(state.range->end)})
                             : std::nullopt);
    setWindow(axis, state.window);
    return missing;
}

} // namespace stepscope::widgets

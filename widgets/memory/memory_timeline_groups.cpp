// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_groups.h"

#include "core/analysis/memory/holdings.h"
#include "widgets/memory/memory_tr.h"
#include "widgets/memory/memory_words.h"

#include <QHash>

#include <algorithm>
#include <map>
#include <utility>

namespace stepscope::widgets {

namespace {

bool hasStacks(const model::MemoryDevice& device)
{
    const auto& stacks = device.allocations.stack;
    return std::any_of(stacks.begin(), stacks.end(), [](StackId stack) { return stack.valid(); });
}

std::vector<std::uint32_t> areaOrder(const model::MemoryDevice& device, const MemoryGroups& groups)
{
    const auto& table = device.allocations;
    return view::groupsByArea(
        {table.born.span(), table.died.span(), table.size.span()}, device.entryCount(), groups.of, groups.names.size());
}

MemoryGroups byStack(const analysis::StackReader& stacks, const model::MemoryDevice& device)
{
    MemoryGroups groups;
    using Key = std::pair<std::uint32_t, bool>; // frame or stack, and whether it is that of a free
    std::map<Key, std::uint32_t> ofFrame;
    std::map<Key, std::uint32_t> ofStack;
    const auto newGroup = [&groups](const QString& name) {
        groups.names.push_back(name);
        return static_cast<std::uint32_t>(groups.names.size() - 1);
    };
    const auto groupOf = [&](StackId stack, bool freeSite) {
        const auto [place, isNew] = ofStack.try_emplace({stack.value, freeSite}, 0);
        if (!isNew)
            return place->second;
        const FrameId frame = stacks.userFrame(stack);
        const auto [known, isNewFrame] = ofFrame.try_emplace({frame.value, freeSite && frame.valid()}, 0);
        if (isNewFrame)
            known->second
                = newGroup(frame.valid() ? QString::fromStdString(analysis::allocatedIn(stacks, stack, freeSite))
                                         : memoryTr("no stack recorded"));
        place->second = known->second;
        return known->second;
    };
    const auto& table = device.allocations;
    groups.of.reserve(table.count());
    for (std::size_t i = 0; i < table.count(); ++i)
        groups.of.push_back(groupOf(table.stack[i], analysis::hasFreeSite(table, AllocId(i))));
    groups.colours = view::coloursInOrder(areaOrder(device, groups), groups.names.size());
    if (const auto none = ofFrame.find({FrameId().value, false}); none != ofFrame.end())
        groups.colours[none->second] = view::quietColour();
    return groups;
}

MemoryGroups byCategory(const MemoryCategories& categories)
{
    MemoryGroups groups;
    groups.of.assign(categories.of.begin(), categories.of.end());
    for (qsizetype i = 0; i < categories.names.size(); ++i) {
        groups.names.push_back(categories.names[i]);
        const bool isLast = i + 1 == categories.names.size(); // "other"
        groups.colours.push_back(isLast ? view::quietColour() : view::hueColour(static_cast<std::size_t>(i)));
    }
    return groups;
}

void addRamp(MemoryGroups& groups, const std::vector<QString>& names)
{
    for (std::size_t step = 0; step < view::kRampSteps; ++step) {
        groups.colours.push_back(view::rampColour(step));
        groups.names.push_back(names[step]);
    }
}

MemoryGroups bySize(const model::MemoryDevice& device)
{
    MemoryGroups groups;
    groups.of.reserve(device.allocations.count());
    for (const std::uint64_t size : device.allocations.size)
        groups.of.push_back(static_cast<std::uint32_t>(view::sizeClass(size)));
    std::vector<QString> names;
    std::uint64_t bound = std::uint64_t {4} << 10U;
    for (std::size_t step = 0; step + 1 < view::kRampSteps; ++step, bound *= 16)
        names.push_back(memoryTr("up to %1").arg(bytesText(bound)));
    names.push_back(memoryTr("over %1").arg(bytesText(bound / 16)));
    addRamp(groups, names);
    return groups;
}

MemoryGroups byLifetime(const model::MemoryDevice& device)
{
    MemoryGroups groups;
    const auto& table = device.allocations;
    groups.of.reserve(table.count());
    for (std::size_t i = 0; i < table.count(); ++i)
        groups.of.push_back(
            static_cast<std::uint32_t>(view::lifetimeClass(table.born[i], table.died[i], device.entryCount())));
    std::vector<QString> names {memoryTr("shorter lives")};
    for (std::size_t step = 1; step + 1 < view::kRampSteps; ++step)
        names.push_back(memoryTr("over %1 % of the history").arg(view::kLifetimeShares[step] * 100));
    names.push_back(memoryTr("all through the history"));
    addRamp(groups, names);
    return groups;
}

MemoryGroups grouped(const analysis::StackReader& stacks, const model::MemoryDevice& device, MemoryColourBy by,
    const MemoryCategories& categories)
{
    if (by == MemoryColourBy::Size)
        return bySize(device);
    if (by == MemoryColourBy::Lifetime)
        return byLifetime(device);
    if (by == MemoryColourBy::Category && categories.of.size() == device.allocations.count()
        && !categories.names.empty())
        return byCategory(categories);
    // Without any stack their sizes are all that tells blocks apart.
    return hasStacks(device) ? byStack(stacks, device) : bySize(device);
}

} // namespace

MemoryGroups memoryGroups(const analysis::StackReader& stacks, const model::MemoryDevice& device, MemoryColourBy by,
    const MemoryCategories& categories)
{
    MemoryGroups groups = grouped(stacks, device, by, categories);
    groups.order = areaOrder(device, groups);
    if (by == MemoryColourBy::Size || by == MemoryColourBy::Lifetime)
        std::sort(groups.order.begin(), groups.order.end()); // steps of one order
    return groups;
}

void takeColours(MemoryGroups& groups, const MemoryGroups& model)
{
    QHash<QString, view::BandColour> known;
    for (std::size_t i = 0; i < model.names.size(); ++i)
        known.insert(model.names[i], model.colours[i]);
    std::size_t unused = model.names.size();
    for (std::size_t i = 0; i < groups.names.size(); ++i) {
        const auto same = known.constFind(groups.names[i]);
        groups.colours[i] = same != known.constEnd() ? *same : view::hueColour(unused++);
    }
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_groups.h"

#include "core/util/time.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace stepscope::widgets {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("MemoryTimeline", text);
}

bool isPython(std::string_view file)
{
    return file.ends_with(".py") || (file.starts_with('<') && !file.starts_with("<frozen"));
}

bool isLibrary(std::string_view file)
{
    constexpr std::array<std::string_view, 4> kPlaces {"site-packages/", "dist-packages/", "/torch/", "lib/python3"};
    return std::any_of(kPlaces.begin(), kPlaces.end(),
        [file](std::string_view place) { return file.find(place) != std::string_view::npos; });
}

// The innermost Python frame that is not a library's; else the innermost Python frame; else the innermost of all.
FrameId userFrame(const model::SnapshotRecord& record, StackId stack)
{
    FrameId python;
    for (StackId at = stack; at.valid(); at = record.stacks.outer(at)) {
        const FrameId frame = record.stacks.frame(at);
        const std::string_view file = record.names.view(record.stacks.at(frame).file);
        if (!isPython(file))
            continue;
        if (!isLibrary(file))
            return frame;
        if (!python.valid())
            python = frame;
    }
    return python.valid() ? python : record.stacks.frame(stack);
}

QString frameLabel(const model::SnapshotRecord& record, FrameId id)
{
    const model::StackFrame& frame = record.stacks.at(id);
    const std::string_view file = record.names.view(frame.file);
    const std::string_view name = file.substr(file.find_last_of('/') + 1);
    const std::string_view function = record.names.view(frame.function);
    const auto text
        = [](std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); };
    if (!isPython(file))
        return text(function);
    return QStringLiteral("%1:%2 %3").arg(text(name)).arg(frame.line).arg(text(function));
}

MemoryGroups byStack(const model::MemorySnapshot& snapshot, const model::MemoryDevice& device)
{
    const model::SnapshotRecord& record = snapshot.record;
    MemoryGroups groups;
    std::unordered_map<std::uint32_t, std::uint32_t> ofFrame;
    std::unordered_map<std::uint32_t, std::uint32_t> ofStack;
    const auto newGroup = [&groups](const QString& name) {
        groups.names.push_back(name);
        return static_cast<std::uint32_t>(groups.names.size() - 1);
    };
    const auto groupOf = [&](StackId stack) {
        const auto [place, isNew] = ofStack.try_emplace(stack.value, 0);
        if (!isNew)
            return place->second;
        const FrameId frame = stack.valid() ? userFrame(record, stack) : FrameId();
        const auto [known, isNewFrame] = ofFrame.try_emplace(frame.value, 0);
        if (isNewFrame)
            known->second = newGroup(frame.valid() ? frameLabel(record, frame) : tr("no stack recorded"));
        place->second = known->second;
        return known->second;
    };
    const auto& table = device.allocations;
    groups.of.reserve(table.count());
    for (const StackId stack : table.stack)
        groups.of.push_back(groupOf(stack));
    groups.colours = view::coloursByArea(
        {table.born.span(), table.died.span(), table.size.span()}, device.entryCount(), groups.of, groups.names.size());
    if (const auto none = ofFrame.find(FrameId().value); none != ofFrame.end())
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
        names.push_back(tr("up to %1").arg(QString::fromStdString(formatBytes(bound))));
    names.push_back(tr("over %1").arg(QString::fromStdString(formatBytes(bound / 16))));
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
    std::vector<QString> names;
    for (std::size_t step = 0; step + 1 < view::kRampSteps; ++step)
        names.push_back(
            tr("lives through 1/%1 of the history").arg(std::uint64_t {1} << (2 * (view::kRampSteps - 1 - step))));
    names.push_back(tr("lives all through"));
    addRamp(groups, names);
    return groups;
}

} // namespace

MemoryGroups memoryGroups(const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, MemoryColourBy by,
    const MemoryCategories& categories)
{
    if (by == MemoryColourBy::Size)
        return bySize(device);
    if (by == MemoryColourBy::Lifetime)
        return byLifetime(device);
    if (by == MemoryColourBy::Category && categories.of.size() == device.allocations.count()
        && !categories.names.empty())
        return byCategory(categories);
    return byStack(snapshot, device);
}

QString stackLabel(const model::SnapshotRecord& record, StackId stack)
{
    return stack.valid() ? frameLabel(record, userFrame(record, stack)) : QString();
}

} // namespace stepscope::widgets

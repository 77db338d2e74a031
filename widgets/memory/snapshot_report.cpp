// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/snapshot_report.h"

#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_words.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

DetailLine line(const QString& label, const QString& value, const QString& note = {})
{
    DetailLine result;
    result.label = label;
    result.value = value;
    result.note = note;
    return result;
}

DetailSection fileSection(const model::SnapshotRecord& record)
{
    DetailSection section {QStringLiteral("File"), {}};
    section.lines << line(QStringLiteral("Path"), toQString(record.file.path));
    section.lines << line(QStringLiteral("Size"), bytesText(record.file.bytes), exactBytesText(record.file.bytes));
    section.lines << line(QStringLiteral("Container"), toQString(record.container));
    section.lines << line(QStringLiteral("Form"),
        record.form == model::SnapshotForm::SegmentList ? QStringLiteral("list of segments (PyTorch 1.12)")
                                                        : QStringLiteral("segments and history"));
    section.lines << line(QStringLiteral("Stacks"), countText(record.stacks.size()),
        countText(record.stacks.frameCount()) + QStringLiteral(" frames"));
    return section;
}

DetailSection deviceSection(const model::MemorySnapshot& snapshot, const model::MemoryDevice& device)
{
    DetailSection section {memoryDeviceText(device), {}};
    const model::MemoryEntries& entries = snapshot.entries(device);
    section.lines << line(QStringLiteral("Entries"), countText(entries.count()));
    section.lines << line(QStringLiteral("Allocations"), countText(device.allocations.count()));
    section.lines << line(QStringLiteral("Segments"), countText(device.segments.size()), QStringLiteral("at the end"));
    if (device.active.peak > 0)
        section.lines << line(
            QStringLiteral("Peak"), bytesText(device.active.peak), entryText(device.active.peakEntry));
    const auto last = entryTime(entries, device.entryCount() - 1);
    const auto first = entryTime(entries, 0);
    if (first && last && *last > *first)
        section.lines << line(QStringLiteral("Length"), durationText(*last - *first));
    if (!device.ooms.empty()) {
        DetailLine ooms = line(QStringLiteral("Out of memory"), countText(device.ooms.size()));
        ooms.warn = true;
        section.lines << ooms;
    }
    return section;
}

template <class Id> bool anyValid(const Column<Id>& column)
{
    return std::any_of(column.begin(), column.end(), [](Id id) { return id.valid(); });
}

std::vector<analysis::MissingData> missingParts(const model::MemorySnapshot& snapshot)
{
    std::size_t entries = 0;
    bool stacks = false;
    for (const model::MemoryDevice& device : snapshot.devices) {
        entries += snapshot.entries(device).count();
        stacks = stacks || anyValid(snapshot.entries(device).stack) || anyValid(device.allocations.stack);
    }
    std::vector<analysis::MissingData> missing;
    if (entries == 0)
        missing.push_back({"history", "the course of memory, peaks, leaks and what an out-of-memory met",
            "torch.cuda.memory._record_memory_history() before the first allocation"});
    if (!stacks)
        missing.push_back({"stacks", "who holds the memory, guesses of categories, the line that leaks",
            "torch.cuda.memory._record_memory_history(stacks=\"all\", context=\"all\")"});
    if (snapshot.record.annotations.empty())
        missing.push_back({"step marks", "steps are guessed from the stacks or the curve",
            "record_function(\"ProfilerStep#N\") around each step, on PyTorch 2.6 or later"});
    return missing;
}

} // namespace

HealthTexts snapshotHealth(const model::MemorySnapshot& snapshot)
{
    HealthTexts texts;
    texts.entries = healthEntries(snapshot.record.diagnostics);
    texts.missing = missingParts(snapshot);
    texts.nothingMissing = QStringLiteral("Nothing that Stepscope asks for is missing.");
    texts.contents << fileSection(snapshot.record);
    for (const model::MemoryDevice& device : snapshot.devices)
        texts.contents << deviceSection(snapshot, device);
    return texts;
}

QList<DetailSection> snapshotSettings(const model::MemorySnapshot& snapshot)
{
    const model::SnapshotRecord& record = snapshot.record;
    QList<DetailSection> sections;
    DetailSection settings {QStringLiteral("Allocator settings"), {}};
    for (const auto& [key, value] : record.settings) {
        DetailLine setting = line(toQString(key), toQString(value));
        setting.mono = true;
        settings.lines << setting;
    }
    if (settings.lines.isEmpty())
        settings.lines << line({}, QStringLiteral("The file holds none (PyTorch before 2.1, or another writer)."));
    sections << settings;
    DetailSection history {QStringLiteral("History"), {}};
    if (record.maxEntries)
        history.lines << line(QStringLiteral("Most entries"), countText(*record.maxEntries),
            QStringLiteral("of each device; older ones are overwritten"));
    if (record.overflowed)
        history.lines << line(QStringLiteral("Overflow"), QStringLiteral("old entries were overwritten"));
    history.lines << line(QStringLiteral("Annotations"), countText(record.annotations.size()));
    sections << history;
    if (!record.unknownKeys.empty()) {
        DetailSection unknown {QStringLiteral("Keys that are not read"), {}};
        for (const std::string& key : record.unknownKeys)
            unknown.lines << line({}, toQString(key));
        sections << unknown;
    }
    return sections;
}

} // namespace stepscope::widgets

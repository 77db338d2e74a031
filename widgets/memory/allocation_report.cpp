// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/allocation_report.h"

#include "core/analysis/memory/holdings.h"
#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_words.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace stepscope::widgets {

namespace {

const QString kEntryLink = QStringLiteral("entry:");

DetailLine line(const QString& label, const QString& value, const QString& note = {})
{
    DetailLine result;
    result.label = label;
    result.value = value;
    result.note = note;
    return result;
}

struct Subject // one allocation with all that is needed to speak about it
{
    const model::MemorySnapshot& snapshot;
    const analysis::StackReader& stacks;
    const model::MemoryDevice& device;
    std::size_t index;

    [[nodiscard]] const model::AllocationTable& table() const { return device.allocations; }
    [[nodiscard]] const model::SnapshotRecord& record() const { return snapshot.record; }
    [[nodiscard]] const model::MemoryEntries& entries() const { return snapshot.entries(device); }
    [[nodiscard]] bool is(model::AllocationFlag flag) const { return (table().flags[index] & flag) != 0; }
};

DetailLine entryLine(const Subject& of, const QString& label, std::int32_t entry)
{
    DetailLine result = line(label, entryText(entry), entryTimeText(of.entries(), entry));
    if (entry >= 0 && entry < of.device.entryCount())
        result.link = entryLink(entry);
    return result;
}

DetailSection placeSection(const Subject& of)
{
    const model::AllocationTable& table = of.table();
    const std::uint64_t size = table.size[of.index];
    const std::uint64_t block = table.blockSize[of.index];
    DetailSection section;
    section.lines << line(QStringLiteral("Size"), bytesText(size), exactBytesText(size));
    DetailLine rounded = line(QStringLiteral("Block"), bytesText(block), exactBytesText(block));
    if (block > size)
        rounded.note += QStringLiteral(", %1 more than asked for").arg(bytesText(block - size));
    section.lines << rounded;
    DetailLine address = line(QStringLiteral("Address"), addressText(table.address[of.index]),
        table.version[of.index] == 0
            ? QStringLiteral("first use of this address in the history")
            : QStringLiteral("use %1 of this address").arg(countText(std::uint64_t {table.version[of.index]} + 1)));
    address.mono = true;
    section.lines << address;
    section.lines << line(QStringLiteral("Device"), memoryDeviceText(of.device));
    section.lines << line(QStringLiteral("Stream"), streamText(of.record(), table.stream[of.index]));
    section.lines << line(QStringLiteral("Pool"), poolText(of.record(), table.pool[of.index]));
    return section;
}

// To the end of the history where it was not freed.
std::int32_t entriesLived(const model::MemoryDevice& device, std::size_t allocation)
{
    const model::AllocationTable& table = device.allocations;
    const std::int32_t last = std::min(table.died[allocation], device.entryCount() - 1);
    return std::max(0, last - std::max(table.born[allocation], 0));
}

DetailSection lifeSection(const Subject& of)
{
    const model::AllocationTable& table = of.table();
    const std::int32_t born = table.born[of.index];
    const std::int32_t died = table.died[of.index];
    DetailSection section {QStringLiteral("Life"), {}};
    section.lines << entryLine(of, QStringLiteral("Allocated"), born);
    if (table.requested[of.index] != died)
        section.lines << entryLine(of, QStringLiteral("Free requested"), table.requested[of.index]);
    if (died == model::kNeverInHistory)
        section.lines << line(QStringLiteral("Freed"), QStringLiteral("not in the history"));
    else
        section.lines << entryLine(of, QStringLiteral("Freed"), died);
    const std::int32_t last = std::min(died, of.device.entryCount() - 1);
    const auto from = entryTime(of.entries(), std::max(born, 0));
    const auto to = entryTime(of.entries(), last);
    const auto entries = static_cast<std::uint64_t>(entriesLived(of.device, of.index));
    const QString bound
        = analysis::livedLonger(table, AllocId(of.index)) ? QStringLiteral("≥ ") : QString(); // a part of its life
    section.lines << line(QStringLiteral("Age"),
        bound + countedText(entries, QStringLiteral("entry"), QStringLiteral("entries")),
        from && to && *to >= *from ? bound + durationText(*to - *from) : QString());
    return section;
}

QStringList remarks(const Subject& of)
{
    QStringList sentences;
    if (of.is(model::kInitial))
        sentences << QStringLiteral("It was there before the history begins.");
    if (of.is(model::kFreeSiteStack))
        sentences << QStringLiteral("The stack is that of the free: where it was allocated was not recorded.");
    if (of.is(model::kGhost))
        sentences << QStringLiteral("The history never mentions it; it is known from the segments of the end.");
    if (of.is(model::kPendingAtEnd))
        sentences << QStringLiteral("Freed by the program, but another stream still uses it at the end.");
    if (of.is(model::kMissedFree))
        sentences << QStringLiteral("Its free was not recorded: the address was allocated again.");
    if (of.is(model::kNotAtEnd))
        sentences << QStringLiteral("Live by the history, but the segments of the end have no such block.");
    if (of.is(model::kSizeFromBlock))
        sentences << QStringLiteral("The requested size is not known: that of the block stands in.");
    return sentences;
}

void addText(const Subject& of, const QString& label, const Column<NameId>& column, DetailSection& section)
{
    const std::int32_t born = of.table().born[of.index];
    const auto entry = static_cast<std::size_t>(std::max(born, 0));
    if (born < 0 || entry >= column.size() || !column[entry].valid())
        return;
    const QString text = toQString(of.record().names.view(column[entry]));
    if (!text.isEmpty() && text != QLatin1String("N/A"))
        section.lines << line(label, text);
}

DetailSection remarkSection(const Subject& of)
{
    DetailSection section {QStringLiteral("Remarks"), {}};
    addText(of, QStringLiteral("Producer says"), of.entries().category, section);
    addText(of, QStringLiteral("User metadata"), of.entries().text, section);
    addText(of, QStringLiteral("Compile context"), of.entries().compileContext, section);
    addText(of, QStringLiteral("Internal metadata"), of.entries().internalMetadata, section);
    for (const QString& sentence : remarks(of))
        section.lines << line({}, sentence);
    return section;
}

// What code that torch.compile generated was made of.
void addOrigin(const Subject& of, FrameId id, DetailSection& section)
{
    const model::StackFrame& frame = of.record().stacks.at(id);
    QStringList node;
    for (const NameId part : {frame.fxOp, frame.fxName, frame.fxTarget}) {
        if (part.valid())
            node << toQString(of.record().names.view(part));
    }
    if (!node.isEmpty())
        section.lines << line(QStringLiteral("made of"), node.join(QStringLiteral(" · ")));
    if (frame.fxTrace.valid())
        section.lines << line(QStringLiteral("written as"), toQString(of.record().names.view(frame.fxTrace)));
}

// The stack of the operator of forward, for what its backward allocates.
DetailSection forwardSection(const Subject& of)
{
    DetailSection section {QStringLiteral("In backward of"), {}};
    const auto& column = of.entries().forwardStack;
    const std::int32_t born = of.table().born[of.index];
    if (born < 0 || static_cast<std::size_t>(born) >= column.size())
        return section;
    const StackId stack = column[static_cast<std::size_t>(born)];
    if (!stack.valid())
        return section;
    for (const FrameId frame : of.record().stacks.frames(stack)) {
        DetailLine entry = line({}, toQString(of.stacks.frameText(frame)).trimmed());
        entry.mono = true;
        section.lines << entry;
    }
    return section;
}

DetailSection stackSection(const Subject& of)
{
    DetailSection section;
    const StackId stack = of.table().stack[of.index];
    if (!stack.valid()) {
        section.lines << line({}, QStringLiteral("No stack was recorded."),
            QStringLiteral("torch.cuda.memory._record_memory_history(stacks=\"all\") records them"));
        return section;
    }
    const FrameId user = of.stacks.userFrame(stack);
    std::vector<FrameId> frames = of.stacks.callOrder(stack, false);
    std::reverse(frames.begin(), frames.end());
    for (const FrameId frame : frames) {
        DetailLine entry = line({}, toQString(of.stacks.frameText(frame)));
        entry.mono = true;
        if (frame == user)
            entry.note = QStringLiteral("← your program");
        section.lines << entry;
        addOrigin(of, frame, section);
    }
    return section;
}

QJsonValue entryJson(std::int32_t entry)
{
    return entry < 0 || entry == model::kNeverInHistory ? QJsonValue() : QJsonValue(entry);
}

QJsonObject frameJson(const model::SnapshotRecord& record, FrameId id)
{
    const model::StackFrame& frame = record.stacks.at(id);
    return {{QStringLiteral("name"), toQString(record.names.view(frame.function))},
        {QStringLiteral("filename"), toQString(record.names.view(frame.file))},
        {QStringLiteral("line"), static_cast<qint64>(frame.line)}};
}

} // namespace

EventReport describeAllocation(const model::MemorySnapshot& snapshot, const analysis::StackReader& stacks,
    const model::MemoryDevice& device, const std::vector<analysis::MemoryCategory>& categories, AllocId allocation)
{
    EventReport report;
    if (allocation.index() >= device.allocations.count())
        return report;
    const Subject of {snapshot, stacks, device, allocation.index()};
    report.kind = QStringLiteral("Allocation");
    report.name = toQString(analysis::allocatedIn(
        stacks, device.allocations.stack[of.index], analysis::hasFreeSite(device.allocations, allocation)));
    DetailSection place = placeSection(of);
    if (of.index < categories.size())
        place.lines << line(QStringLiteral("Category"), toQString(analysis::memoryCategoryName(categories[of.index])));
    report.facts << place << lifeSection(of);
    const DetailSection more = remarkSection(of);
    if (!more.lines.isEmpty())
        report.facts << more;
    report.links << stackSection(of);
    if (const DetailSection forward = forwardSection(of); !forward.isEmpty())
        report.links << forward;
    return report;
}

QString allocationJson(const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, AllocId allocation)
{
    const std::size_t i = allocation.index();
    const model::AllocationTable& table = device.allocations;
    if (i >= table.count())
        return {};
    QJsonArray frames;
    if (table.stack[i].valid()) {
        for (const FrameId frame : snapshot.record.stacks.frames(table.stack[i]))
            frames.append(frameJson(snapshot.record, frame));
    }
    const model::PoolName pool = snapshot.record.pools[table.pool[i]];
    const QJsonObject object {{QStringLiteral("device"), device.id},
        {QStringLiteral("address"), addressText(table.address[i])},
        {QStringLiteral("address_version"), static_cast<qint64>(table.version[i])},
        {QStringLiteral("size"), static_cast<qint64>(table.size[i])},
        {QStringLiteral("block_size"), static_cast<qint64>(table.blockSize[i])},
        {QStringLiteral("stream"), addressText(snapshot.record.streams[table.stream[i]])},
        {QStringLiteral("pool"), QJsonArray {static_cast<qint64>(pool.first), static_cast<qint64>(pool.second)}},
        {QStringLiteral("alloc_entry"), entryJson(table.born[i])},
        {QStringLiteral("free_requested_entry"), entryJson(table.requested[i])},
        {QStringLiteral("free_completed_entry"), entryJson(table.died[i])},
        {QStringLiteral("age_entries"), entriesLived(device, i)},
        {QStringLiteral("age_bound"),
            analysis::livedLonger(table, allocation) ? QJsonValue(QStringLiteral("≥")) : QJsonValue()},
        {QStringLiteral("frames"), frames}};
    return QString::fromUtf8(QJsonDocument(object).toJson());
}

QString entryLink(std::int32_t entry)
{
    return kEntryLink + QString::number(entry);
}

std::optional<std::int32_t> entryOfLink(const QString& link)
{
    bool ok = false;
    const int entry = link.startsWith(kEntryLink) ? link.mid(kEntryLink.size()).toInt(&ok) : 0;
    return ok ? std::optional<std::int32_t>(entry) : std::nullopt;
}

} // namespace stepscope::widgets

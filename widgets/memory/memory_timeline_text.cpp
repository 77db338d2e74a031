// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_text.h"

#include "core/analysis/memory/holdings.h"
#include "widgets/memory/memory_tr.h"
#include "widgets/memory/memory_words.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

QString lifeText(std::int32_t from, std::int32_t to)
{
    const QString born = from < 0 ? memoryTr("there before the history") : memoryTr("from %1").arg(entryText(from));
    return to == model::kNeverInHistory ? memoryTr("%1, still there at the end").arg(born)
                                        : memoryTr("%1 to %2").arg(born, entryText(to));
}

QString placeText(const model::SnapshotRecord& record, model::StreamIndex stream, model::PoolIndex pool)
{
    return streamText(record, stream) + QStringLiteral(", ") + poolText(record, pool);
}

QStringList flagTexts(std::uint8_t flags)
{
    QStringList texts;
    if (flags & model::kFreeSiteStack)
        texts << memoryTr("the stack is that of the free: the allocation came before the history");
    if (flags & model::kPendingAtEnd)
        texts << memoryTr("freed, waits for another stream at the end");
    if (flags & model::kMissedFree)
        texts << memoryTr("its free is not in the history");
    if (flags & model::kNotAtEnd)
        texts << memoryTr("the segments of the end have no such block");
    if (flags & model::kGhost)
        texts << memoryTr("never mentioned by the history");
    return texts;
}

// Who called the line that the allocation is named after, innermost first.
QStringList callersText(const analysis::StackReader& stacks, StackId stack)
{
    constexpr std::ptrdiff_t kMost = 3;
    if (!stack.valid())
        return {};
    std::vector<FrameId> frames = stacks.callOrder(stack, false);
    std::reverse(frames.begin(), frames.end());
    auto frame = std::find(frames.begin(), frames.end(), stacks.userFrame(stack));
    if (frame == frames.end())
        return {};
    QStringList lines;
    for (++frame; frame != frames.end() && lines.size() < kMost; ++frame)
        lines << memoryTr("called by %1").arg(QString::fromStdString(stacks.frameText(*frame)));
    return lines;
}

} // namespace

CardText allocationText(const MemoryTimelineData& data, AllocId allocation, std::int32_t entry)
{
    const auto& table = data.device().allocations;
    const model::SnapshotRecord& record = data.snapshot().record;
    const std::size_t i = allocation.index();
    CardText card;
    card.title = QString::fromStdString(
        analysis::allocatedIn(data.stacks(), table.stack[i], analysis::hasFreeSite(table, allocation)));
    QString size = bytesText(table.size[i]);
    if (table.blockSize[i] > table.size[i])
        size += memoryTr(" in a block of %1").arg(bytesText(table.blockSize[i]));
    card.lines << size;
    card.lines << memoryTr("%1 active at %2").arg(bytesText(data.device().active.at(entry)), entryText(entry));
    card.lines << lifeText(table.born[i], table.died[i]);
    if (data.categories().of.size() > i)
        card.lines << data.categories().names.value(data.categories().of[i]);
    card.lines << placeText(record, table.stream[i], table.pool[i]);
    card.lines << flagTexts(table.flags[i]);
    card.lines << callersText(data.stacks(), table.stack[i]);
    return card;
}

CardText segmentText(const MemoryTimelineData& data, std::size_t span, std::int32_t entry)
{
    const model::SegmentSpan& segment = data.device().spans[span];
    CardText card;
    card.title = segment.mapped ? memoryTr("Mapped piece of an expandable segment")
        : segment.large         ? memoryTr("Segment for large blocks")
                                : memoryTr("Segment for small blocks");
    card.lines << memoryTr("%1 at %2").arg(bytesText(segment.size), addressText(segment.address));
    card.lines << memoryTr("%1 reserved at %2").arg(bytesText(data.device().reserved.at(entry)), entryText(entry));
    card.lines << lifeText(segment.from, segment.to);
    card.lines << placeText(data.snapshot().record, segment.stream, segment.pool);
    if (segment.stack.valid())
        card.lines << QString::fromStdString(data.stacks().label(segment.stack));
    return card;
}

} // namespace stepscope::widgets

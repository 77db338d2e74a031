// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/oom_report.h"

#include "core/util/time.h"
#include "widgets/details/detail_text.h"
#include "widgets/memory/allocation_report.h"
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

bool concerns(const analysis::Finding& finding, std::size_t device, std::int32_t entry)
{
    return std::any_of(finding.memory.begin(), finding.memory.end(), [&](const analysis::MemoryEvidence& evidence) {
        return evidence.device == device && evidence.entryFrom <= entry && entry <= evidence.entryTo;
    });
}

} // namespace

QList<DetailSection> describeOom(
    const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, const analysis::OomFigures& oom)
{
    DetailSection asked;
    asked.lines << line({}, toQString(oom.verdict));
    DetailSection sums {QStringLiteral("At the failure"), {}};
    sums.lines << line(QStringLiteral("Asked for"), bytesText(oom.requested), exactBytesText(oom.requested));
    sums.lines << (oom.deviceFree
            ? line(QStringLiteral("Free on the card"), bytesText(*oom.deviceFree), exactBytesText(*oom.deviceFree))
            : line(QStringLiteral("Free on the card"), QStringLiteral("not recorded")));
    sums.lines << line(QStringLiteral("Reserved, unused"), bytesText(oom.reservedUnused),
        QStringLiteral("in %1").arg(countedText(oom.freePieces, QStringLiteral("piece"), QStringLiteral("pieces"))));
    sums.lines << line(
        QStringLiteral("Largest free block"), bytesText(oom.largestFree), exactBytesText(oom.largestFree));
    sums.lines << line(QStringLiteral("Active"), bytesText(device.active.at(oom.entry)));
    sums.lines << line(QStringLiteral("Reserved"), bytesText(device.reserved.at(oom.entry)));
    sums.lines << line(QStringLiteral("Fragmentation"),
        !oom.fragmentation       ? QStringLiteral("cannot tell")
            : *oom.fragmentation ? QStringLiteral("yes: enough is free, but not in one piece")
                                 : QStringLiteral("no"));
    DetailLine entry
        = line(QStringLiteral("When"), entryText(oom.entry), entryTimeText(snapshot.entries(device), oom.entry));
    entry.link = entryLink(oom.entry);
    sums.lines << entry;
    return {asked, sums};
}

DetailSection oomAdvice(const analysis::Judgement& judgement, std::size_t device, const analysis::OomFigures& oom)
{
    DetailSection section {QStringLiteral("What would help"), {}};
    QStringList seen;
    for (const analysis::Finding& finding : judgement.findings) {
        if (!concerns(finding, device, oom.entry))
            continue;
        for (const std::string& advice : finding.advice) {
            const QString text = toQString(advice);
            if (seen.contains(text))
                continue;
            seen << text;
            section.lines << line({}, QStringLiteral("→ ") + text);
        }
    }
    if (section.lines.isEmpty())
        section.lines << line({}, QStringLiteral("Nothing that the record tells: see who holds the memory."));
    return section;
}

DetailSection oomHolders(
    const analysis::StackReader& stacks, const std::vector<analysis::Holding>& holdings, std::uint64_t active)
{
    constexpr std::size_t kMost = 12;
    DetailSection section;
    for (std::size_t i = 0; i < std::min(holdings.size(), kMost); ++i) {
        const analysis::Holding& holding = holdings[i];
        const double share = active > 0 ? static_cast<double>(holding.bytes) / static_cast<double>(active) : 0;
        DetailLine entry
            = line(bytesText(holding.bytes), toQString(analysis::allocatedIn(stacks, holding.stack, holding.freeSite)),
                QStringLiteral("%1 in %2")
                    .arg(toQString(formatPercent(share)),
                        countedText(holding.blocks, QStringLiteral("block"), QStringLiteral("blocks"))));
        entry.mono = true;
        section.lines << entry;
    }
    if (holdings.size() > kMost)
        section.lines << line({}, QStringLiteral("and %1 more").arg(countText(holdings.size() - kMost)));
    return section;
}

} // namespace stepscope::widgets

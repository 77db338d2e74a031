// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_words.h"

#include "core/util/time.h"
#include "widgets/details/detail_text.h"

#include <array>

namespace stepscope::widgets {

QString bytesText(std::uint64_t bytes)
{
    return toQString(formatBytes(bytes));
}

QString exactBytesText(std::uint64_t bytes)
{
    return countText(bytes) + QStringLiteral(" B");
}

QString addressText(std::uint64_t address)
{
    return QStringLiteral("0x%1").arg(address, 0, 16);
}

QString memoryDeviceText(const model::MemoryDevice& device)
{
    return device.id < 0 ? QStringLiteral("pinned host memory") : QStringLiteral("GPU %1").arg(device.id);
}

QString peakText(const model::MemoryDevice& device)
{
    const QString bytes = bytesText(device.active.peak);
    return device.entryCount() == 0 ? bytes + QStringLiteral(" at the end") : QStringLiteral("peak ") + bytes;
}

QString streamText(const model::SnapshotRecord& record, model::StreamIndex stream)
{
    const std::uint64_t handle = stream < record.streams.size() ? record.streams[stream] : 0;
    if (handle == 0)
        return QStringLiteral("default stream");
    return QStringLiteral("stream %1 (%2)").arg(stream).arg(addressText(handle));
}

QString poolText(const model::SnapshotRecord& record, model::PoolIndex pool)
{
    const model::PoolName name = pool < record.pools.size() ? record.pools[pool] : model::PoolName();
    if (name == model::PoolName())
        return QStringLiteral("default pool");
    return QStringLiteral("private pool (%1, %2)").arg(name.first).arg(name.second);
}

QString actionText(const model::SnapshotRecord& record, const model::MemoryEntries& entries, std::size_t entry)
{
    constexpr std::array kWords {"alloc", "free requested", "free completed", "free", "segment alloc", "segment free",
        "segment map", "segment unmap", "out of memory", "snapshot", "annotation", "user defined"};
    const auto action = static_cast<std::size_t>(entries.action[entry]);
    if (action < kWords.size())
        return QString::fromLatin1(kWords[action]);
    const bool named = entry < entries.actionName.size() && entries.actionName[entry].valid();
    return named ? toQString(record.names.view(entries.actionName[entry])) : QStringLiteral("unknown");
}

QString entryText(std::int32_t entry)
{
    if (entry <= model::kBeforeHistory)
        return QStringLiteral("before the history");
    if (entry == model::kNeverInHistory)
        return QStringLiteral("at the end");
    return QStringLiteral("entry ") + countText(static_cast<std::uint64_t>(entry));
}

QString pointText(const model::MemoryDevice& device, std::int32_t entry)
{
    return device.entryCount() == 0 ? QStringLiteral("at the end") : entryText(entry);
}

std::optional<std::int64_t> entryTime(const model::MemoryEntries& entries, std::int32_t entry)
{
    constexpr std::int64_t kNsPerUs = 1000;
    std::int64_t ns = 0;
    if (entry < 0 || static_cast<std::size_t>(entry) >= entries.count())
        return std::nullopt;
    const std::int64_t time = entries.timeUs[static_cast<std::size_t>(entry)];
    if (time == 0 || __builtin_mul_overflow(time, kNsPerUs, &ns))
        return std::nullopt;
    return ns;
}

QString entryTimeText(const model::MemoryEntries& entries, std::int32_t entry)
{
    const std::optional<std::int64_t> first = entryTime(entries, 0);
    const std::optional<std::int64_t> time = entryTime(entries, entry);
    return first && time ? relativeTimeText(*time, *first) : QString();
}

} // namespace stepscope::widgets

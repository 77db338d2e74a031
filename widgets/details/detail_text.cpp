// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/detail_text.h"

#include "core/analysis/kernel_names.h"
#include "core/view/label_text.h"

#include <algorithm>
#include <array>

namespace stepscope::widgets {

using model::EventKind;

QString countText(std::uint64_t count)
{
    return toQString(formatCount(count));
}

QString countedText(std::uint64_t count, const QString& one, const QString& many)
{
    return countText(count) + QLatin1Char(' ') + (count == 1 ? one : many);
}

QString durationText(std::int64_t ns)
{
    return toQString(formatDuration(ns));
}

QString exactNsText(std::int64_t ns)
{
    const auto bits = static_cast<std::uint64_t>(ns);
    const QString sign = ns < 0 ? QStringLiteral("-") : QString();
    return sign + countText(ns < 0 ? 0U - bits : bits) + QStringLiteral(" ns");
}

QString exactTimeText(std::int64_t ns)
{
    return toQString(formatExactMicroseconds(ns)) + QStringLiteral(" µs");
}

QString relativeTimeText(std::int64_t ns, std::int64_t rangeStart)
{
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(ns, rangeStart, &difference))
        return QStringLiteral("far away");
    return (difference < 0 ? QString() : QStringLiteral("+")) + durationText(difference);
}

QString elideMiddle(const QString& text, int limit)
{
    return toQString(view::elideMiddle(text.toStdString(), static_cast<std::size_t>(std::max(limit, 0))));
}

QString linkNameOf(const model::Trace& trace, SliceId id)
{
    return elideMiddle(wholeLinkNameOf(trace, id), kLinkLimit);
}

QString wholeLinkNameOf(const model::Trace& trace, SliceId id)
{
    const std::string_view name = trace.nameOf(id);
    return toQString(trace.kindOf(id) == EventKind::Kernel ? analysis::shortKernelName(name) : std::string(name));
}

QString kindText(EventKind kind)
{
    switch (kind) {
    case EventKind::CpuOp:
        return QStringLiteral("Operator");
    case EventKind::UserAnnotation:
        return QStringLiteral("Annotation");
    case EventKind::PythonFunction:
        return QStringLiteral("Python function");
    case EventKind::Runtime:
        return QStringLiteral("Runtime call");
    case EventKind::Driver:
        return QStringLiteral("Driver call");
    case EventKind::Overhead:
        return QStringLiteral("Profiler overhead");
    case EventKind::ProfilerSpan:
        return QStringLiteral("Profiler span");
    case EventKind::Kernel:
        return QStringLiteral("Kernel");
    case EventKind::Memcpy:
        return QStringLiteral("Copy");
    case EventKind::Memset:
        return QStringLiteral("Memory set");
    case EventKind::DeviceOp:
        return QStringLiteral("Device work");
    case EventKind::GpuAnnotation:
        return QStringLiteral("Annotation seen from the GPU");
    case EventKind::Sync:
        return QStringLiteral("Synchronisation record");
    case EventKind::DeviceMark:
        return QStringLiteral("Device record");
    case EventKind::Other:
        break;
    }
    return QStringLiteral("Slice");
}

QStringList flagSentences(std::uint8_t flags)
{
    struct Sentence
    {
        std::uint8_t flag;
        QLatin1String text;
    };
    static constexpr std::array kSentences {
        Sentence {model::kUnfinished,
            QLatin1String("Unfinished: it has no end in the file and is drawn to the end of the range.")},
        Sentence {model::kNoTime, QLatin1String("Its time was lost when the file was written; it is not drawn.")},
        Sentence {model::kOutlier,
            QLatin1String("It lies more than an hour from the other events and outside of the range.")},
        Sentence {model::kNegative, QLatin1String("Its duration in the file is below zero and counts as zero.")},
        Sentence {model::kRepaired, QLatin1String("Its duration in the file cannot be true and was repaired.")},
        Sentence {model::kNoDuration,
            QLatin1String("Its duration in the file cannot be true, and nothing tells the real one.")},
        Sentence {model::kDamaged, QLatin1String("Its JSON is damaged; this is what could be read of it.")},
    };
    QStringList sentences;
    for (const Sentence& sentence : kSentences) {
        if ((flags & sentence.flag) != 0)
            sentences << sentence.text;
    }
    return sentences;
}

QString phaseText(char phase)
{
    struct Word
    {
        char phase;
        QLatin1String text;
    };
    static constexpr std::array kWords {
        Word {'X', QLatin1String("complete slices")},
        Word {'B', QLatin1String("begins")},
        Word {'E', QLatin1String("ends")},
        Word {'i', QLatin1String("instants")},
        Word {'I', QLatin1String("instants, old form")},
        Word {'R', QLatin1String("marks")},
        Word {'C', QLatin1String("counter samples")},
        Word {'M', QLatin1String("metadata")},
        Word {'s', QLatin1String("flow starts")},
        Word {'t', QLatin1String("flow steps")},
        Word {'f', QLatin1String("flow ends")},
        Word {'b', QLatin1String("async begins")},
        Word {'n', QLatin1String("async instants")},
        Word {'e', QLatin1String("async ends")},
        Word {'S', QLatin1String("async starts, old")},
        Word {'T', QLatin1String("async steps into, old")},
        Word {'p', QLatin1String("async steps past, old")},
        Word {'F', QLatin1String("async finishes, old")},
        Word {'P', QLatin1String("samples")},
        Word {'N', QLatin1String("objects created")},
        Word {'O', QLatin1String("object snapshots")},
        Word {'D', QLatin1String("objects destroyed")},
        Word {'c', QLatin1String("clock syncs")},
        Word {'v', QLatin1String("memory dumps")},
        Word {'V', QLatin1String("memory dumps, global")},
        Word {'(', QLatin1String("contexts entered")},
        Word {')', QLatin1String("contexts left")},
    };
    const auto found = std::find_if(kWords.begin(), kWords.end(), [phase](const Word& w) { return w.phase == phase; });
    return found == kWords.end() ? QStringLiteral("unknown phase") : QString(found->text);
}

QString processText(const model::Process& process)
{
    QString text = toQString(process.name).trimmed();
    const QString pid
        = QStringLiteral("pid ") + (process.pid.empty() ? QStringLiteral("\"\"") : toQString(process.pid));
    text = text.isEmpty() ? pid : QStringLiteral("%1 (%2)").arg(text, pid);
    if (!process.labels.empty())
        text += QStringLiteral(", ") + toQString(process.labels);
    return text;
}

QString deviceText(const model::Trace& trace, std::int32_t device)
{
    if (device < 0)
        return QStringLiteral("unknown");
    QString text = QStringLiteral("GPU %1").arg(device);
    const auto found
        = std::find_if(trace.devices.begin(), trace.devices.end(), [device](const auto& d) { return d.id == device; });
    if (found != trace.devices.end() && !found->name.empty())
        text += QStringLiteral(", ") + toQString(found->name);
    return text;
}

} // namespace stepscope::widgets

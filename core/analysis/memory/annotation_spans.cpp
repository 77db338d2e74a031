// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/annotation_spans.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

using model::AnnotationRecord;

std::vector<const AnnotationRecord*> annotationsOf(
    const model::SnapshotRecord& record, std::int32_t device, std::string_view prefix)
{
    std::vector<const AnnotationRecord*> own;
    std::vector<const AnnotationRecord*> others;
    for (const AnnotationRecord& annotation : record.annotations) {
        if (record.names.view(annotation.name).substr(0, prefix.size()) == prefix)
            (annotation.device == device ? own : others).push_back(&annotation);
    }
    return own.empty() && device >= 0 ? others : own;
}

// Entries by time, as if no time came before an earlier one.
class EntriesBefore
{
public:
    explicit EntriesBefore(const Column<std::int64_t>& times)
    {
        m_latest.reserve(times.size());
        std::int64_t latest = 0;
        for (const std::int64_t time : times) {
            latest = std::max(latest, time);
            m_latest.push_back(latest);
        }
    }
    [[nodiscard]] bool timed() const { return !m_latest.empty() && m_latest.back() > 0; }
    [[nodiscard]] std::int32_t upTo(std::int64_t time) const // entries not after it
    {
        return static_cast<std::int32_t>(std::upper_bound(m_latest.begin(), m_latest.end(), time) - m_latest.begin());
    }

private:
    std::vector<std::int64_t> m_latest; // ascending
};

} // namespace

std::vector<AnnotationSpan> annotationSpans(
    const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, std::string_view prefix)
{
    std::vector<AnnotationSpan> spans;
    const std::vector<const AnnotationRecord*> annotations = annotationsOf(snapshot.record, device.id, prefix);
    if (annotations.empty())
        return spans;
    const EntriesBefore entries(snapshot.entries(device).timeUs);
    if (!entries.timed())
        return spans;
    spans.reserve(annotations.size());
    for (const AnnotationRecord* annotation : annotations) {
        AnnotationSpan span;
        span.name = annotation->name;
        span.unfinished = annotation->unfinished;
        span.startUs = annotation->startUs;
        span.endUs = annotation->endUs;
        // What has the very microsecond of its start came before it: opening a range takes longer than going on.
        span.firstEntry = entries.upTo(annotation->startUs);
        span.lastEntry = entries.upTo(annotation->endUs) - 1;
        spans.push_back(span);
    }
    return spans;
}

} // namespace stepscope::analysis

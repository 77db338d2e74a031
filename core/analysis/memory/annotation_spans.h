// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the ranges of record_function lie in the history of a device: annotations carry Unix time, entries too.
//
// A span holds the entries from the first at or after its start to the last at or before its end; an entry at the very
// microsecond where one span ends and the next one of the list starts belongs to the earlier. Annotations of another
// device count where this one has none of the name. Times that do not ascend are read as if none came before an earlier
// one. O(entries + annotations log annotations).

#include "core/model/memory_snapshot.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

struct AnnotationSpan
{
    NameId name;
    std::int32_t firstEntry = 0; // may lie behind lastEntry: no entry inside
    std::int32_t lastEntry = 0;
    bool unfinished = false;
    std::int64_t startUs = 0, endUs = 0; // Unix time
};

// Spans of the annotations whose name begins with the prefix, by start. Times are whole microseconds: an entry at
// that of the start lies before the span, one at that of the end inside. Empty where entries have no times.
[[nodiscard]] std::vector<AnnotationSpan> annotationSpans(
    const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, std::string_view prefix);

} // namespace stepscope::analysis

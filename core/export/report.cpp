// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/report.h"

namespace stepscope::exporting {

const model::FileInfo* ReportedFile::info() const
{
    if (trace)
        return &trace->file;
    if (timeline)
        return &timeline->file;
    return snapshot ? &snapshot->record.file : nullptr;
}

const Diagnostics* ReportedFile::diagnostics() const
{
    if (trace)
        return &trace->diagnostics;
    if (timeline)
        return &timeline->diagnostics;
    return snapshot ? &snapshot->record.diagnostics : nullptr;
}

const analysis::Judgement* ReportedFile::judgement() const
{
    if (figures)
        return &figures->judgement;
    if (categories)
        return &categories->judgement;
    return memory ? &memory->judgement : nullptr;
}

const ReportedFile* Report::refused() const
{
    for (const ReportedFile& file : files) {
        if (file.error)
            return &file;
    }
    return nullptr;
}

std::optional<std::int64_t> clockShift(const model::Trace& first, const model::Trace& trace)
{
    if (&first == &trace)
        return 0;
    if (first.baseTimeNs.has_value() != trace.baseTimeNs.has_value())
        return std::nullopt;
    std::int64_t shift = 0; // without a base both count from 1970
    if (trace.baseTimeNs && __builtin_sub_overflow(*trace.baseTimeNs, *first.baseTimeNs, &shift))
        return std::nullopt;
    return shift;
}

} // namespace stepscope::exporting

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How loud an anomaly is for people. By the report contract slices that cross and memory from before the recording are
// warnings, to be seen without looking for them; but sound files have thousands, and nothing of them is lost: where
// warnings are counted they are notes.

#include "core/util/diagnostics.h"

namespace stepscope {

[[nodiscard]] inline DiagnosticLevel shownLevel(DiagnosticKind kind)
{
    switch (kind) {
    case DiagnosticKind::crossing:
    case DiagnosticKind::free_without_alloc:
    case DiagnosticKind::alloc_not_in_history:
        return DiagnosticLevel::Note;
    default:
        return diagnosticLevel(kind);
    }
}

} // namespace stepscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One run as a comparison sees it: its trace, its memory snapshot, or both, each with the figures of the whole file.
// A view of what others own; nothing here may outlive them.

#include "core/analysis/memory/memory_figures.h"
#include "core/analysis/trace_figures.h"
#include "core/model/memory_snapshot.h"
#include "core/model/trace.h"

#include <string>

namespace stepscope::compare {

struct Run
{
    std::string label;                   // what it is called in sentences and column titles: a file name
    const model::Trace* trace = nullptr; // null: no trace; then figures is null too
    const analysis::TraceFigures* figures = nullptr;
    const model::MemorySnapshot* snapshot = nullptr; // null: no snapshot; then memory is null too
    const analysis::MemoryFigures* memory = nullptr;
};

} // namespace stepscope::compare

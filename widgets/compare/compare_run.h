// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One run as the window compares it: what was opened, kept alive by those who look at it. Figures that are known
// already spare computing them again.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/viewmodel/figures.h"
#include "widgets/viewmodel/memory_judgement.h"

#include <QString>

#include <array>
#include <memory>

namespace stepscope::widgets {

struct CompareRun
{
    QString label; // file name, with as much of its folder as tells the two apart
    QString path;
    std::shared_ptr<const model::Trace> trace; // null: a run of which there is only a snapshot
    FiguresPtr figures;                        // of the whole trace; null: to be computed
    SnapshotPtr snapshot;                      // null: no snapshot
    // Added to times of the trace for those of the snapshot; nothing: they do not share a clock.
    std::optional<std::int64_t> clockBase;
};
using CompareRuns = std::array<CompareRun, 2>; // before, after

} // namespace stepscope::widgets

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

struct RunName
{
    QString label; // file name, with as much of its folder as tells the two runs apart
    QString path;
};

struct CompareRun
{
    QString label; // as of RunName; of the trace where there is one
    QString path;
    std::shared_ptr<const model::Trace> trace; // null: a run of which there is only a snapshot
    FiguresPtr figures;                        // of the whole trace; null: to be computed
    SnapshotPtr snapshot;                      // null: no snapshot
    // Added to times of the trace for those of the snapshot; nothing: they do not share a clock.
    std::optional<std::int64_t> clockBase;
    std::optional<RunName> memoryName = std::nullopt; // of the snapshot, where the label is the trace's

    [[nodiscard]] RunName name() const { return {label, path}; }
    [[nodiscard]] RunName nameOfMemory() const { return memoryName.value_or(name()); }
};
using CompareRuns = std::array<CompareRun, 2>; // before, after

} // namespace stepscope::widgets

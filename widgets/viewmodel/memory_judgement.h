// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of one memory snapshot (findings, steps, ends of memory) for all views that show them, computed once in
// the background. GUI thread only; what it hands out is immutable and may be kept.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/analysis/memory/memory_figures.h"
#include "core/analysis/memory/stack_reader.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/viewmodel/judgement_source.h"

#include <memory>

namespace stepscope::widgets {

using SnapshotPtr = std::shared_ptr<const model::MemorySnapshot>;
using StacksPtr = std::shared_ptr<const analysis::StackReader>;
using MemoryFiguresPtr = std::shared_ptr<const analysis::MemoryFigures>;

class MemoryJudgement : public JudgementSource
{
    Q_OBJECT

public:
    MemoryJudgement(SnapshotPtr snapshot, StacksPtr stacks, QObject* parent = nullptr);

    void start(); // once

    [[nodiscard]] const MemoryFiguresPtr& figures() const { return m_figures; } // null until ready
    [[nodiscard]] const SnapshotPtr& snapshot() const { return m_snapshot; }

    [[nodiscard]] JudgementPtr judgement() const override;
    [[nodiscard]] bool isBusy() const override { return m_job.isRunning(); }
    [[nodiscard]] const QString& problem() const override { return m_problem; }
    [[nodiscard]] QString placeText(const analysis::Finding& finding, std::size_t place) const override;

private:
    SnapshotPtr m_snapshot;
    StacksPtr m_stacks; // for words
    MemoryFiguresPtr m_figures;
    QString m_problem;
    JobRunner m_job;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The comparison of two runs for all views that show it: waits for the figures of both, then compares in the
// background. Also which of the differences is looked at. GUI thread only; what it hands out is immutable and may be
// kept.

#include "widgets/compare/compare_run.h"

#include "core/compare/comparison.h"
#include "widgets/common/theme.h"

#include <memory>
#include <optional>

namespace stepscope::widgets {

using ComparisonPtr = std::shared_ptr<const compare::Comparison>;

class ComparisonSource : public QObject
{
    Q_OBJECT

public:
    explicit ComparisonSource(CompareRuns runs, QObject* parent = nullptr);
    ~ComparisonSource() override;

    void start(); // once

    [[nodiscard]] const CompareRun& run(std::size_t side) const { return m_runs[side]; }
    [[nodiscard]] const Figures* figures(std::size_t side) const { return m_figures[side].get(); } // null: no trace
    [[nodiscard]] MemoryJudgement* memory(std::size_t side) const { return m_memory[side].get(); } // null: no snapshot
    [[nodiscard]] bool hasTraces() const { return m_runs[compare::kBefore].trace && m_runs[compare::kAfter].trace; }
    [[nodiscard]] bool hasSnapshots() const
    {
        return m_runs[compare::kBefore].snapshot && m_runs[compare::kAfter].snapshot;
    }

    [[nodiscard]] const ComparisonPtr& comparison() const { return m_comparison; } // null until ready
    [[nodiscard]] bool isBusy() const { return !m_comparison && m_problem.isEmpty(); }
    [[nodiscard]] const QString& problem() const { return m_problem; } // why there is none; empty when all is well

    [[nodiscard]] std::optional<std::size_t> current() const { return m_current; }
    [[nodiscard]] const compare::Difference* difference() const; // of current(); may be null
    void go(std::size_t difference);                             // again to the same one, too: visited() is emitted
    void show(std::optional<std::size_t> difference);            // without a visit
    void next();                                                 // from the last to the first
    void previous();

Q_SIGNALS:
    void changed(); // comparison() or problem()
    void currentChanged();
    void visited(); // the user wants to see current(): bring it into view

private:
    void compareWhenReady();
    [[nodiscard]] std::size_t count() const { return m_comparison ? m_comparison->differences.size() : 0; }

    CompareRuns m_runs;
    std::array<std::unique_ptr<Figures>, 2> m_figures;
    std::array<std::unique_ptr<MemoryJudgement>, 2> m_memory;
    ComparisonPtr m_comparison;
    QString m_problem;
    std::optional<std::size_t> m_current;
    JobRunner m_job;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of one trace (busy and idle time, tables, findings) for all views that show them. Computed in the
// background: first those of the whole trace, then, when a scope is set, those of the step or range that tables and
// findings are limited to. What is ready stays shown until the next is there. GUI thread only; what it hands out is
// immutable and may be kept.

#include "core/analysis/trace_figures.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/viewmodel/judgement_source.h"

#include <memory>
#include <optional>

namespace stepscope::widgets {

using FiguresPtr = std::shared_ptr<const analysis::TraceFigures>;

class Figures : public JudgementSource
{
    Q_OBJECT

public:
    explicit Figures(std::shared_ptr<const model::Trace> trace, QObject* parent = nullptr);

    void start(FiguresPtr whole = nullptr); // once; figures that are known already are not computed again

    [[nodiscard]] const model::Trace& trace() const { return *m_trace; }
    [[nodiscard]] const std::shared_ptr<const model::Trace>& sharedTrace() const { return m_trace; } // for jobs
    [[nodiscard]] const FiguresPtr& whole() const { return m_whole; }                                // null until ready
    [[nodiscard]] const FiguresPtr& scoped() const { return m_scoped; } // of the scope; whole() when there is none
    [[nodiscard]] const analysis::WindowRequest& scope() const { return m_scope; }
    [[nodiscard]] bool isScoped() const { return m_scope.step || m_scope.window; }

    [[nodiscard]] JudgementPtr judgement() const override; // of scoped()
    [[nodiscard]] bool isBusy() const override { return m_job.isRunning(); }
    [[nodiscard]] const QString& problem() const override { return m_problem; }
    [[nodiscard]] QString placeText(const analysis::Finding& finding, std::size_t place) const override;
    [[nodiscard]] QString shareText(const analysis::Finding& finding) const override;
    [[nodiscard]] QString scopeNote() const override;
    [[nodiscard]] std::vector<analysis::MissingData> missing() const override;

    void setScope(const analysis::WindowRequest& scope);       // an empty one: the whole trace
    void setOptions(const analysis::AnalysisOptions& options); // computes everything anew
    // Those that what start() was given was computed with.
    void assumeOptions(const analysis::AnalysisOptions& options) { m_options = options; }
    [[nodiscard]] const analysis::AnalysisOptions& options() const { return m_options; }

Q_SIGNALS:
    void wholeChanged();
    void scopedChanged(); // scoped() is another one
    void scopeChanged();  // what is asked for; scopedChanged() follows

private:
    void compute(const analysis::WindowRequest& request);
    void take(const analysis::WindowRequest& request, Expected<FiguresPtr> result);

    std::shared_ptr<const model::Trace> m_trace;
    analysis::AnalysisOptions m_options;
    analysis::WindowRequest m_scope;
    FiguresPtr m_whole;
    FiguresPtr m_scoped;
    QString m_problem;
    JobRunner m_job;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of one trace (busy and idle time, tables, findings) for all views that show them. Computed in the
// background: first those of the whole trace, then, when a scope is set, those of the step or range that tables and
// findings are limited to. What is ready stays shown until the next is there. GUI thread only; what it hands out is
// immutable and may be kept.

#include "core/analysis/trace_figures.h"
#include "widgets/jobs/job_runner.h"

#include <QObject>

#include <memory>
#include <optional>

namespace stepscope::widgets {

using FiguresPtr = std::shared_ptr<const analysis::TraceFigures>;

class Figures : public QObject
{
    Q_OBJECT

public:
    explicit Figures(std::shared_ptr<const model::Trace> trace, QObject* parent = nullptr);

    void start(); // once

    [[nodiscard]] const model::Trace& trace() const { return *m_trace; }
    [[nodiscard]] const std::shared_ptr<const model::Trace>& sharedTrace() const { return m_trace; } // for jobs
    [[nodiscard]] const FiguresPtr& whole() const { return m_whole; }                                // null until ready
    [[nodiscard]] const FiguresPtr& scoped() const { return m_scoped; } // of the scope; whole() when there is none
    [[nodiscard]] const analysis::WindowRequest& scope() const { return m_scope; }
    [[nodiscard]] bool isScoped() const { return m_scope.step || m_scope.window; }
    [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }
    [[nodiscard]] const QString& problem() const { return m_problem; } // why there are none; empty when all is well

    void setScope(const analysis::WindowRequest& scope);       // an empty one: the whole trace
    void setOptions(const analysis::AnalysisOptions& options); // computes everything anew
    [[nodiscard]] const analysis::AnalysisOptions& options() const { return m_options; }

Q_SIGNALS:
    void wholeChanged();
    void scopedChanged(); // scoped() is another one
    void scopeChanged();  // what is asked for; scopedChanged() follows
    void busyChanged(bool busy);

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

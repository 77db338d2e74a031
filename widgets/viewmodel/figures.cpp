// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewmodel/figures.h"

namespace stepscope::widgets {
namespace {

bool isWhole(const analysis::WindowRequest& request)
{
    return !request.step && !request.window;
}

} // namespace

Figures::Figures(std::shared_ptr<const model::Trace> trace, QObject* parent)
    : QObject(parent)
    , m_trace(std::move(trace))
{
    connect(&m_job, &JobRunner::runningChanged, this, &Figures::busyChanged);
}

void Figures::start()
{
    compute({});
}

void Figures::setScope(const analysis::WindowRequest& scope)
{
    if (scope == m_scope)
        return;
    m_scope = scope;
    Q_EMIT scopeChanged();
    if (!m_whole)
        return; // take() goes on with the scope
    if (!isWhole(scope)) {
        compute(scope);
        return;
    }
    m_job.cancel();
    m_scoped = m_whole;
    Q_EMIT scopedChanged();
}

void Figures::setOptions(const analysis::AnalysisOptions& options)
{
    m_options = options;
    compute({});
}

void Figures::compute(const analysis::WindowRequest& request)
{
    m_job.start<FiguresPtr>(
        [trace = m_trace, options = m_options, request](
            Progress&, const std::stop_token& stop) -> Expected<FiguresPtr> {
            analysis::StepIndex steps = analysis::buildStepIndex(*trace);
            const std::optional<analysis::Window> window = analysis::resolveWindow(request, steps);
            if (!window)
                return fail(ErrorClass::Internal, "There is no such step in this trace.");
            auto figures = std::make_shared<const analysis::TraceFigures>(
                analysis::computeFigures(*trace, std::move(steps), *window, options, stop));
            if (stop.stop_requested())
                return fail(ErrorClass::Cancelled, "");
            return figures;
        },
        [this, request](Expected<FiguresPtr> result) { take(request, std::move(result)); });
}

void Figures::take(const analysis::WindowRequest& request, Expected<FiguresPtr> result)
{
    if (!result) {
        m_problem = QString::fromStdString(result.error().message);
        Q_EMIT scopedChanged();
        return;
    }
    m_problem.clear();
    m_scoped = *result;
    if (isWhole(request)) {
        m_whole = *result;
        Q_EMIT wholeChanged();
        if (isScoped())
            compute(m_scope);
    }
    Q_EMIT scopedChanged();
}

} // namespace stepscope::widgets

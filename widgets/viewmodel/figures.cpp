// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewmodel/figures.h"

#include "core/analysis/findings/evidence_line.h"
#include "core/view/label_text.h"
#include "widgets/details/detail_text.h"
#include "widgets/findings/finding_words.h"
#include "widgets/findings/share_words.h"

namespace stepscope::widgets {
namespace {

bool isWhole(const analysis::WindowRequest& request)
{
    return !request.step && !request.window;
}

} // namespace

Figures::Figures(std::shared_ptr<const model::Trace> trace, QObject* parent)
    : JudgementSource(parent)
    , m_trace(std::move(trace))
{
    connect(&m_job, &JobRunner::runningChanged, this, &Figures::busyChanged);
    connect(this, &Figures::scopedChanged, this, &Figures::judgementChanged);
}

JudgementPtr Figures::judgement() const
{
    return m_scoped ? JudgementPtr(m_scoped, &m_scoped->judgement) : nullptr;
}

QString Figures::placeText(const analysis::Finding& finding, std::size_t place) const
{
    if (place >= finding.evidence.size() || !m_scoped)
        return {};
    const analysis::Evidence& evidence = finding.evidence[place];
    const std::string python = analysis::pythonLineOf(*m_trace, *m_scoped, evidence);
    const QString text = evidenceText(*m_trace, evidence);
    return python.empty() ? text : text + QStringLiteral(" · ") + toQString(view::shortPythonName(python));
}

QString Figures::shareText(const analysis::Finding& finding) const
{
    return m_scoped ? widgets::shareText(*m_trace, *m_scoped, finding) : QString();
}

QString Figures::scopeNote() const
{
    if (m_scope.step)
        return QStringLiteral(" in step #%1").arg(*m_scope.step);
    return m_scope.window ? QStringLiteral(" in the range") : QString();
}

std::vector<analysis::MissingData> Figures::missing() const
{
    return m_scoped ? m_scoped->missing : std::vector<analysis::MissingData>();
}

void Figures::start(FiguresPtr whole)
{
    if (whole)
        take({}, std::move(whole));
    else
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

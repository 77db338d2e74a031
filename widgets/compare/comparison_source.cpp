// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/comparison_source.h"

#include "widgets/details/detail_text.h"

namespace stepscope::widgets {

namespace {

// All that a comparison looks at while it runs.
struct Sources
{
    CompareRuns runs;
    std::array<FiguresPtr, 2> figures;
    std::array<MemoryFiguresPtr, 2> memory;

    [[nodiscard]] compare::Run run(std::size_t side) const
    {
        return {runs[side].label.toStdString(), runs[side].trace.get(), figures[side].get(), runs[side].snapshot.get(),
            memory[side].get()};
    }
};

} // namespace

ComparisonSource::ComparisonSource(CompareRuns runs, QObject* parent)
    : QObject(parent)
    , m_runs(std::move(runs))
{
    for (const std::size_t side : {compare::kBefore, compare::kAfter}) {
        const CompareRun& run = m_runs[side];
        if (run.trace) {
            m_figures[side] = std::make_unique<Figures>(run.trace);
            connect(
                m_figures[side].get(), &JudgementSource::judgementChanged, this, &ComparisonSource::compareWhenReady);
        }
        if (run.snapshot) {
            m_memory[side] = std::make_unique<MemoryJudgement>(
                run.snapshot, std::make_shared<const analysis::StackReader>(run.snapshot->record));
            connect(
                m_memory[side].get(), &JudgementSource::judgementChanged, this, &ComparisonSource::compareWhenReady);
        }
    }
}

ComparisonSource::~ComparisonSource() = default;

void ComparisonSource::start()
{
    for (const std::size_t side : {compare::kBefore, compare::kAfter}) {
        if (m_figures[side])
            m_figures[side]->start(m_runs[side].figures);
        if (m_memory[side])
            m_memory[side]->start();
    }
}

void ComparisonSource::compareWhenReady()
{
    if (m_job.isRunning() || m_comparison)
        return;
    auto sources = std::make_shared<Sources>();
    sources->runs = m_runs;
    for (const std::size_t side : {compare::kBefore, compare::kAfter}) {
        for (const JudgementSource* source : {static_cast<JudgementSource*>(m_figures[side].get()),
                 static_cast<JudgementSource*>(m_memory[side].get())}) {
            if (source != nullptr && !source->problem().isEmpty()) {
                m_problem = source->problem();
                Q_EMIT changed();
                return;
            }
        }
        if (m_figures[side] && !m_figures[side]->whole())
            return;
        if (m_memory[side] && !m_memory[side]->figures())
            return;
        sources->figures[side] = m_figures[side] ? m_figures[side]->whole() : nullptr;
        sources->memory[side] = m_memory[side] ? m_memory[side]->figures() : nullptr;
    }
    m_job.start<ComparisonPtr>(
        [sources](Progress&, const std::stop_token& stop) -> Expected<ComparisonPtr> {
            return std::make_shared<const compare::Comparison>(
                compare::compareRuns({sources->run(compare::kBefore), sources->run(compare::kAfter)}, stop));
        },
        [this](Expected<ComparisonPtr> result) {
            if (result)
                m_comparison = std::move(*result);
            else
                m_problem = toQString(result.error().message);
            Q_EMIT changed();
        });
}

const compare::Difference* ComparisonSource::difference() const
{
    return m_current && *m_current < count() ? &m_comparison->differences[*m_current] : nullptr;
}

void ComparisonSource::go(std::size_t difference)
{
    if (difference >= count())
        return;
    show(difference);
    Q_EMIT visited();
}

void ComparisonSource::show(std::optional<std::size_t> difference)
{
    if (m_current == difference)
        return;
    m_current = difference;
    Q_EMIT currentChanged();
}

void ComparisonSource::next()
{
    if (count() > 0)
        go(m_current ? (*m_current + 1) % count() : 0);
}

void ComparisonSource::previous()
{
    if (count() > 0)
        go(m_current ? (*m_current + count() - 1) % count() : count() - 1);
}

} // namespace stepscope::widgets

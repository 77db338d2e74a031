// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_steps_panel.h"

#include "widgets/memory/memory_guide.h"
#include "widgets/memory/memory_tables.h"
#include "widgets/memory/memory_words.h"

namespace stepscope::widgets {

namespace {

QString growthText(const analysis::MemoryDeviceFigures& figures)
{
    if (!figures.growthPerStep)
        return {};
    const double growth = *figures.growthPerStep;
    const QString amount = bytesText(static_cast<std::uint64_t>(std::abs(growth)));
    return growth >= 0 ? QStringLiteral("baseline grows by %1 a step").arg(amount)
                       : QStringLiteral("baseline falls by %1 a step").arg(amount);
}

} // namespace

MemoryStepsPanel::MemoryStepsPanel(const MemoryContext& context, MemoryGuide* guide, QWidget* parent)
    : TableBox(QStringLiteral("Steps"), context.theme, parent)
    , m_context(context)
{
    setNoTable(m_context.beforeTable(QStringLiteral("Analysing …")));
    connect(m_context.figures, &JudgementSource::judgementChanged, this, &MemoryStepsPanel::refresh);
    connect(m_context.cursor, &MemoryCursor::deviceChanged, this, &MemoryStepsPanel::refresh);
    connect(this, &TableBox::rowActivated, guide, [this, guide](std::size_t row) {
        const analysis::MemoryDeviceFigures* figures = m_context.deviceFigures();
        if (figures != nullptr && row < figures->steps.size())
            guide->showRange({figures->steps[row].firstEntry, figures->steps[row].lastEntry});
    });
    refresh();
}

void MemoryStepsPanel::refresh()
{
    const analysis::MemoryDeviceFigures* figures = m_context.deviceFigures();
    if (figures == nullptr) {
        if (!m_context.figures->problem().isEmpty())
            setNoTable(m_context.figures->problem());
        return;
    }
    setTable(buildStepTable(*m_context.snapshot, *figures));
    setRemark(growthText(*figures));
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/memory_steps.h"

#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_guide.h"
#include "widgets/memory/memory_words.h"

#include <algorithm>
#include <iterator>

namespace stepscope::widgets {

MemorySteps::MemorySteps(const MemoryContext& context, MemoryGuide* guide, QObject* parent)
    : StepChoice(parent)
    , m_context(context)
    , m_guide(guide)
{
    connect(m_context.figures, &JudgementSource::judgementChanged, this, &StepChoice::stepsChanged);
    connect(m_context.cursor, &MemoryCursor::deviceChanged, this, &StepChoice::stepsChanged);
    connect(m_context.cursor, &MemoryCursor::rangeChanged, this, &StepChoice::chosenChanged);
    connect(m_context.cursor, &MemoryCursor::entryChanged, this, &StepChoice::textChanged);
}

const std::vector<analysis::MemoryStep>* MemorySteps::steps() const
{
    const analysis::MemoryDeviceFigures* figures = m_context.deviceFigures();
    return figures != nullptr ? &figures->steps : nullptr;
}

std::size_t MemorySteps::count() const
{
    return steps() != nullptr ? steps()->size() : 0;
}

std::optional<std::size_t> MemorySteps::chosen() const
{
    const auto& range = m_context.cursor->range();
    if (!range || count() == 0)
        return std::nullopt;
    const auto found = std::find_if(steps()->begin(), steps()->end(), [&range](const analysis::MemoryStep& step) {
        return range->first == step.firstEntry && range->last == step.lastEntry;
    });
    return found == steps()->end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - steps()->begin()));
}

QString MemorySteps::name(std::size_t step) const
{
    return toQString((*steps())[step].marker);
}

QString MemorySteps::statistics(std::size_t step) const
{
    const analysis::MemoryStep& of = (*steps())[step];
    return QStringList {QStringLiteral("peak ") + bytesText(of.peak),
        QStringLiteral("baseline ") + bytesText(of.baseline),
        countedText(static_cast<std::uint64_t>(std::max(of.lastEntry - of.firstEntry + 1, 0)), QStringLiteral("entry"),
            QStringLiteral("entries"))}
        .join(QStringLiteral(" · "));
}

QString MemorySteps::text() const
{
    if (count() == 0)
        return QStringLiteral("No steps");
    const auto label = [this](std::size_t step) {
        const QString full = name(step);
        const qsizetype hash = full.lastIndexOf(QLatin1Char('#'));
        return hash < 0 ? full : QStringLiteral("Step ") + full.mid(hash);
    };
    if (const auto step = chosen())
        return label(*step);
    const std::int32_t at = m_context.cursor->entry();
    for (std::size_t i = 0; i < count(); ++i) {
        if ((*steps())[i].firstEntry <= at && at <= (*steps())[i].lastEntry)
            return label(i);
    }
    return QStringLiteral("All steps");
}

void MemorySteps::choose(std::size_t step)
{
    if (step < count())
        m_guide->showRange({(*steps())[step].firstEntry, (*steps())[step].lastEntry});
}

void MemorySteps::chooseAll()
{
    if (const model::MemoryDevice* device = m_context.device())
        m_guide->showAll(*device);
}

void MemorySteps::stepBy(int direction)
{
    if (count() == 0)
        return;
    const auto& range = m_context.cursor->range();
    const std::int32_t at = range ? range->first : m_context.cursor->entry();
    auto next = std::upper_bound(steps()->begin(), steps()->end(), at,
        [](std::int32_t entry, const analysis::MemoryStep& step) { return entry < step.firstEntry; });
    if (direction < 0) {
        while (next != steps()->begin() && std::prev(next)->firstEntry >= at)
            --next;
        if (next == steps()->begin())
            return;
        --next;
    }
    if (next != steps()->end())
        choose(static_cast<std::size_t>(next - steps()->begin()));
}

} // namespace stepscope::widgets

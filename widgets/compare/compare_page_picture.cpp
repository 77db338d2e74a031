// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison gives to pictures of it.
#include "core/analysis/producer.h"
#include "widgets/common/combo_box.h"
#include "widgets/compare/compare_header.h"
#include "widgets/compare/compare_page.h"
#include "widgets/compare/run_bar.h"
#include "widgets/compare/timeline_pair.h"
#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_strip.h"
#include "widgets/picture/picture_words.h"

#include <QFileInfo>
#include <QStackedWidget>

namespace stepscope::widgets {

using compare::kAfter;
using compare::kBefore;

ContentPage* ComparePage::twin(ThemeSource* theme, QWidget* parent) const
{
    return new ComparePage({m_source.run(kBefore), m_source.run(kAfter)}, theme, parent);
}

QList<QWidget*> ComparePage::pictureParts()
{
    return {m_stack->currentWidget()};
}

QWidget* ComparePage::pictureHeadline()
{
    return m_header;
}

// Of what is seen of the run.
QString ComparePage::fileNames(std::size_t side) const
{
    const CompareRun& run = m_source.run(side);
    const QString trace = QFileInfo(run.path).fileName();
    const QString memory = QFileInfo(run.nameOfMemory().path).fileName();
    if (showsMemory())
        return memory;
    const bool both = m_timelines != nullptr && m_timelines->memory(side) != nullptr
        && !m_timelines->memory(side)->isHidden() && memory != trace;
    return both ? QStringLiteral("%1 and %2").arg(trace, memory) : trace;
}

CaptionWords ComparePage::captionWords() const
{
    CaptionWords words;
    words.file = fileNames(kBefore) + QStringLiteral(" → ") + fileNames(kAfter);
    QStringList versions;
    for (const std::size_t side : {kBefore, kAfter}) {
        if (m_source.run(side).trace)
            versions << toQString(analysis::torchVersion(*m_source.run(side).trace));
    }
    versions.removeAll(QString());
    versions.removeDuplicates();
    if (!versions.isEmpty())
        words.pytorch = QStringLiteral("PyTorch ") + versions.join(QStringLiteral(" → "));
    if (m_timelines == nullptr || showsMemory())
        return words;
    words.range = durationText(m_timelines->axes().axis(kBefore).range().length());
    QStringList steps {m_timelines->bar(kBefore).steps().currentText(), m_timelines->bar(kAfter).steps().currentText()};
    steps.removeDuplicates();
    if (!steps.contains(QString()))
        words.step = QStringLiteral("aligned at ") + steps.join(QStringLiteral(" and "));
    return words;
}

ReportWords ComparePage::reportWords() const
{
    ReportWords words;
    const ComparisonPtr& comparison = m_source.comparison();
    words.kind = QStringLiteral("Two runs");
    words.sentence = comparison ? toQString(comparison->headline) : m_source.problem();
    if (!comparison)
        return words;
    for (const compare::Difference& difference : comparison->differences)
        words.findings.push_back({{}, toQString(difference.sentence)});
    return words;
}

std::size_t ComparePage::findingCount() const
{
    return m_source.comparison() ? m_source.comparison()->differences.size() : 0;
}

void ComparePage::goToFinding(std::size_t finding)
{
    m_source.go(finding);
}

} // namespace stepscope::widgets

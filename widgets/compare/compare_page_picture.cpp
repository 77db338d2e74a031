// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison gives to pictures of it.
#include "core/analysis/producer.h"
#include "widgets/compare/compare_page.h"
#include "widgets/details/detail_text.h"
#include "widgets/picture/picture_words.h"

#include <QFileInfo>
#include <QStackedWidget>

#include <algorithm>

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

CaptionWords ComparePage::captionWords() const
{
    CaptionWords words;
    const auto nameOf = [this](std::size_t side) { return QFileInfo(m_source.run(side).path).fileName(); };
    words.file = nameOf(kBefore) + QStringLiteral(" → ") + nameOf(kAfter);
    QStringList versions;
    for (const std::size_t side : {kBefore, kAfter}) {
        if (m_source.run(side).trace)
            versions << toQString(analysis::torchVersion(*m_source.run(side).trace));
    }
    versions.removeAll(QString());
    versions.removeDuplicates();
    if (!versions.isEmpty())
        words.pytorch = QStringLiteral("PyTorch ") + versions.join(QStringLiteral(" → "));
    return words;
}

ReportWords ComparePage::reportWords() const
{
    constexpr std::size_t kDifferences = 3;
    ReportWords words;
    const ComparisonPtr& comparison = m_source.comparison();
    words.kind = QStringLiteral("Two runs");
    words.sentence = comparison ? toQString(comparison->headline) : m_source.problem();
    if (!comparison)
        return words;
    const auto& differences = comparison->differences;
    for (std::size_t i = 0; i < std::min(differences.size(), kDifferences); ++i)
        words.findings.push_back({{}, toQString(differences[i].sentence)});
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

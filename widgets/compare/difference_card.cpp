// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/difference_card.h"

#include "core/analysis/findings/study.h"
#include "widgets/common/change_bar.h"
#include "widgets/common/style.h"
#include "widgets/compare/change_words.h"
#include "widgets/details/detail_text.h"
#include "widgets/findings/finding_words.h"
#include "widgets/findings/wrap_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kFoldedLines = 3;

QLabel* smallLabel(const QString& text, const QString& role, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("role", role);
    label->setFont(smallFont());
    return label;
}

} // namespace

DifferenceCard::DifferenceCard(
    const compare::Difference& difference, const QString& whole, double largest, const Theme& theme, QWidget* parent)
    : PanelRow(theme, true, parent)
    , m_difference(difference)
    , m_whole(whole)
    , m_sentence(new WrapLabel(capitalised(difference.sentence), this))
{
    const ChangeKind kind = changeKind(difference.change(), difference.withinNoise);
    const QColor colour = changeColour(kind, theme);
    setCheckable(true);
    setText(toQString(difference.sentence));
    m_sentence->setMaxLines(kFoldedLines);
    auto* top = new QHBoxLayout();
    top->setSpacing(8);
    top->addWidget(icon(changeIcon(kind), colour), 0, Qt::AlignTop);
    top->addWidget(m_sentence, 1);
    auto* line = new QHBoxLayout();
    line->setSpacing(8);
    line->addWidget(smallLabel(changeWord(kind),
        kind == ChangeKind::More       ? QStringLiteral("danger")
            : kind == ChangeKind::Less ? QStringLiteral("good")
                                       : QStringLiteral("muted"),
        this));
    line->addWidget(new ChangeBar(largest > 0 ? difference.change() / largest : 0, colour, this->theme(), this), 1,
        Qt::AlignVCenter);
    m_change = new QLabel(changeText(), this);
    m_change->setFont(numberFont());
    line->addWidget(m_change);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(6);
    column->addLayout(top);
    column->addLayout(line);
    auto* both = new WrapLabel(figures(), this);
    both->setFont(smallFont());
    both->setProperty("role", QStringLiteral("muted"));
    column->addWidget(both);
    setAccessibleName(
        QStringList {toQString(difference.sentence), changeWord(kind), changeText()}.join(QStringLiteral(", ")));
}

QString DifferenceCard::changeText() const
{
    return signedAmountText(m_difference.unit, m_difference.change());
}

QString DifferenceCard::figures() const
{
    // What happens in a few steps only has its own figures in the sentence; these are spread over all steps.
    QString text = m_difference.steps.empty()
        ? QStringLiteral("%1 → %2").arg(
            amountText(m_difference.unit, m_difference.before), amountText(m_difference.unit, m_difference.after))
        : QStringLiteral("per step on average");
    if (m_difference.shareOfStep) {
        text += QStringLiteral("  ·  %1 of the %2 before")
                    .arg(toQString(analysis::wholePercent(std::abs(*m_difference.shareOfStep))), m_whole);
    }
    return text;
}

void DifferenceCard::setCurrent(bool current)
{
    setChecked(current);
    m_sentence->setMaxLines(current ? 0 : kFoldedLines);
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/check_row.h"

#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/findings/finding_words.h"
#include "widgets/findings/wrap_label.h"

#include <QGridLayout>

namespace stepscope::widgets {

CheckRow::CheckRow(const analysis::ChecklistItem& item, const Theme& theme, QWidget* parent)
    : PanelRow(theme, false, parent)
    , m_evidence(new WrapLabel(toQString(item.evidence), this))
{
    setCheckable(true);
    setText(toQString(item.check));
    setAccessibleName(QStringLiteral("%1: %2").arg(toQString(item.check), checkText(item.state)));
    setAccessibleDescription(QStringLiteral("%1. %2").arg(toQString(item.evidence), toQString(item.advice)));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(10, 5, 10, 5);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    grid->addWidget(icon(checkIcon(item.state), checkColour(item.state, theme)), 0, 0, Qt::AlignTop);
    grid->addWidget(new WrapLabel(capitalised(item.check), this), 0, 1);
    auto* word = new QLabel(checkText(item.state), this);
    word->setProperty("role", checkRole(item.state));
    word->setFont(smallFont());
    grid->addWidget(word, 0, 2, Qt::AlignTop);
    m_evidence->setProperty("role", QStringLiteral("muted"));
    m_evidence->setFont(smallFont());
    m_evidence->setMaxLines(1);
    grid->addWidget(m_evidence, 1, 1, 1, 2);
    if (!item.advice.empty()) {
        m_advice = new WrapLabel(QStringLiteral("→ ") + toQString(item.advice), this);
        m_advice->hide();
        grid->addWidget(m_advice, 2, 1, 1, 2);
    }
    connect(this, &QAbstractButton::toggled, this, &CheckRow::unfold);
}

void CheckRow::unfold(bool unfolded)
{
    m_evidence->setMaxLines(unfolded ? 0 : 1);
    if (m_advice != nullptr)
        m_advice->setVisible(unfolded);
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/verdict_view.h"

#include "widgets/common/icon_label.h"
#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/findings/finding_words.h"
#include "widgets/findings/wrap_label.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope::widgets {

namespace {

constexpr int kLarger = 3; // px than other text

void paint(QLabel& label, const QColor& colour)
{
    QPalette palette = label.palette();
    palette.setColor(QPalette::WindowText, colour);
    label.setPalette(palette);
}

} // namespace

VerdictView::VerdictView(QWidget* parent)
    : QWidget(parent)
    , m_top(new QHBoxLayout())
    , m_icon(new IconLabel(this))
    , m_word(new WrapLabel({}, this))
    , m_note(new WrapLabel({}, this))
    , m_sentence(new WrapLabel({}, this))
{
    for (WrapLabel* label : {m_word, m_note, m_sentence})
        label->setProperty("role", {}); // they are coloured one by one
    QFont strong = uiFont();
    strong.setWeight(QFont::DemiBold);
    m_word->setFont(strong);
    m_note->setFont(smallFont());
    QFont large = uiFont();
    large.setPixelSize(large.pixelSize() + kLarger);
    m_sentence->setFont(large);
    m_sentence->setAccessibleName(QStringLiteral("Verdict"));
    m_top->setSpacing(8);
    m_top->addWidget(m_icon);
    m_word->setMaxLines(1);
    m_note->setMaxLines(1);
    m_top->addWidget(m_word, 0, Qt::AlignVCenter);
    m_top->addWidget(m_note, 0, Qt::AlignVCenter);
    m_top->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 8, 12);
    column->setSpacing(8);
    column->addLayout(m_top);
    column->addWidget(m_sentence);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void VerdictView::showParts(const QString& icon, const QColor& colour, const QString& word, const QString& sentence)
{
    m_icon->setIcon(icon, colour);
    m_icon->setVisible(!icon.isEmpty());
    m_word->setText(word);
    paint(*m_word, colour);
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
}

void VerdictView::showVerdict(const analysis::Verdict& verdict, const QString& note, const Theme& theme)
{
    const QString word = bucketText(verdict);
    showParts(bucketIcon(verdict.bucket), bucketColour(verdict, theme), word, toQString(verdict.sentence));
    paint(*m_note, theme.muted);
    setNote(note);
}

void VerdictView::showWaiting(const Theme& theme)
{
    showParts({}, theme.muted, QStringLiteral("Analysing…"), {});
    setNote({});
}

void VerdictView::showProblem(const QString& problem, const Theme& theme)
{
    showParts(QStringLiteral("error"), theme.danger, QStringLiteral("No analysis"), problem);
    setNote({});
}

void VerdictView::setNote(const QString& note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void VerdictView::addButton(QToolButton* button)
{
    m_top->addWidget(button);
}

QString VerdictView::sentence() const
{
    return m_sentence->text();
}

} // namespace stepscope::widgets

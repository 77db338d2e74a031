// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/finding_card.h"

#include "core/analysis/findings/study.h"
#include "widgets/common/icon.h"
#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/findings/finding_words.h"
#include "widgets/findings/share_bar.h"
#include "widgets/findings/wrap_label.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope::widgets {

namespace {

constexpr int kFoldedLines = 3;

QLabel* label(const QString& text, const QString& role, const QFont& font, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("role", role);
    label->setFont(font);
    return label;
}

QToolButton* arrow(const QString& iconName, const QString& tip, const Theme& theme, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setIcon(themedIcon(iconName, theme));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setAutoRaise(true);
    return button;
}

} // namespace

FindingCard::FindingCard(
    const JudgementSource& source, const analysis::Finding& finding, const Theme& theme, QWidget* parent)
    : PanelRow(theme, true, parent)
    , m_source(source)
    , m_finding(finding)
{
    setCheckable(true);
    setText(toQString(finding.headline));
    setAccessibleName(accessibleText());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(6);
    addSummary(column);
}

void FindingCard::addSummary(QVBoxLayout* column)
{
    const QColor colour = severityColour(m_finding.severity, theme());
    auto* top = new QHBoxLayout();
    top->setSpacing(8);
    top->addWidget(icon(ruleIcon(m_finding.rule), colour), 0, Qt::AlignTop);
    m_headline = new WrapLabel(toQString(m_finding.headline), this);
    m_headline->setMaxLines(kFoldedLines);
    top->addWidget(m_headline, 1);
    column->addLayout(top);

    auto* figures = new QHBoxLayout();
    figures->setSpacing(8);
    figures->addWidget(label(severityText(m_finding.severity), severityRole(m_finding.severity), smallFont(), this));
    if (m_finding.share > 0) {
        auto* bar = new ShareBar(this);
        bar->show(m_finding.share, colour, theme().line);
        figures->addWidget(bar, 1, Qt::AlignVCenter);
        QLabel* share = label(toQString(analysis::wholePercent(m_finding.share)), {}, numberFont(), this);
        bar->setToolTip(m_source.shareText(m_finding));
        share->setToolTip(m_source.shareText(m_finding));
        figures->addWidget(share);
    } else {
        figures->addStretch(1);
    }
    figures->addWidget(label(placesText(m_finding), QStringLiteral("muted"), smallFont(), this));
    column->addLayout(figures);
}

QWidget* FindingCard::makeDetails()
{
    auto* details = new QWidget(this);
    auto* column = new QVBoxLayout(details);
    column->setContentsMargins(0, 2, 0, 0);
    column->setSpacing(6);
    auto* places = new QHBoxLayout();
    places->setSpacing(0);
    auto* previous = arrow(QStringLiteral("prev"), QStringLiteral("Previous place  (Shift+P)"), theme(), details);
    auto* next = arrow(QStringLiteral("next"), QStringLiteral("Next place  (Shift+N)"), theme(), details);
    for (QToolButton* button : {previous, next})
        button->setEnabled(placeCount(m_finding) > 1);
    connect(previous, &QToolButton::clicked, this, &FindingCard::previousPlaceRequested);
    connect(next, &QToolButton::clicked, this, &FindingCard::nextPlaceRequested);
    m_place = label({}, {}, smallFont(), details);
    places->addWidget(m_place, 1);
    places->addWidget(previous);
    places->addWidget(next);
    column->addLayout(places);
    m_evidence = new WrapLabel({}, details);
    m_evidence->setProperty("role", QStringLiteral("muted"));
    m_evidence->setFont(smallFont());
    column->addWidget(m_evidence);
    if (const QString share = m_source.shareText(m_finding); !share.isEmpty()) {
        auto* line = new WrapLabel(share, details);
        line->setProperty("role", QStringLiteral("muted"));
        line->setFont(smallFont());
        line->setObjectName(QStringLiteral("shareText"));
        column->addWidget(line);
    }
    for (const std::string& line : m_finding.advice) {
        auto* row = new QHBoxLayout();
        row->setSpacing(8);
        row->addWidget(label(QStringLiteral("→"), QStringLiteral("muted"), uiFont(), details), 0, Qt::AlignTop);
        row->addWidget(new WrapLabel(toQString(line), details), 1);
        column->addLayout(row);
    }
    return details;
}

void FindingCard::setPlace(std::optional<std::size_t> evidence)
{
    setChecked(evidence.has_value());
    m_headline->setMaxLines(evidence ? 0 : kFoldedLines);
    if (evidence && m_details == nullptr) {
        m_details = makeDetails();
        layout()->addWidget(m_details);
    }
    if (m_details != nullptr)
        m_details->setVisible(evidence.has_value());
    if (evidence) {
        const bool known = *evidence < placeCount(m_finding);
        m_place->setText(placeText(m_finding, *evidence));
        m_evidence->setText(known ? m_source.placeText(m_finding, *evidence) : QString());
        m_evidence->setVisible(known);
        setAccessibleDescription(m_place->text() + QStringLiteral(": ") + m_evidence->text());
    } else {
        setAccessibleDescription({});
    }
}

QString FindingCard::accessibleText() const
{
    QStringList parts {severityText(m_finding.severity)};
    if (m_finding.share > 0)
        parts << toQString(analysis::wholePercent(m_finding.share));
    parts << toQString(m_finding.headline) << placesText(m_finding);
    return parts.join(QStringLiteral(", "));
}

void FindingCard::keyPressEvent(QKeyEvent* event)
{
    if (isChecked() && event->key() == Qt::Key_Right) {
        Q_EMIT nextPlaceRequested();
    } else if (isChecked() && event->key() == Qt::Key_Left) {
        Q_EMIT previousPlaceRequested();
    } else {
        PanelRow::keyPressEvent(event);
    }
}

} // namespace stepscope::widgets

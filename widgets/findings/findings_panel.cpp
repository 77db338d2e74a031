// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/findings_panel.h"

#include "widgets/common/icon.h"
#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/findings/check_row.h"
#include "widgets/findings/finding_card.h"
#include "widgets/findings/finding_words.h"
#include "widgets/findings/verdict_view.h"
#include "widgets/findings/wrap_label.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kMargin = 8;

QLabel* sectionTitle(const QString& text, QWidget* parent)
{
    auto* label = new WrapLabel(text, parent);
    label->setMaxLines(1);
    label->setProperty("role", QStringLiteral("title"));
    return label;
}

QString findingsText(std::size_t count)
{
    return countedText(count, QStringLiteral("finding"), QStringLiteral("findings"));
}

QToolButton* toolButton(const QString& tip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

FindingsPanel::FindingsPanel(const JudgementSource* source, FindingCursor* cursor, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_source(source)
    , m_cursor(cursor)
    , m_theme(theme)
{
    setMinimumWidth(kMinimumWidth);
    setAccessibleName(QStringLiteral("Findings"));
    buildUi();
    connect(m_source, &JudgementSource::judgementChanged, this, &FindingsPanel::render);
    connect(m_source, &JudgementSource::busyChanged, this, &FindingsPanel::renderVerdict);
    connect(m_cursor, &FindingCursor::currentChanged, this, &FindingsPanel::showCurrent);
    connect(m_theme, &ThemeSource::changed, this, &FindingsPanel::applyTheme);
    applyTheme();
}

void FindingsPanel::buildUi()
{
    m_copy = new QAction(QStringLiteral("Copy verdict and findings"), this);
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(m_copy, &QAction::triggered, this, [this]() { QGuiApplication::clipboard()->setText(plainText()); });
    addAction(m_copy);

    m_verdict = new VerdictView(this);
    m_copyButton = toolButton(QStringLiteral("Copy verdict and findings as text  (Ctrl+C)"), m_verdict);
    connect(m_copyButton, &QToolButton::clicked, m_copy, &QAction::trigger);
    m_foldButton = toolButton(QStringLiteral("Fold the findings  (Ctrl+Shift+B)"), m_verdict);
    connect(m_foldButton, &QToolButton::clicked, this, &FindingsPanel::foldRequested);
    m_verdict->addButton(m_copyButton);
    m_verdict->addButton(m_foldButton);

    auto* canvas = new QWidget(this);
    m_column = new QVBoxLayout(canvas);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(m_verdict);
    m_column->addStretch(1);
    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidget(canvas);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
}

void FindingsPanel::applyTheme()
{
    m_copyButton->setIcon(themedIcon(QStringLiteral("copy"), m_theme->theme()));
    m_foldButton->setIcon(themedIcon(QStringLiteral("fold"), m_theme->theme()));
    render();
}

void FindingsPanel::renderVerdict()
{
    const Theme& theme = m_theme->theme();
    m_copy->setEnabled(m_shown != nullptr);
    m_copyButton->setEnabled(m_shown != nullptr);
    if (!m_source->problem().isEmpty() && !m_source->isBusy())
        m_verdict->showProblem(m_source->problem(), theme);
    else if (!m_shown)
        m_verdict->showWaiting(theme);
    else
        m_verdict->showVerdict(m_shown->verdict,
            m_source->isBusy() ? QStringLiteral("Analysing…") : m_source->scopeNote().trimmed(), theme);
}

// The old list may be the one whose button was pressed just now: it goes later.
void FindingsPanel::render()
{
    const bool hadFocus = m_list != nullptr && m_list->isAncestorOf(focusWidget()) && focusWidget()->hasFocus();
    if (m_list != nullptr) {
        m_column->removeWidget(m_list);
        m_list->hide();
        m_list->deleteLater();
    }
    m_cards.clear();
    m_rows.clear();
    m_shown = m_source->judgement();
    m_list = new QWidget(m_scroll->widget());
    auto* column = new QVBoxLayout(m_list);
    column->setContentsMargins(kMargin, 0, kMargin, kMargin);
    column->setSpacing(kSpacing);
    if (m_shown) {
        addFindings(column);
        addMissing(column);
        addChecklist(column);
    }
    m_column->insertWidget(1, m_list);
    renderVerdict();
    showCurrent();
    if (!m_rows.empty())
        setTabStop(m_rows.front());
    if (hadFocus && !m_rows.empty())
        m_rows.front()->setFocus();
    setFocusProxy(m_rows.empty() ? nullptr : m_rows.front());
}

QWidget* FindingsPanel::findingsTitle(std::size_t count)
{
    auto* bar = new QWidget(m_list);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(
        sectionTitle((count > 0 ? findingsText(count) : QStringLiteral("No findings")) + m_source->scopeNote(), bar), 1,
        Qt::AlignVCenter);
    auto* previous = toolButton(QStringLiteral("Previous finding  (P)"), bar);
    previous->setIcon(themedIcon(QStringLiteral("prev"), m_theme->theme()));
    connect(previous, &QToolButton::clicked, m_cursor, &FindingCursor::previous);
    auto* next = toolButton(QStringLiteral("Next finding  (N)"), bar);
    next->setIcon(themedIcon(QStringLiteral("next"), m_theme->theme()));
    connect(next, &QToolButton::clicked, m_cursor, &FindingCursor::next);
    row->addWidget(previous);
    row->addWidget(next);
    return bar;
}

void FindingsPanel::addFindings(QVBoxLayout* column)
{
    const std::vector<analysis::Finding>& findings = m_shown->findings;
    if (findings.empty()) {
        if (m_shown->verdict.bucket != analysis::Bucket::NoGpuWork)
            column->addWidget(sectionTitle(QStringLiteral("No findings") + m_source->scopeNote(), m_list));
        return;
    }
    const std::size_t scoped = std::min(m_source->scopedFindings(), findings.size());
    column->addWidget(findingsTitle(scoped));
    for (std::size_t i = 0; i < findings.size(); ++i) {
        if (i == scoped)
            column->addWidget(
                sectionTitle(QStringLiteral("Memory: ") + findingsText(findings.size() - scoped), m_list));
        auto* card = new FindingCard(*m_source, findings[i], m_theme->theme(), m_list);
        connect(card, &QAbstractButton::clicked, this, [this, i]() {
            const auto& current = m_cursor->current();
            m_cursor->go(i, current && current->finding == i ? current->evidence : 0);
        });
        // Not through the panel: a row that the pointer is over says goodbye while the panel is taken apart.
        connect(card, &PanelRow::lookedAt, m_cursor,
            [cursor = m_cursor, i](bool lookedAt) { cursor->hover(lookedAt ? std::optional(i) : std::nullopt); });
        connect(card, &FindingCard::nextPlaceRequested, m_cursor, &FindingCursor::nextEvidence);
        connect(card, &FindingCard::previousPlaceRequested, m_cursor, &FindingCursor::previousEvidence);
        addRow(card, column);
        m_cards.push_back(card);
    }
}

void FindingsPanel::addChecklist(QVBoxLayout* column)
{
    if (m_shown->checklist.empty())
        return;
    column->addSpacing(kMargin);
    column->addWidget(sectionTitle(QStringLiteral("Checklist"), m_list));
    for (const analysis::ChecklistItem& item : m_shown->checklist)
        addRow(new CheckRow(item, m_theme->theme(), m_list), column);
}

// Where the file cannot answer, what would have made it able to.
void FindingsPanel::addMissing(QVBoxLayout* column)
{
    const analysis::Bucket bucket = m_shown->verdict.bucket;
    const bool isAsked = bucket == analysis::Bucket::NoGpuWork || bucket == analysis::Bucket::CannotTell;
    const std::vector<analysis::MissingData> missing = m_source->missing();
    if (!isAsked || missing.empty())
        return;
    column->addWidget(sectionTitle(QStringLiteral("Not recorded"), m_list));
    for (const analysis::MissingData& part : missing) {
        auto* entry = new QWidget(m_list);
        auto* lines = new QVBoxLayout(entry);
        lines->setContentsMargins(4, 2, 4, 4);
        lines->setSpacing(2);
        lines->addWidget(new WrapLabel(capitalised(part.what), entry));
        auto* prevents = new WrapLabel(QStringLiteral("Would show: ") + toQString(part.prevents), entry);
        prevents->setProperty("role", QStringLiteral("muted"));
        prevents->setFont(smallFont());
        lines->addWidget(prevents);
        auto* setting = new WrapLabel(QStringLiteral("→ ") + toQString(part.setting), entry);
        setting->setTextInteractionFlags(Qt::TextSelectableByMouse);
        lines->addWidget(setting);
        column->addWidget(entry);
    }
}

void FindingsPanel::addRow(PanelRow* row, QVBoxLayout* column)
{
    connect(row, &PanelRow::stepRequested, this, [this, row](PanelRow::Step step) { this->step(row, step); });
    column->addWidget(row);
    m_rows.push_back(row);
}

void FindingsPanel::showCurrent()
{
    const auto& current = m_cursor->current();
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        const bool isCurrent = current && current->finding == i;
        m_cards[i]->setPlace(isCurrent ? std::optional(current->evidence) : std::nullopt);
    }
    if (!current || current->finding >= m_cards.size())
        return;
    FindingCard* card = m_cards[current->finding];
    setTabStop(card);
    // It unfolds in this moment: its place is known once everything is laid out.
    QTimer::singleShot(0, card, [this, card]() {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        bringIntoView(card);
    });
}

void FindingsPanel::step(PanelRow* from, PanelRow::Step step)
{
    const auto at = std::find(m_rows.begin(), m_rows.end(), from);
    auto target = at;
    if (step == PanelRow::Step::First)
        target = m_rows.begin();
    else if (step == PanelRow::Step::Last)
        target = m_rows.end() - 1;
    else if (step == PanelRow::Step::Previous && at != m_rows.begin())
        target = at - 1;
    else if (step == PanelRow::Step::Next && at + 1 != m_rows.end())
        target = at + 1;
    setTabStop(*target);
    (*target)->setFocus(Qt::TabFocusReason);
    bringIntoView(*target);
}

// All of it; of one that is too tall its beginning.
void FindingsPanel::bringIntoView(PanelRow* row)
{
    const int top = row->mapTo(m_scroll->widget(), QPoint(0, 0)).y();
    const int bottom = top + row->height();
    QScrollBar* bar = m_scroll->verticalScrollBar();
    if (bottom + kMargin > bar->value() + m_scroll->viewport()->height())
        bar->setValue(bottom + kMargin - m_scroll->viewport()->height());
    if (top - kMargin < bar->value())
        bar->setValue(top - kMargin);
}

void FindingsPanel::setTabStop(PanelRow* row)
{
    for (PanelRow* other : m_rows)
        other->setFocusPolicy(other == row ? Qt::StrongFocus : Qt::ClickFocus);
    setFocusProxy(row);
}

QString FindingsPanel::plainText() const
{
    return m_shown ? judgementAsText(*m_source, *m_shown) : QString();
}

void FindingsPanel::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addAction(m_copy);
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        if (!m_cards[i]->rect().contains(m_cards[i]->mapFromGlobal(event->globalPos())))
            continue;
        // Made now: while the menu is open the findings may become others.
        const QString text = findingAsText(*m_source, m_shown->findings[i], i);
        menu.addAction(
            QStringLiteral("Copy this finding"), this, [text]() { QGuiApplication::clipboard()->setText(text); });
    }
    menu.exec(event->globalPos());
}

} // namespace stepscope::widgets

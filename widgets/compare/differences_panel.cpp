// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/differences_panel.h"

#include "widgets/common/icon.h"
#include "widgets/common/style.h"
#include "widgets/compare/difference_card.h"
#include "widgets/details/detail_text.h"
#include "widgets/findings/findings_panel.h"
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
#include <cmath>
#include <map>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr int kMargin = 8;

} // namespace

DifferencesPanel::DifferencesPanel(ComparisonSource* source, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_source(source)
    , m_theme(theme)
    , m_title(new QLabel(this))
    , m_copy(new QAction(QStringLiteral("Copy differences"), this))
    , m_scroll(new QScrollArea(this))
{
    setMinimumWidth(FindingsPanel::kMinimumWidth);
    setAccessibleName(QStringLiteral("Differences"));
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(m_copy, &QAction::triggered, this, [this]() { QGuiApplication::clipboard()->setText(plainText()); });
    addAction(m_copy);
    m_title->setProperty("role", QStringLiteral("title"));
    auto* bar = new QHBoxLayout();
    bar->setContentsMargins(kMargin, kSpacing, kSpacing, kSpacing);
    bar->setSpacing(0);
    bar->addWidget(m_title, 1);
    const auto button = [this, bar](const char* icon, const QString& tip, auto function) {
        auto* made = new QToolButton(this);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        made->setAutoRaise(true);
        made->setFocusPolicy(Qt::TabFocus);
        connect(made, &QToolButton::clicked, this, function);
        bar->addWidget(made);
        m_buttons.emplace_back(made, icon);
        return made;
    };
    m_arrows[0] = button("prev", QStringLiteral("Previous difference  (P)"), [this]() { m_source->previous(); });
    m_arrows[1] = button("next", QStringLiteral("Next difference  (N)"), [this]() { m_source->next(); });
    button("copy", QStringLiteral("Copy all differences as text  (Ctrl+C)"), [this]() { m_copy->trigger(); });
    button("fold", QStringLiteral("Fold the differences  (Ctrl+Shift+B)"), [this]() { Q_EMIT foldRequested(); });
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_scroll, 1);
    connect(m_source, &ComparisonSource::changed, this, &DifferencesPanel::render);
    connect(m_source, &ComparisonSource::currentChanged, this, &DifferencesPanel::showCurrent);
    connect(m_theme, &ThemeSource::changed, this, &DifferencesPanel::render);
    render();
}

QString DifferencesPanel::title() const
{
    const ComparisonPtr& comparison = m_source->comparison();
    if (!comparison)
        return m_source->problem().isEmpty() ? QStringLiteral("Comparing…") : QStringLiteral("No comparison");
    if (comparison->differences.empty())
        return QStringLiteral("No difference");
    return countedText(comparison->differences.size(), QStringLiteral("difference"), QStringLiteral("differences"));
}

void DifferencesPanel::render()
{
    for (const auto& [button, icon] : m_buttons)
        button->setIcon(themedIcon(QString::fromLatin1(icon), m_theme->theme()));
    const ComparisonPtr& comparison = m_source->comparison();
    m_copy->setEnabled(comparison != nullptr);
    for (QToolButton* arrow : m_arrows)
        arrow->setEnabled(comparison && !comparison->differences.empty());
    m_title->setText(title());
    m_cards.clear();
    m_list = new QWidget(m_scroll);
    auto* column = new QVBoxLayout(m_list);
    column->setContentsMargins(kMargin, 0, kMargin, kMargin);
    column->setSpacing(kSpacing);
    if (comparison) {
        addCards(column);
        addUnmatched(column);
    } else if (!m_source->problem().isEmpty()) {
        column->addWidget(new WrapLabel(m_source->problem(), m_list));
    }
    column->addStretch(1);
    m_scroll->setWidget(m_list); // the old one goes
    showCurrent();
    if (!m_cards.empty())
        setTabStop(m_source->current().value_or(0));
}

void DifferencesPanel::addCards(QVBoxLayout* column)
{
    const std::vector<compare::Difference>& differences = m_source->comparison()->differences;
    // Times and bytes have no common measure, nor have bytes of each step and bytes in all.
    std::map<std::pair<compare::Unit, bool>, double> largest;
    const auto measureOf = [](const compare::Difference& difference) {
        return std::pair {difference.unit, difference.topic == compare::Topic::GrowthByStack};
    };
    for (const compare::Difference& difference : differences) {
        double& most = largest[measureOf(difference)];
        most = std::max(most, std::abs(difference.change()));
    }
    const QString whole = m_source->comparison()->perStep ? QStringLiteral("step") : QStringLiteral("recording");
    for (std::size_t i = 0; i < differences.size(); ++i) {
        const double most = largest[measureOf(differences[i])];
        auto* card = new DifferenceCard(differences[i], whole, most, m_theme->theme(), m_list);
        connect(card, &QAbstractButton::clicked, m_source, [source = m_source, i]() { source->go(i); });
        connect(card, &PanelRow::stepRequested, this, [this, i](PanelRow::Step step) { this->step(i, step); });
        column->addWidget(card);
        m_cards.push_back(card);
    }
    if (differences.empty()) {
        column->addWidget(new WrapLabel(
            QStringLiteral("What both runs did takes the same, or no more apart than the steps are among themselves."),
            m_list));
    }
}

void DifferencesPanel::addUnmatched(QVBoxLayout* column)
{
    if (m_source->comparison()->unmatched.empty())
        return;
    auto* title = new QLabel(QStringLiteral("Not compared"), m_list);
    title->setProperty("role", QStringLiteral("title"));
    column->addSpacing(kMargin);
    column->addWidget(title);
    for (const std::string& text : m_source->comparison()->unmatched) {
        auto* line = new WrapLabel(toQString(text), m_list);
        line->setProperty("role", QStringLiteral("muted"));
        column->addWidget(line);
    }
}

void DifferencesPanel::showCurrent()
{
    const std::optional<std::size_t> current = m_source->current();
    for (std::size_t i = 0; i < m_cards.size(); ++i)
        m_cards[i]->setCurrent(current == i);
    if (!current || *current >= m_cards.size())
        return;
    setTabStop(*current);
    // It unfolds in this moment: its place is known once everything is laid out.
    QTimer::singleShot(0, m_cards[*current], [this, card = m_cards[*current]]() {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        bringIntoView(card);
    });
}

void DifferencesPanel::step(std::size_t from, PanelRow::Step step)
{
    const std::size_t last = m_cards.size() - 1;
    std::size_t to = from;
    switch (step) {
    case PanelRow::Step::First:
        to = 0;
        break;
    case PanelRow::Step::Last:
        to = last;
        break;
    case PanelRow::Step::Previous:
        to = from > 0 ? from - 1 : 0;
        break;
    case PanelRow::Step::Next:
        to = std::min(last, from + 1);
        break;
    }
    setTabStop(to);
    m_cards[to]->setFocus(Qt::TabFocusReason);
    bringIntoView(m_cards[to]);
}

void DifferencesPanel::setTabStop(std::size_t card)
{
    for (std::size_t i = 0; i < m_cards.size(); ++i)
        m_cards[i]->setFocusPolicy(i == card ? Qt::StrongFocus : Qt::ClickFocus);
    setFocusProxy(card < m_cards.size() ? m_cards[card] : nullptr);
}

void DifferencesPanel::bringIntoView(QWidget* card)
{
    m_scroll->ensureWidgetVisible(card, 0, kMargin);
    m_scroll->horizontalScrollBar()->setValue(0);
}

QString DifferencesPanel::plainText() const
{
    const ComparisonPtr& comparison = m_source->comparison();
    if (!comparison)
        return {};
    QStringList lines {toQString(comparison->headline)};
    for (const compare::Warning& warning : comparison->warnings) {
        lines << QStringLiteral("! %1: %2 → %3: %4")
                     .arg(toQString(warning.what), toQString(warning.before), toQString(warning.after),
                         toQString(warning.effect));
    }
    if (comparison->loaderExperiment)
        lines << toQString(comparison->loaderExperiment->sentence);
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        lines << QStringLiteral("%1. %2 (%3)")
                     .arg(i + 1)
                     .arg(toQString(comparison->differences[i].sentence), m_cards[i]->figures());
    }
    for (const std::string& text : comparison->unmatched)
        lines << toQString(text);
    return lines.join(QLatin1Char('\n'));
}

void DifferencesPanel::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addAction(m_copy);
    menu.exec(event->globalPos());
}

} // namespace stepscope::widgets

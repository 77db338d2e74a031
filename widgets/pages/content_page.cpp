// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/content_page.h"

#include "widgets/annotate/annotation_board.h"
#include "widgets/annotate/annotator.h"
#include "widgets/annotate/notes_panel.h"
#include "widgets/findings/findings_panel.h"
#include "widgets/pages/panel_state.h"
#include "widgets/pages/panel_tabs.h"
#include "widgets/tables/table_view.h"
#include "widgets/viewmodel/finding_cursor.h"

#include <QDataStream>
#include <QKeyEvent>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kMinPanelHeight = 80;
constexpr quint32 kLayoutMark = 0x53534c32; // of layoutState(): other states are ignored

} // namespace

ContentPage::ContentPage(QWidget* parent)
    : QWidget(parent)
    , m_panels(new PanelTabs(this))
{
    m_panels->setDocumentMode(true);
    m_panels->tabBar()->setDrawBase(false);
    m_panels->setMinimumHeight(kMinPanelHeight);
}

void ContentPage::assemble(FindingsPanel* findings, QWidget* centre)
{
    m_findingsPanel = findings;
    m_findings = &findings->cursor();
    connect(findings, &FindingsPanel::foldRequested, this, [this]() { setFindingsVisible(false); });
    connect(m_findings, &FindingCursor::notFound, this,
        [this]() { Q_EMIT notRestored({QStringLiteral("the finding that was looked at")}); });
    assemble(static_cast<QWidget*>(findings), centre);
}

void ContentPage::assemble(QWidget* left, QWidget* centre)
{
    m_left = left;
    m_upper = new QSplitter(Qt::Horizontal, this);
    m_upper->setChildrenCollapsible(false);
    m_upper->addWidget(left);
    m_upper->addWidget(centre);
    m_upper->setStretchFactor(0, 0);
    m_upper->setStretchFactor(1, 1);
    m_upper->setSizes({FindingsPanel::kDefaultWidth, FindingsPanel::kDefaultWidth * 3});
    m_splitter = new QSplitter(Qt::Vertical, this);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_upper);
    m_splitter->addWidget(m_panels);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this]() { m_isMoved = true; });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_splitter);
}

void ContentPage::removeViews()
{
    delete m_splitter;
    m_splitter = nullptr;
}

void ContentPage::showPanelAt(int index)
{
    setPanelsVisible(true);
    m_panels->setCurrentIndex(index);
    m_panels->currentWidget()->setFocus();
}

QStringList ContentPage::panelTitles() const
{
    QStringList titles;
    for (int i = 0; i < m_panels->count(); ++i)
        titles << m_panels->tabText(i);
    return titles;
}

void ContentPage::showPanelNumbered(int number)
{
    if (number < m_panels->count())
        showPanelAt(number);
}

bool ContentPage::showPanelTitled(const QString& title)
{
    for (int i = 0; i < m_panels->count(); ++i) {
        if (m_panels->tabText(i).startsWith(title, Qt::CaseInsensitive)) {
            showPanelAt(i);
            return true;
        }
    }
    return false;
}

AnnotationBoard* ContentPage::annotations()
{
    return m_annotator != nullptr ? &m_annotator->board() : nullptr;
}

Annotator& ContentPage::makeAnnotator(ThemeSource* theme)
{
    m_annotator = new Annotator(theme, this);
    connect(m_annotator, &Annotator::listRequested, this, [this]() {
        const int index = m_panels->indexOf(&m_annotator->panel());
        if (index >= 0)
            showPanelAt(index);
    });
    return *m_annotator;
}

void ContentPage::setPanelsVisible(bool visible)
{
    if (m_panels->isHidden() == !visible)
        return;
    m_panels->setVisible(visible);
    Q_EMIT panelsChanged();
}

TableView* ContentPage::shownTable() const
{
    const QWidget* panel = panelsVisible() ? m_panels->currentWidget() : nullptr;
    auto* table = panel != nullptr ? panel->findChild<TableView*>() : nullptr;
    return table != nullptr && table->isVisible() ? table : nullptr;
}

bool ContentPage::panelsVisible() const
{
    return !m_panels->isHidden();
}

void ContentPage::setFindingsVisible(bool visible)
{
    if (m_left->isHidden() == !visible)
        return;
    m_left->setVisible(visible);
    Q_EMIT panelsChanged();
}

bool ContentPage::findingsVisible() const
{
    return !m_left->isHidden();
}

void ContentPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    shareHeight();
}

// About a third for the panels, so that tables show ten rows in a large window; more where the rows need less.
void ContentPage::shareHeight()
{
    constexpr int kLow = 800;
    constexpr double kShareWhenLow = 0.30;
    constexpr double kShare = 0.35;
    constexpr double kMostShare = 0.55;
    if (m_splitter == nullptr || m_isMoved || !m_given.isEmpty())
        return;
    const int all = m_splitter->height();
    const auto part = [all](double share) { return static_cast<int>(share * all); };
    const int usual = std::max(leastPanels(), part(all < kLow ? kShareWhenLow : kShare));
    const int useful = usefulHeight();
    const int panels = useful > 0 ? std::clamp(all - useful, usual, std::max(usual, part(kMostShare))) : usual;
    m_splitter->setSizes({all - panels, panels});
}

void ContentPage::giveCentre(int height)
{
    QList<int> sizes = m_splitter->sizes();
    const int spared = std::min(height - sizes[0], sizes[1] - kMinPanelHeight);
    if (spared <= 0)
        return;
    m_beforeGiving = m_splitter->saveState();
    m_splitter->setSizes({sizes[0] + spared, sizes[1] - spared});
    m_given = m_splitter->sizes();
}

QByteArray ContentPage::layoutState() const
{
    QByteArray state;
    QDataStream out(&state, QIODevice::WriteOnly);
    const bool isGiven = !m_given.isEmpty() && m_splitter->sizes() == m_given;
    const QByteArray splitter = isGiven ? m_beforeGiving : m_splitter->saveState();
    out << kLayoutMark << (m_isMoved ? splitter : QByteArray()) << m_upper->saveState() << findingsVisible();
    return state;
}

void ContentPage::restoreLayoutState(const QByteArray& state)
{
    QDataStream in(state);
    quint32 mark = 0;
    QByteArray splitter;
    QByteArray upper;
    bool findings = true;
    in >> mark >> splitter >> upper >> findings;
    if (in.status() != QDataStream::Ok || mark != kLayoutMark)
        return;
    m_isMoved = m_splitter->restoreState(splitter);
    m_upper->restoreState(upper);
    setFindingsVisible(findings);
}

share::SessionPage ContentPage::state()
{
    share::SessionPage page;
    page.panel = m_panels->tabText(m_panels->currentIndex()).toStdString();
    page.panelsVisible = panelsVisible();
    page.findingsVisible = findingsVisible();
    if (const AnnotationBoard* board = annotations())
        page.annotations = board->annotations();
    if (m_findings != nullptr)
        page.finding = m_findings->ref();
    addPanelState(page, *m_panels);
    return page;
}

void ContentPage::restore(const share::SessionPage& page)
{
    if (AnnotationBoard* board = annotations())
        board->setAnnotations(page.annotations);
    const QString title = QString::fromStdString(page.panel);
    const qsizetype panel = panelTitles().indexOf(title);
    if (panel >= 0)
        m_panels->setCurrentIndex(static_cast<int>(panel));
    else if (!title.isEmpty())
        Q_EMIT notRestored({QStringLiteral("the panel \"%1\"").arg(title)});
    setPanelsVisible(page.panelsVisible);
    setFindingsVisible(page.findingsVisible);
    restorePanelState(*m_panels, page);
    if (m_findings != nullptr)
        m_findings->restore(page.finding);
}

void ContentPage::walk(FindingCursor& findings, TimelineCommand command)
{
    switch (command) {
    case TimelineCommand::NextFinding:
        return findings.next();
    case TimelineCommand::PreviousFinding:
        return findings.previous();
    case TimelineCommand::NextPlace:
        return findings.nextEvidence();
    case TimelineCommand::PreviousPlace:
        return findings.previousEvidence();
    default:
        break;
    }
}

void ContentPage::keepKeysOf(QWidget* timeline)
{
    m_timelines << timeline;
    timeline->installEventFilter(this);
    setFocusProxy(timeline);
}

bool ContentPage::eventFilter(QObject* watched, QEvent* event)
{
    if (m_timelines.contains(watched) && event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (timelineCommandFor(key->key(), key->modifiers()))
            event->accept();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace stepscope::widgets

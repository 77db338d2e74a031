// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/event_details.h"

#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/details/panel_parts.h"
#include "widgets/details/report_html.h"
#include "widgets/details/slice_distance.h"
#include "widgets/details/value_tree_model.h"

#include <QAction>
#include <QClipboard>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QResizeEvent>
#include <QSplitter>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kKeyColumnWidth = 168;
constexpr int kThreeColumns = 800; // narrower panels have two

std::shared_ptr<const model::ArgValue> partOf(const DeferredFactsPtr& facts, const model::ArgValue& part)
{
    return {facts, &part};
}

// Members of an event's args as rows; args of another form stay one row.
void appendArguments(
    const DeferredFactsPtr& facts, const model::ArgValue& event, std::vector<ValueTreeModel::Root>& roots)
{
    for (const auto& [key, args] : event.members) {
        if (key != "args")
            continue;
        if (args.kind != model::ArgValue::Kind::Object) {
            roots.push_back({QStringLiteral("args"), partOf(facts, args)});
            continue;
        }
        for (const auto& [name, value] : args.members)
            roots.push_back({toQString(name), partOf(facts, value)});
    }
}

bool touches(const model::Trace& trace, const Item& item, const TimeRange& range)
{
    if (item.kind == ItemKind::Instant)
        return range.start <= trace.instants.time[item.index] && trace.instants.time[item.index] <= range.end;
    const SliceId slice = item.slice();
    return slice.valid() && trace.slices.start[slice.index()] <= range.end && range.start <= trace.slices.end(slice);
}

} // namespace

EventDetails::EventDetails(
    std::shared_ptr<const model::Trace> trace, Selection* selection, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_trace(std::move(trace))
    , m_selection(selection)
    , m_theme(theme)
{
    buildUi();
    connect(m_selection, &Selection::itemChanged, this, &EventDetails::followItem);
    connect(m_selection, &Selection::rangeChanged, this, &EventDetails::followRange);
    connect(m_selection, &Selection::measuredChanged, this, &EventDetails::render);
    connect(m_theme, &ThemeSource::changed, this, &EventDetails::applyTheme);
    applyTheme();
    followItem();
    followRange();
}

void EventDetails::buildUi()
{
    auto* empty = centredNote(this);
    empty->setObjectName(QStringLiteral("emptySelection"));
    empty->setTextFormat(Qt::RichText);
    empty->setText(QStringLiteral(
        "<b>Nothing is selected.</b> Click a slice in the timeline, or drag with Shift held down to select a range of "
        "time."));

    m_facts = new QTextBrowser(this);
    m_facts->setAccessibleName(QStringLiteral("Facts about the selection"));
    m_links = new QTextBrowser(this);
    m_links->setAccessibleName(QStringLiteral("Events connected with the selection"));
    for (QTextBrowser* browser : {m_facts, m_links}) {
        browser->installEventFilter(this);
        connect(browser, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) { openLink(url.toString()); });
    }

    m_model = new ValueTreeModel(this);
    m_arguments = new QTreeView(this);
    m_arguments->setModel(m_model);
    m_arguments->setUniformRowHeights(true);
    m_arguments->setAccessibleName(QStringLiteral("Arguments"));
    m_arguments->setTextElideMode(Qt::ElideRight);
    m_arguments->header()->resizeSection(ValueTreeModel::kKeyColumn, kKeyColumnWidth);
    auto* copyValue = new QAction(QStringLiteral("Copy value"), m_arguments);
    copyValue->setShortcut(QKeySequence::Copy);
    copyValue->setShortcutContext(Qt::WidgetShortcut);
    connect(copyValue, &QAction::triggered, this, &EventDetails::copyCurrentArgument);
    m_arguments->addAction(copyValue);
    m_arguments->setContextMenuPolicy(Qt::ActionsContextMenu);

    m_argumentsNote = centredNote(this);
    m_argumentPages = new QStackedWidget(this);
    m_argumentPages->addWidget(m_arguments);
    m_argumentPages->addWidget(m_argumentsNote);

    m_copyText = copyButton(QStringLiteral("Copy text"), QStringLiteral("Copy everything shown here as text"), this);
    m_copyJson = copyButton(QStringLiteral("Copy JSON"), QStringLiteral("Copy the event, or the range, as JSON"), this);
    connect(m_copyText, &QToolButton::clicked, this, [this]() { QGuiApplication::clipboard()->setText(plainText()); });
    connect(m_copyJson, &QToolButton::clicked, this, [this]() { QGuiApplication::clipboard()->setText(jsonText()); });

    m_copyNcu = copyButton(QStringLiteral("Copy ncu"),
        QStringLiteral("Copy the Nsight Compute command that profiles this launch of the kernel alone"), this);
    connect(m_copyNcu, &QToolButton::clicked, this, [this]() { QGuiApplication::clipboard()->setText(ncuCommand()); });

    m_kind = columnTitle({}, this);
    m_argumentsTitle = columnTitle({}, this);
    auto* columns = new QSplitter(Qt::Horizontal, this);
    columns->setChildrenCollapsible(false);
    columns->addWidget(titledColumn(m_kind, m_facts, {m_copyNcu}, columns));
    m_linksColumn = titledColumn(columnTitle(QStringLiteral("Connections"), this), m_links, {}, columns);
    columns->addWidget(m_linksColumn);
    columns->addWidget(titledColumn(m_argumentsTitle, m_argumentPages, {m_copyText, m_copyJson}, columns));
    columns->setSizes({400, 400, 400});

    m_pages = new QStackedWidget(this);
    m_pages->addWidget(empty);
    m_pages->addWidget(columns);
    setFocusProxy(m_facts);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
}

void EventDetails::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_linksColumn->setHidden(width() < kThreeColumns);
    if (event->size().width() != event->oldSize().width())
        render(); // the links have moved
}

// Long names are cut to what their column has room for.
bool EventDetails::eventFilter(QObject* watched, QEvent* event)
{
    const auto* resized = event->type() == QEvent::Resize ? static_cast<QResizeEvent*>(event) : nullptr;
    const bool isText = m_pages != nullptr && (watched == m_facts || watched == m_links);
    if (isText && resized != nullptr && resized->size().width() != resized->oldSize().width())
        render();
    return QWidget::eventFilter(watched, event);
}

int EventDetails::roomIn(const QTextBrowser& text)
{
    constexpr int kMargins = 36; // of the text, with the scroll bar
    return std::max(text.width() - kMargins, kMargins);
}

// Two lines of the name, so that the facts below it are seen.
int EventDetails::shownLimit() const
{
    constexpr int kLines = 2;
    return kLines * roomIn(*m_facts) / std::max(1, QFontMetrics(monoFont()).averageCharWidth() + 1);
}

bool EventDetails::isIdle() const
{
    return !m_reader.isRunning() && !m_counter.isRunning();
}

void EventDetails::followItem()
{
    m_rangeFirst = false;
    m_deferred.reset();
    m_reader.cancel();
    const Item item = m_selection->item();
    render();
    renderArguments(true);
    if (m_report.isEmpty())
        return;
    m_reader.start<DeferredFactsPtr>(
        [trace = m_trace, item](Progress&, std::stop_token) -> Expected<DeferredFactsPtr> {
            return std::make_shared<const DeferredFacts>(readDeferredFacts(*trace, item));
        },
        [this](Expected<DeferredFactsPtr> facts) {
            if (!facts) {
                auto failed = std::make_shared<DeferredFacts>();
                failed->error = facts.error();
                m_deferred = failed;
            } else {
                m_deferred = *facts;
            }
            render();
            renderArguments(false);
        });
}

void EventDetails::followRange()
{
    m_rangeFirst = true;
    m_counts.reset();
    m_counter.cancel();
    const auto range = m_selection->range();
    render();
    if (!range)
        return;
    m_counter.start<RangeCounts>(
        [trace = m_trace, range = *range](
            Progress&, std::stop_token stop) -> Expected<RangeCounts> { return countInRange(*trace, range, stop); },
        [this](Expected<RangeCounts> counts) {
            if (counts)
                m_counts = *counts;
            render();
        });
}

void EventDetails::setCounterReport(CounterReport report)
{
    m_counterReport = std::move(report);
    refreshCounter();
}

void EventDetails::refreshCounter()
{
    if (m_selection->item().kind == ItemKind::CounterSample)
        render();
}

void EventDetails::setSliceReport(SliceReport report)
{
    m_sliceReport = std::move(report);
    render();
}

QList<DetailSection> EventDetails::rangeReport() const
{
    const auto range = m_selection->range();
    // What is connected with an older range says nothing about an item elsewhere.
    const bool isMeant
        = m_rangeFirst || m_report.isEmpty() || (range && touches(*m_trace, m_selection->item(), *range));
    return range && isMeant && m_rangeReport ? m_rangeReport(*range) : QList<DetailSection>();
}

QList<DetailSection> EventDetails::measured() const
{
    const SliceId from = m_selection->slice();
    const SliceId to = m_selection->measured();
    if (!from.valid() || !to.valid())
        return {};
    return {distanceSection(*m_trace, distanceBetween(*m_trace, from, to), to)};
}

EventReport EventDetails::report() const
{
    const Item& item = m_selection->item();
    if (item.kind == ItemKind::CounterSample && m_counterReport)
        return m_counterReport(item);
    EventReport report = describeItem(*m_trace, item, m_deferred.get());
    if (item.kind == ItemKind::Slice && m_sliceReport && !report.isEmpty())
        report.facts += m_sliceReport(item.slice());
    return report;
}

void EventDetails::render()
{
    const Theme& theme = m_theme->theme();
    m_report = report();
    const auto range = m_selection->range();
    m_pages->setCurrentIndex(m_report.isEmpty() && !range ? 0 : 1);

    QString facts;
    const int room = roomIn(*m_facts);
    if (!m_report.isEmpty())
        facts = titleHtml(m_report.name, theme, shownLimit()) + toHtml(measured() + m_report.facts, theme, room);
    if (range) {
        const QString rangeFacts = toHtml({describeRange(*m_trace, *range, m_counts ? &*m_counts : nullptr)}, theme);
        const QString gap = facts.isEmpty() ? QString() : spacerHtml();
        facts = m_rangeFirst ? rangeFacts + gap + facts : facts + gap + rangeFacts;
    }
    const QList<DetailSection> connected
        = m_rangeFirst || m_report.isEmpty() ? rangeReport() + m_report.links : m_report.links + rangeReport();
    if (m_linksColumn->isHidden() && !connected.isEmpty())
        facts += spacerHtml() + toHtml(connected, theme, room);
    m_kind->setText(m_report.isEmpty() ? QStringLiteral("Range") : m_report.kind);
    m_facts->setHtml(facts);
    const QString links = toHtml(connected, theme, roomIn(*m_links));
    const QString none = QStringLiteral("<span style=\"color:%1\">none</span>").arg(theme.muted.name());
    m_links->setHtml(links.isEmpty() ? none : links);
    m_copyNcu->setVisible(!ncuCommand().isEmpty());
    m_copyText->setEnabled(!m_report.isEmpty() || range);
    m_copyJson->setEnabled((m_deferred && m_deferred->event) || (m_report.isEmpty() && range && m_rangeJson));
}

void EventDetails::renderArguments(bool itemChanged)
{
    std::vector<ValueTreeModel::Root> roots;
    QString note;
    m_argumentsTitle->setText(QStringLiteral("Arguments"));
    if (m_report.isEmpty())
        note = QStringLiteral("Select an event to see its arguments.");
    else if (itemChanged)
        note = QString(); // being read: usually a moment
    else if (m_deferred && m_deferred->error && !m_deferred->event)
        note = toQString(m_deferred->error->message);
    else if (m_deferred && m_deferred->event) {
        appendArguments(m_deferred, *m_deferred->event, roots);
        if (m_deferred->endEvent)
            appendArguments(m_deferred, *m_deferred->endEvent, roots);
        if (!roots.empty())
            m_argumentsTitle->setText(QStringLiteral("Arguments (%1)").arg(roots.size()));
        roots.push_back({QStringLiteral("whole event"), partOf(m_deferred, *m_deferred->event), true});
        if (m_deferred->endEvent)
            roots.push_back({QStringLiteral("whole end event"), partOf(m_deferred, *m_deferred->endEvent), true});
    } else {
        note = QStringLiteral("Computed from other events: it has no arguments.");
    }
    m_model->setRoots(std::move(roots));
    m_argumentsNote->setText(note);
    m_argumentPages->setCurrentIndex(note.isEmpty() && !itemChanged ? 0 : 1);
}

void EventDetails::applyTheme()
{
    const Theme& theme = m_theme->theme();
    styleAsPanelText(*m_facts, theme);
    styleAsPanelText(*m_links, theme);
    m_model->setValueFont(monoFont());
    render();
}

QString EventDetails::plainText() const
{
    EventReport item = m_report;
    item.facts = measured() + item.facts;
    QString text = m_report.isEmpty() ? QString() : toPlainText(item, m_deferred.get());
    if (const auto range = m_selection->range()) {
        EventReport report;
        report.name = QStringLiteral("Range");
        report.facts << describeRange(*m_trace, *range, m_counts ? &*m_counts : nullptr);
        report.links = rangeReport();
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + toPlainText(report, nullptr);
    }
    return text;
}

QString EventDetails::ncuCommand() const
{
    return m_deferred && m_deferred->ncu ? toQString(m_deferred->ncu->text) : QString();
}

QString EventDetails::jsonText() const
{
    if (m_report.isEmpty() && m_selection->range() && m_rangeJson)
        return m_rangeJson(*m_selection->range());
    return m_deferred ? toJsonText(*m_deferred) : QString();
}

void EventDetails::openLink(const QString& link)
{
    const Item item = itemOfLink(link);
    if (!item.valid())
        return;
    m_selection->select(item);
    Q_EMIT itemActivated(item);
}

void EventDetails::copyCurrentArgument()
{
    const QModelIndex current = m_arguments->currentIndex();
    if (!current.isValid())
        return;
    const QModelIndex value = current.siblingAtColumn(ValueTreeModel::kValueColumn);
    QGuiApplication::clipboard()->setText(value.data(ValueTreeModel::kFullTextRole).toString());
}

} // namespace stepscope::widgets

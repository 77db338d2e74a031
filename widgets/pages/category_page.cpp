// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/category_page.h"

#include "widgets/details/detail_text.h"
#include "widgets/details/health_view.h"
#include "widgets/findings/findings_panel.h"
#include "widgets/memory/category_table.h"
#include "widgets/memory/category_view.h"
#include "widgets/memory/colour_legend.h"
#include "widgets/memory/memory_view_state.h"
#include "widgets/memory/memory_words.h"
#include "widgets/share/page_report.h"
#include "widgets/tables/table_box.h"
#include "widgets/timeline/timeline_state.h"

#include <QTabWidget>
#include <QVBoxLayout>

namespace stepscope::widgets {

namespace {

HealthTexts timelineHealth(const model::CategoryTimeline& timeline)
{
    HealthTexts texts;
    texts.entries = healthEntries(timeline.diagnostics);
    texts.missing = {{"blocks and stacks", "who holds the memory, what stays, the allocator's state",
        "a snapshot: torch.cuda.memory._record_memory_history(), torch.cuda.memory._dump_snapshot()"}};
    DetailSection file {QStringLiteral("File"), {}};
    const auto add = [&file](const QString& label, const QString& value) {
        DetailLine line;
        line.label = label;
        line.value = value;
        file.lines << line;
    };
    add(QStringLiteral("Path"), toQString(timeline.file.path));
    add(QStringLiteral("Size"), bytesText(timeline.file.bytes));
    add(QStringLiteral("Times"), countText(timeline.count()));
    if (timeline.count() > 0)
        add(QStringLiteral("Length"), durationText(timeline.timeNs.back() - timeline.timeNs[0]));
    texts.contents << file;
    return texts;
}

} // namespace

CategoryPage::CategoryPage(TimelinePtr timeline, ThemeSource* theme, QWidget* parent)
    : ContentPage(parent)
    , m_timeline(std::move(timeline))
    , m_theme(theme)
    , m_judgement(m_timeline)
    , m_findings(&m_judgement)
{
    QWidget* centre = buildCentre();
    m_table = new TableBox(QStringLiteral("Categories"), theme, this);
    m_health = new HealthView(theme, this);
    m_health->setTexts(timelineHealth(*m_timeline));
    panels().addTab(m_table, QStringLiteral("Categories"));
    panels().addTab(m_health, QStringLiteral("File health"));
    assemble(new FindingsPanel(&m_judgement, &m_findings, theme, this), centre);
    keepKeysOf(m_view);
    connect(m_view, &CategoryView::pointChanged, this, &CategoryPage::showPoint);
    connect(m_view, &CategoryView::hoveredChanged, this, &CategoryPage::textsChanged);
    connect(&m_findings, &FindingCursor::visited, this, &CategoryPage::showEvidence);
    showPoint();
}

CategoryPage::~CategoryPage()
{
    removeViews();
}

QWidget* CategoryPage::buildCentre()
{
    auto* column = new QWidget(this);
    m_legend = new ColourLegend(m_theme, column);
    m_view = new CategoryView(*m_timeline, m_judgement.figures(), &m_axis, m_theme, column);
    const auto showColours
        = [this]() { m_legend->setEntries(categoryLegend(m_judgement.figures(), m_theme->theme().dark)); };
    connect(m_theme, &ThemeSource::changed, m_legend, showColours);
    showColours();
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_legend);
    layout->addWidget(m_view, 1);
    return column;
}

void CategoryPage::showPoint()
{
    m_table->setTable(buildCategoryTable(*m_timeline, m_judgement.figures(), m_view->point()));
    m_table->setRemark(m_view->timeText(m_view->point()));
    Q_EMIT textsChanged();
}

void CategoryPage::showEvidence()
{
    if (const analysis::Evidence* evidence = m_findings.evidence()) {
        m_view->setPoint(m_view->content().positions().entryAt(evidence->span.start));
        m_axis.centreOn(evidence->span.start);
    }
}

void CategoryPage::showCommonPanel(CommonPanel panel)
{
    showPanelAt(panels().indexOf(panel == CommonPanel::Selection ? static_cast<QWidget*>(m_table) : m_health));
}

share::SessionPage CategoryPage::state()
{
    share::SessionPage page = ContentPage::state();
    share::MemoryState& state = page.memory.emplace_back();
    state.axis = axisWord(view::MemoryAxisMode::Time);
    state.window = windowOf(m_axis);
    state.entry = m_view->point();
    state.colourBy = colourWord(MemoryColourBy::Category);
    return page;
}

void CategoryPage::restore(const share::SessionPage& page)
{
    ContentPage::restore(page);
    if (page.memory.empty())
        return;
    const share::MemoryState& state = page.memory.front();
    if (state.entry >= -1 && state.entry < m_view->content().positions().count())
        m_view->setPoint(state.entry);
    else
        Q_EMIT notRestored({QStringLiteral("the chosen time")});
    setWindow(m_axis, state.window);
}

bool CategoryPage::can(TimelineCommand command) const
{
    switch (command) {
    case TimelineCommand::CentreOrFitSelection:
    case TimelineCommand::MarkSelection:
    case TimelineCommand::LargestGap:
    case TimelineCommand::NextLargestGap:
    case TimelineCommand::NextSlice:
    case TimelineCommand::PreviousSlice:
    case TimelineCommand::SliceAround:
    case TimelineCommand::SliceInside:
    case TimelineCommand::TowardsCause:
    case TimelineCommand::TowardsEffect:
    case TimelineCommand::NextStep:
    case TimelineCommand::PreviousStep:
    case TimelineCommand::ToggleFold:
    case TimelineCommand::ToggleFlows:
    case TimelineCommand::GoToTime:
        return false;
    default:
        return true;
    }
}

void CategoryPage::run(TimelineCommand command)
{
    if (!roam(m_axis, command))
        walk(m_findings, command);
}

ReportTask CategoryPage::reportTask() const
{
    return categoryReport(m_timeline, m_judgement);
}

QString CategoryPage::whatText() const
{
    const std::optional<std::int32_t> hovered = m_view->hovered();
    return QStringLiteral("%1: %2 held")
        .arg(m_view->timeText(hovered.value_or(m_view->point())),
            bytesText(m_view->content().totalAt(hovered.value_or(m_view->point()))));
}

QString CategoryPage::whereText() const
{
    return countedText(m_timeline->count(), QStringLiteral("time"), QStringLiteral("times"));
}

bool CategoryPage::isIdle() const
{
    return m_view->idle() && m_table->isSettled();
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_pane.h"

#include "widgets/common/style.h"

#include <QLabel>
#include <QVBoxLayout>

namespace stepscope::widgets {

namespace {

constexpr int kLeastHeight = 72; // px: an axis, its labels, and bars that can be told apart

} // namespace

ChartPane::ChartPane(const Figures* figures, const Selection* selection, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_figures(figures)
    , m_selection(selection)
    , m_theme(theme)
    , m_title(new QLabel(this))
    , m_bars(new BarsView(theme, this))
{
    m_title->setProperty("role", QStringLiteral("title"));
    m_title->setMinimumWidth(40);
    m_bars->setLeastHeight(kLeastHeight);
    m_title->setContentsMargins(3 * kSpacing, 0, 2 * kSpacing, 0);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_bars, 1);
    setFocusProxy(m_bars);
    BarsData waiting;
    waiting.empty = QStringLiteral("Analysing …");
    m_bars->setBars(std::move(waiting));
    connect(m_figures, &Figures::scopedChanged, this, &ChartPane::refresh);
    connect(m_selection, &Selection::itemChanged, this, [this]() {
        if (m_kind == ChartKind::Durations)
            refresh();
    });
    connect(m_theme, &ThemeSource::changed, this, &ChartPane::refresh);
    connect(m_bars, &BarsView::barActivated, this, [this](std::size_t bar) {
        if (bar < m_chart.targets.size() && m_chart.targets[bar].valid())
            Q_EMIT targetActivated(m_chart.targets[bar]);
    });
}

void ChartPane::show(ChartKind kind)
{
    m_kind = kind;
    refresh();
}

void ChartPane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void ChartPane::refresh()
{
    const FiguresPtr& figures = m_figures->scoped();
    if (!isVisible() || !figures)
        return;
    m_job.start<Chart>(
        [kind = m_kind, trace = m_figures->sharedTrace(), figures, like = m_selection->slice(),
            theme = m_theme->theme()](Progress&, const std::stop_token& stop) -> Expected<Chart> {
            return buildChart(kind, *trace, *figures, like, theme, stop);
        },
        [this, kind = m_kind](Expected<Chart> chart) {
            if (!chart)
                return;
            m_chart = std::move(*chart);
            m_title->setText(m_chart.title);
            m_bars->setAccessibleName(m_chart.title);
            m_bars->setCursor(kind == ChartKind::Durations ? Qt::ArrowCursor : Qt::PointingHandCursor);
            m_bars->setBars(m_chart.bars);
        });
}

} // namespace stepscope::widgets

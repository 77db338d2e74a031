// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/charts_panel.h"

#include "widgets/common/style.h"
#include "widgets/tables/scope_text.h"
#include "widgets/tables/table_box.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope::widgets {

ChartsPanel::ChartsPanel(const Figures* figures, const Selection* selection, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_figures(figures)
    , m_selection(selection)
    , m_theme(theme)
    , m_kinds(new QButtonGroup(this))
    , m_title(new QLabel(this))
    , m_scope(new QLabel(this))
    , m_bars(new BarsView(theme, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    layout->addWidget(m_bars, 1);
    setFocusProxy(m_bars);
    BarsData waiting;
    waiting.empty = QStringLiteral("Analysing …");
    m_bars->setBars(std::move(waiting));
    connect(m_figures, &Figures::scopedChanged, this, &ChartsPanel::refresh);
    connect(m_selection, &Selection::itemChanged, this, &ChartsPanel::followSelection);
    connect(m_theme, &ThemeSource::changed, this, &ChartsPanel::refresh);
    connect(m_bars, &BarsView::barActivated, this, [this](std::size_t bar) {
        if (bar < m_chart.targets.size() && m_chart.targets[bar].valid())
            Q_EMIT targetActivated(m_chart.targets[bar]);
    });
}

QWidget* ChartsPanel::buildBar()
{
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(kSpacing, kSpacing, 2 * kSpacing, kSpacing);
    layout->setSpacing(kSpacing);
    for (std::size_t i = 0; i < kChartKinds; ++i) {
        const auto kind = static_cast<ChartKind>(i);
        QToolButton* button = barButton(chartTitle(kind), chartTitle(kind), this);
        button->setCheckable(true);
        button->setChecked(kind == m_kind);
        m_kinds->addButton(button, static_cast<int>(i));
        layout->addWidget(button);
    }
    m_title->setProperty("role", QStringLiteral("title"));
    m_title->setMinimumWidth(40);
    m_scope->setProperty("role", QStringLiteral("muted"));
    layout->addSpacing(3 * kSpacing);
    layout->addWidget(m_title);
    layout->addWidget(m_scope);
    layout->addStretch(1);
    connect(m_kinds, &QButtonGroup::idClicked, this, [this](int id) { show(static_cast<ChartKind>(id)); });
    return bar;
}

void ChartsPanel::show(ChartKind kind)
{
    m_kind = kind;
    m_kinds->button(static_cast<int>(kind))->setChecked(true);
    refresh();
}

void ChartsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void ChartsPanel::followSelection()
{
    if (m_kind == ChartKind::Durations)
        refresh();
}

void ChartsPanel::refresh()
{
    const FiguresPtr& figures = m_figures->scoped();
    m_scope->setText(scopeText(*m_figures));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/charts_panel.h"

#include "widgets/common/style.h"
#include "widgets/tables/scope_text.h"
#include "widgets/tables/table_box.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope::widgets {

namespace {

ChartKind nextOf(ChartKind kind)
{
    return static_cast<ChartKind>((static_cast<std::size_t>(kind) + 1) % kChartKinds);
}

} // namespace

ChartsPanel::ChartsPanel(const Figures* figures, const Selection* selection, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_figures(figures)
    , m_kinds(new QButtonGroup(this))
    , m_scope(new QLabel(this))
    , m_first(new ChartPane(figures, selection, theme, this))
    , m_second(new ChartPane(figures, selection, theme, this))
{
    auto* content = new QWidget;
    auto* charts = new QHBoxLayout(content);
    charts->setContentsMargins(0, 0, 0, 0);
    charts->setSpacing(0);
    charts->addWidget(m_first, 1);
    charts->addWidget(m_second, 1);
    auto* scroll = new QScrollArea(this); // lower charts could not be read
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    layout->addWidget(scroll, 1);
    setFocusProxy(m_first);
    m_second->setHidden(true);
    show(ChartKind::Steps);
    connect(m_figures, &Figures::scopedChanged, this, [this]() { m_scope->setText(scopeText(*m_figures)); });
    for (ChartPane* pane : {m_first, m_second})
        connect(pane, &ChartPane::targetActivated, this, &ChartsPanel::targetActivated);
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
        m_kinds->addButton(button, static_cast<int>(i));
        layout->addWidget(button);
    }
    m_scope->setProperty("role", QStringLiteral("muted"));
    layout->addSpacing(3 * kSpacing);
    layout->addWidget(m_scope);
    layout->addStretch(1);
    connect(m_kinds, &QButtonGroup::idClicked, this, [this](int id) { show(static_cast<ChartKind>(id)); });
    return bar;
}

void ChartsPanel::show(ChartKind kind)
{
    m_kinds->button(static_cast<int>(kind))->setChecked(true);
    m_first->show(kind);
    m_second->show(nextOf(kind));
}

void ChartsPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_second->setHidden(width() < kTwoCharts);
}

} // namespace stepscope::widgets

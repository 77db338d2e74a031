// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/heat_map_panel.h"

#include "widgets/common/style.h"
#include "widgets/tables/table_box.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

namespace stepscope::widgets {

namespace {

constexpr std::array<const char*, kHeatKinds> kTips {
    "How much later than the median of the others each rank came to the collectives of a step",
    "How long each rank waited in the collectives of a step for the last one",
    "Length of each step on each rank",
    "Share of each step in which the GPU worked",
};

} // namespace

HeatMapPanel::HeatMapPanel(RanksCursor* cursor, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_view(new HeatMapView(cursor, theme, this))
    , m_kinds(new QButtonGroup(this))
{
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(kSpacing, kSpacing, 2 * kSpacing, kSpacing);
    bar->setSpacing(kSpacing);
    for (std::size_t i = 0; i < kHeatKinds; ++i) {
        const auto kind = static_cast<HeatKind>(i);
        QToolButton* button = barButton(heatTitle(kind), QString::fromUtf8(kTips[i]), this);
        button->setCheckable(true);
        button->setChecked(kind == m_view->kind());
        m_kinds->addButton(button, static_cast<int>(i));
        bar->addWidget(button);
    }
    bar->addStretch(1);
    connect(m_kinds, &QButtonGroup::idClicked, this, [this](int id) { m_view->setKind(static_cast<HeatKind>(id)); });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);
}

QAbstractButton* HeatMapPanel::button(HeatKind kind) const
{
    return m_kinds->button(static_cast<int>(kind));
}

} // namespace stepscope::widgets

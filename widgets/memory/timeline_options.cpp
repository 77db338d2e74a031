// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/timeline_options.h"

#include "widgets/common/combo_box.h"
#include "widgets/common/style.h"
#include "widgets/memory/memory_timeline_view.h"

#include <QHBoxLayout>

namespace stepscope::widgets {

TimelineOptions::TimelineOptions(MemoryTimelineView* timeline, bool hasTimes, QWidget* parent)
    : QWidget(parent)
    , m_axis(new ComboBox(
          QStringLiteral("Axis of the memory timeline"), QStringLiteral("What the horizontal axis counts"), this))
    , m_colours(new ComboBox(QStringLiteral("Colours of the memory timeline"),
          QStringLiteral("What the colours of the blocks mean"), this))
{
    m_axis->addItem(QStringLiteral("By entry"), static_cast<int>(view::MemoryAxisMode::Entries));
    m_axis->addItem(QStringLiteral("By change"), static_cast<int>(view::MemoryAxisMode::Compact));
    if (hasTimes)
        m_axis->addItem(QStringLiteral("By time"), static_cast<int>(view::MemoryAxisMode::Time));
    m_colours->addItem(QStringLiteral("Colour: stack"), static_cast<int>(MemoryColourBy::Stack));
    m_colours->addItem(QStringLiteral("Colour: category"), static_cast<int>(MemoryColourBy::Category));
    m_colours->addItem(QStringLiteral("Colour: size"), static_cast<int>(MemoryColourBy::Size));
    m_colours->addItem(QStringLiteral("Colour: lifetime"), static_cast<int>(MemoryColourBy::Lifetime));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2 * kSpacing);
    layout->addWidget(m_axis);
    layout->addWidget(m_colours);
    connect(m_axis, &QComboBox::currentIndexChanged, timeline, [this, timeline]() {
        timeline->setAxisMode(static_cast<view::MemoryAxisMode>(m_axis->currentData().toInt()));
    });
    connect(m_colours, &QComboBox::currentIndexChanged, timeline, [this, timeline]() {
        timeline->setColourBy(static_cast<MemoryColourBy>(m_colours->currentData().toInt()));
        Q_EMIT coloursChanged();
    });
}

} // namespace stepscope::widgets

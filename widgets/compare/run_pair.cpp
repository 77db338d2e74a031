// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/run_pair.h"

#include "widgets/compare/run_bar.h"
#include "widgets/tables/table_box.h"

#include <QEvent>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope::widgets {

using compare::kAfter;
using compare::kBefore;

RunPair::RunPair(
    const ComparisonSource* source, const std::array<RunName, 2>& names, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_source(source)
    , m_theme(theme)
    , m_splitter(new QSplitter(Qt::Vertical, this))
{
    for (const std::size_t side : kSides)
        m_bars[side] = new RunBar(side, names[side], theme, this);
    m_splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_splitter);
}

void RunPair::addRun(std::size_t side, QWidget* focus, QWidget* canvas, QWidget* shown)
{
    m_focus[side] = focus;
    focus->installEventFilter(this);
    new ShiftDrag(&m_axes, side, canvas);
    m_splitter->addWidget(below(m_bars[side], shown));
    m_splitter->setSizes({1000, 1000}); // in equal parts
    if (side == kBefore)
        setFocusProxy(focus);
}

void RunPair::addShiftHandle(ShiftHandle::Words words)
{
    m_bars[kAfter]->add(new ShiftHandle(&m_axes, std::move(words), m_theme, this));
}

QToolButton* RunPair::addAlignment(const QString& text, const QString& tip)
{
    QToolButton* button = barButton(text, tip, this);
    button->setCheckable(true);
    m_bars[kBefore]->add(button);
    connect(button, &QToolButton::clicked, this, [this]() { showAlignment(); });
    return button;
}

bool RunPair::eventFilter(QObject* watched, QEvent* event)
{
    for (const std::size_t side : kSides) {
        if (event->type() == QEvent::FocusIn && watched == m_focus[side])
            m_active = side;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace stepscope::widgets

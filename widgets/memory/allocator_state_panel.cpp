// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/allocator_state_panel.h"

#include "widgets/common/style.h"
#include "widgets/findings/wrap_label.h"
#include "widgets/memory/allocator_state_view.h"

#include <QHBoxLayout>
#include <QLabel>

namespace stepscope::widgets {

AllocatorStatePanel::AllocatorStatePanel(const MemoryContext& context, QWidget* parent)
    : QWidget(parent)
    , m_view(new AllocatorStateView(context, this))
    , m_summary(new WrapLabel({}, this))
{
    auto* legend = new QLabel(
        QStringLiteral("blank: free  ·  faint stripes: lost to rounding  ·  red stripes: freed, still in use"), this);
    legend->setProperty("role", QStringLiteral("muted"));
    legend->setFont(smallFont());
    m_summary->setMaxLines(2);
    m_summary->setFont(numberFont());
    auto* bar = new QHBoxLayout();
    bar->setContentsMargins(2 * kSpacing, kSpacing, 2 * kSpacing, kSpacing);
    bar->setSpacing(4 * kSpacing);
    bar->addWidget(m_summary, 1);
    bar->addWidget(legend);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_view);
    connect(m_view, &AllocatorStateView::stateChanged, this, [this]() { m_summary->setText(m_view->summary()); });
}

QString AllocatorStatePanel::summary() const
{
    return m_summary->text();
}

} // namespace stepscope::widgets

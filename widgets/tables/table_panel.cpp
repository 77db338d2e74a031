// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/table_panel.h"

#include "widgets/tables/scope_text.h"
#include "widgets/tables/table_builder.h"

#include <QToolButton>

namespace stepscope::widgets {

TablePanel::TablePanel(TableKind kind, const Figures* figures, ThemeSource* theme, QWidget* parent)
    : TableBox(tableTitle(kind), theme, parent)
    , m_kind(kind)
    , m_figures(figures)
    , m_follow(barButton(QStringLiteral("Follow range"),
          QStringLiteral("Limit all tables and findings to the selected range of time"), this))
{
    m_follow->setCheckable(true);
    addToBar(m_follow);
    setNoTable(QStringLiteral("Analysing …"));
    connect(m_figures, &Figures::scopedChanged, this, &TablePanel::refresh);
}

void TablePanel::setAwaitsRange(bool awaits)
{
    m_awaitsRange = awaits;
    showScope();
}

void TablePanel::showScope()
{
    const QString scope = scopeText(*m_figures);
    const QString awaited = QStringLiteral("Follow range: drag in the timeline with Shift held down first");
    setRemark(!m_awaitsRange ? scope : scope.isEmpty() ? awaited : scope + QStringLiteral(". ") + awaited);
}

bool TablePanel::isIdle() const
{
    return !m_job.isRunning() && isSettled();
}

void TablePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void TablePanel::refresh()
{
    const FiguresPtr& figures = m_figures->scoped();
    showScope();
    if (!m_figures->problem().isEmpty())
        setNoTable(m_figures->problem());
    if (!isVisible() || !figures || figures == m_shown)
        return;
    m_shown = figures;
    m_job.start<TablePtr>([kind = m_kind, trace = m_figures->sharedTrace(), figures](Progress&,
                              const std::stop_token& stop) { return buildTable(kind, *trace, *figures, stop); },
        [this](Expected<TablePtr> table) {
            if (table)
                setTable(std::move(*table));
        });
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One table of the figures as a panel. It is made by a job when the panel is first seen and again when the figures
// change while it is seen; what is ready stays until then. GUI thread only.

#include "widgets/jobs/job_runner.h"
#include "widgets/tables/table_box.h"
#include "widgets/viewmodel/figures.h"

namespace stepscope::widgets {

class TablePanel : public TableBox
{
    Q_OBJECT

public:
    TablePanel(TableKind kind, const Figures* figures, ThemeSource* theme, QWidget* parent = nullptr);

    [[nodiscard]] TableKind kind() const { return m_kind; }
    [[nodiscard]] QToolButton& followButton() { return *m_follow; } // state is shared by all panels
    void setAwaitsRange(bool awaits);                               // says that one must be dragged
    [[nodiscard]] bool isIdle() const;                              // what is seen is up to date

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void showScope();

    TableKind m_kind;
    const Figures* m_figures;
    FiguresPtr m_shown; // the figures that the table is of, or being made of
    JobRunner m_job;
    bool m_awaitsRange = false;
    QToolButton* m_follow;
};

} // namespace stepscope::widgets

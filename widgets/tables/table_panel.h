// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One table of the trace as a panel: filter box, the table, how many rows there are, copy and CSV. The table is made by
// a job when the panel is first seen and again when the figures change while it is seen; what is ready stays until
// then. GUI thread only.

#include "widgets/jobs/job_runner.h"
#include "widgets/tables/table_data.h"
#include "widgets/viewmodel/figures.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QHBoxLayout;
class QStackedWidget;
class QToolButton;

namespace stepscope::widgets {

class TableView;
class ThemeSource;

class TablePanel : public QWidget
{
    Q_OBJECT

public:
    TablePanel(TableKind kind, const Figures* figures, ThemeSource* theme, QWidget* parent = nullptr);

    [[nodiscard]] TableKind kind() const { return m_kind; }
    [[nodiscard]] TableView& view() { return *m_view; }
    [[nodiscard]] QLineEdit& filterBox() { return *m_filter; }
    [[nodiscard]] QToolButton& followButton() { return *m_follow; } // state is shared by all panels
    [[nodiscard]] bool isIdle() const;                              // what is seen is up to date
    // All rows that are shown, in that order, with all columns of the export (RFC 4180).
    [[nodiscard]] std::string csv() const;
    [[nodiscard]] Expected<void> saveCsv(const QString& path) const;

Q_SIGNALS:
    void targetActivated(const stepscope::widgets::RowTarget& target);

protected:
    void showEvent(QShowEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QHBoxLayout* buildBar();
    void refresh();
    void updateNote();
    void activate(std::size_t row);
    void copyRows();
    void askForCsv();
    void applyFilter();

    TableKind m_kind;
    const Figures* m_figures;
    FiguresPtr m_shown; // the figures that the table is of, or being made of
    JobRunner m_job;
    TableView* m_view;
    QLineEdit* m_filter;
    QLabel* m_scope;
    QLabel* m_count;
    QLabel* m_note;
    QToolButton* m_follow;
    QToolButton* m_save;
    QStackedWidget* m_pages;
};

} // namespace stepscope::widgets

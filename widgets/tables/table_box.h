// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A table with what belongs around it: filter box, how many rows there are, copy and CSV, and a note in the place of
// the rows where there are none. Knows nothing of where the table comes from. GUI thread only.

#include "core/util/expected.h"
#include "widgets/tables/table_data.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QToolButton;

namespace stepscope::widgets {

class TableView;
class ThemeSource;

[[nodiscard]] QToolButton* barButton(const QString& text, const QString& toolTip, QWidget* parent);

class TableBox : public QWidget
{
    Q_OBJECT

public:
    TableBox(const QString& name, ThemeSource* theme, QWidget* parent = nullptr);

    [[nodiscard]] TableView& view() { return *m_view; }
    [[nodiscard]] const TableView& view() const { return *m_view; }
    [[nodiscard]] QLineEdit& filterBox() { return *m_filter; }
    void setTable(TablePtr table);         // null: none; the note for that is shown
    void setNoTable(const QString& note);  // why there is none
    void setRemark(const QString& remark); // beside the number of rows
    void showRow(std::size_t dataRow);     // selected and in view, unless it is filtered out
    void addToBar(QWidget* widget);        // before "Save as CSV…"
    [[nodiscard]] bool isSettled() const;  // nothing is being sorted
    // All rows that are shown, in that order, with all columns of the export (RFC 4180).
    [[nodiscard]] std::string csv() const;
    [[nodiscard]] Expected<void> saveCsv(const QString& path) const;

Q_SIGNALS:
    void rowActivated(std::size_t dataRow);
    void targetActivated(const stepscope::widgets::RowTarget& target);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QHBoxLayout* buildBar();
    void updateNote();
    void activate(std::size_t row);
    [[nodiscard]] bool leads(std::size_t row) const;
    void copyRows();
    void askForCsv();
    void applyFilter();

    QString m_name;
    QString m_noTable;
    TableView* m_view;
    QLineEdit* m_filter;
    QLabel* m_remark;
    QLabel* m_count;
    QLabel* m_note;
    QToolButton* m_save;
    QStackedWidget* m_pages;
    QHBoxLayout* m_bar = nullptr;
};

} // namespace stepscope::widgets

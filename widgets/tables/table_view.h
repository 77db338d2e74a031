// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A table on the screen: columns as wide as their contents ask for, names giving way where the width does not suffice;
// a click on a header sorts (numbers largest first), Enter and double click activate a row. Widths that the user drags
// stay. What is looked at costs a paint of the visible rows, however many there are. GUI thread only.

#include "widgets/common/theme.h"
#include "widgets/tables/table_model.h"

#include <QTableView>

#include <optional>
#include <vector>

namespace stepscope::widgets {

class CellDelegate;

class TableView : public QTableView
{
    Q_OBJECT

public:
    explicit TableView(ThemeSource* theme, QWidget* parent = nullptr);

    [[nodiscard]] TableModel& model() { return *m_model; }
    void setTable(TablePtr table);
    void setFilter(const QString& filter);
    // Widths that the user has chosen (none: he has not), the first row that is seen, px scrolled out of sight. What is
    // set waits for its table and stays, whatever becomes of the rows, until somebody scrolls.
    struct Look
    {
        std::vector<int> widths;
        int topRow = 0;
        int left = 0;
    };
    [[nodiscard]] Look look() const;
    void setLook(Look look);
    void forgetPlace();                                          // what comes is to be seen from its beginning
    [[nodiscard]] QString selectedText() const;                  // as shown, parted by tabs, a line of titles first
    [[nodiscard]] std::vector<std::size_t> selectedRows() const; // of the data, in the order shown

Q_SIGNALS:
    void rowActivated(std::size_t dataRow);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void updateGeometries() override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void applyTheme();
    [[nodiscard]] std::vector<int> selectedPlaces() const; // rows as shown, ascending
    struct Width
    {
        int wished = 0;
        int least = 0;
        bool isName = false; // of some length: room left over is well spent on it
    };
    [[nodiscard]] std::vector<Width> wishedWidths() const;
    void layOutColumns();
    bool takeWidths(); // those that wait for a table with as many columns
    void scrollToPlace();
    void headerClicked(int column);
    void keepSelection();
    void rowsChanged();
    void activate(const QModelIndex& index);

    ThemeSource* m_theme;
    TableModel* m_model;
    CellDelegate* m_delegate;
    std::vector<std::size_t> m_kept; // rows selected before a change
    bool m_widthsChosen = false;     // by the user
    bool m_layingOut = false;
    bool m_sized = false; // columns have been laid out for this table
    std::vector<int> m_wantedWidths;
    struct Place
    {
        int topRow = 0;
        int left = 0;
    };
    std::optional<Place> m_place; // that was set
};

} // namespace stepscope::widgets

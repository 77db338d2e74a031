// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rows of one table as a view shows them: sorted, filtered, without copying any of them (a permutation over the
// shared columns). Up to kAtOnce rows that happens at once; more are sorted and filtered by a job, so that typing and
// clicking never wait, and the rows change when it is done. A change of rows resets the model. GUI thread only.

#include "widgets/jobs/job_runner.h"
#include "widgets/tables/table_data.h"

#include <QAbstractTableModel>

namespace stepscope::widgets {

class TableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr std::size_t kAtOnce = 200'000;
    enum Role
    {
        kFullTextRole = Qt::UserRole // of the cell, not shortened
    };

    explicit TableModel(QObject* parent = nullptr);

    void setTable(TablePtr table); // may be null; keeps filter and order where the columns are the same
    [[nodiscard]] const TablePtr& table() const { return m_table; }
    void setFilter(const QString& filter);
    [[nodiscard]] const QString& filter() const { return m_filter; }
    void sort(int column, Qt::SortOrder order) override;
    // By a column's title, also of a table that is not there yet; empty, or one that it does not have: as it comes.
    void sortBy(const QString& title, Qt::SortOrder order);
    [[nodiscard]] const QString& sortedBy() const { return m_sortedBy; } // what was chosen; empty: nothing
    [[nodiscard]] Qt::SortOrder chosenOrder() const;
    [[nodiscard]] int sortedColumn() const { return m_sortColumn; } // as shown; -1: none
    [[nodiscard]] Qt::SortOrder sortOrder() const;
    [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }

    [[nodiscard]] std::size_t dataColumn(int column) const { return m_table->shown[static_cast<std::size_t>(column)]; }
    [[nodiscard]] std::size_t dataRow(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    [[nodiscard]] const view::Grid::Rows& rows() const { return m_rows; } // in the order shown
    [[nodiscard]] int rowShowing(std::size_t dataRow) const;              // -1: filtered out. O(rows)
    [[nodiscard]] bool isTree() const;                                    // rows stand as a tree now

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void rowsChanged();
    void busyChanged();

private:
    struct Order // of all rows, and of those that match
    {
        view::Grid::Rows all;
        view::Grid::Rows shown;
    };
    enum class Need : std::uint8_t
    {
        Filter,
        SortAndFilter
    };
    void arrange(Need need);
    void findSortColumn();
    void take(Order order);
    [[nodiscard]] QString fullText(std::size_t column, std::size_t row) const;

    TablePtr m_table;
    view::Grid::Rows m_all; // sorted, before the filter
    view::Grid::Rows m_rows;
    bool m_unsorted = false; // m_all waits for a job
    QString m_filter;
    QString m_sortedBy; // title of the chosen column
    bool m_chosenDescending = false;
    int m_sortColumn = -1;
    bool m_descending = true;
    JobRunner m_job;
};

} // namespace stepscope::widgets

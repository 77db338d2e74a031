// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/table_model.h"

#include "widgets/details/detail_text.h"

#include <algorithm>
#include <limits>

namespace stepscope::widgets {

TableModel::TableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
    connect(&m_job, &JobRunner::runningChanged, this, &TableModel::busyChanged);
}

void TableModel::setTable(TablePtr table)
{
    m_job.cancel();
    beginResetModel();
    m_table = std::move(table);
    m_rows.clear();
    m_all.clear();
    if (m_table)
        m_all = m_table->grid.allRows();
    findSortColumn();
    endResetModel();
    arrange(Need::SortAndFilter);
}

// The choice of the user stays where the table has that column, too.
void TableModel::findSortColumn()
{
    m_sortColumn = -1;
    for (int i = 0; i < columnCount(); ++i) {
        const std::size_t column = dataColumn(i);
        if (m_sortColumn < 0 && static_cast<int>(column) == m_table->sortColumn) {
            m_sortColumn = i;
            m_descending = m_table->descending;
        }
        if (!m_sortedBy.isEmpty() && m_table->columns[column].title == m_sortedBy) {
            m_sortColumn = i;
            m_descending = m_chosenDescending;
            return;
        }
    }
}

void TableModel::setFilter(const QString& filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    arrange(m_unsorted ? Need::SortAndFilter : Need::Filter);
}

void TableModel::sort(int column, Qt::SortOrder order)
{
    const bool descending = order == Qt::DescendingOrder;
    if (!m_table || column < 0 || column >= columnCount() || (column == m_sortColumn && descending == m_descending))
        return;
    sortBy(m_table->columns[dataColumn(column)].title, order);
}

void TableModel::sortBy(const QString& title, Qt::SortOrder order)
{
    m_sortedBy = title;
    m_chosenDescending = order == Qt::DescendingOrder;
    findSortColumn();
    arrange(Need::SortAndFilter);
}

Qt::SortOrder TableModel::chosenOrder() const
{
    return m_chosenDescending ? Qt::DescendingOrder : Qt::AscendingOrder;
}

Qt::SortOrder TableModel::sortOrder() const
{
    return m_descending ? Qt::DescendingOrder : Qt::AscendingOrder;
}

void TableModel::arrange(Need need)
{
    m_job.cancel();
    if (!m_table) {
        Q_EMIT rowsChanged();
        return;
    }
    std::size_t column = 0;
    bool sorts = need == Need::SortAndFilter && m_sortColumn >= 0;
    bool descending = m_descending;
    if (sorts) {
        column = dataColumn(m_sortColumn);
        const ColumnInfo& info = m_table->columns[column];
        descending = descending && info.look != ColumnLook::Tree; // a tree stands one way only
        column = info.sortBy >= 0 ? static_cast<std::size_t>(info.sortBy) : column;
    }
    const auto work = [table = m_table, all = m_all, sorts, column, descending, filter = m_filter.toStdString()]() {
        Order order;
        order.all = sorts ? table->grid.sorted(all, column, descending) : all;
        order.shown = table->grid.matching(order.all, filter);
        return order;
    };
    if (m_all.size() <= kAtOnce) {
        take(work());
        return;
    }
    m_unsorted = m_unsorted || sorts;
    m_job.start<Order>([work](Progress&, const std::stop_token&) -> Expected<Order> { return work(); },
        [this](Expected<Order> order) {
            if (order)
                take(std::move(*order));
        });
}

void TableModel::take(Order order)
{
    beginResetModel();
    m_all = std::move(order.all);
    m_rows = std::move(order.shown);
    m_unsorted = false;
    endResetModel();
    Q_EMIT rowsChanged();
}

int TableModel::rowShowing(std::size_t dataRow) const
{
    const auto found = std::find(m_rows.begin(), m_rows.end(), static_cast<std::uint32_t>(dataRow));
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

bool TableModel::isTree() const
{
    return m_table && m_sortColumn >= 0 && m_filter.isEmpty()
        && m_table->columns[dataColumn(m_sortColumn)].look == ColumnLook::Tree;
}

int TableModel::rowCount(const QModelIndex& parent) const
{
    constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<int>::max() / 64); // pixels of a view
    return parent.isValid() ? 0 : static_cast<int>(std::min(m_rows.size(), kMost));
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->shown.size());
}

QString TableModel::fullText(std::size_t column, std::size_t row) const
{
    const int full = m_table->columns[column].fullText;
    const FormattedQuantity text = cellText(*m_table, full >= 0 ? static_cast<std::size_t>(full) : column, row);
    return text.unit.empty() ? toQString(text.number)
                             : toQString(text.number) + QLatin1Char(' ') + toQString(text.unit);
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    const std::size_t column = dataColumn(index.column());
    const std::size_t row = dataRow(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: {
        const FormattedQuantity text = cellText(*m_table, column, row);
        return toQString(text.unit.empty() ? text.number : text.number + " " + text.unit);
    }
    case kFullTextRole:
        return fullText(column, row);
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (isNumeric(m_table->columns[column].column.type) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const ColumnInfo& info = m_table->columns[dataColumn(section)];
    switch (role) {
    case Qt::DisplayRole: // the style's own mark would lie on right-aligned titles
        if (section == m_sortColumn)
            return info.title + (m_descending ? QStringLiteral(" ↓") : QStringLiteral(" ↑"));
        return info.title;
    case Qt::ToolTipRole:
        return info.toolTip;
    case Qt::TextAlignmentRole:
        return static_cast<int>((isNumeric(info.column.type) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

} // namespace stepscope::widgets

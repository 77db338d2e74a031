// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/table_view.h"

#include "widgets/common/style.h"
#include "widgets/tables/cell_delegate.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr int kSampled = 200;     // rows that tell how wide a column wants to be
constexpr int kLeastText = 96;    // of a column of names
constexpr int kMostText = 560;    // before there is room left over
constexpr int kSortMark = 16;     // beside a header's title
constexpr std::size_t kKept = 64; // more selected rows are not looked for after a change

} // namespace

TableView::TableView(ThemeSource* theme, QWidget* parent)
    : QTableView(parent)
    , m_theme(theme)
    , m_model(new TableModel(this))
    , m_delegate(new CellDelegate(m_model, this))
{
    setModel(m_model);
    setItemDelegate(m_delegate);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setCornerButtonEnabled(false);
    setEditTriggers(NoEditTriggers);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(kHeaderRowHeight);
    verticalHeader()->setDefaultSectionSize(kHeaderRowHeight);
    QHeaderView* header = horizontalHeader();
    header->setSectionsClickable(true);
    header->setHighlightSections(false);
    header->setMinimumSectionSize(40);
    connect(header, &QHeaderView::sectionClicked, this, &TableView::headerClicked);
    connect(header, &QHeaderView::sectionResized, this, [this]() { m_widthsChosen = m_widthsChosen || !m_layingOut; });
    for (QScrollBar* bar : {horizontalScrollBar(), verticalScrollBar()})
        connect(bar, &QScrollBar::actionTriggered, this, &TableView::forgetPlace);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, &TableView::keepSelection);
    connect(m_model, &TableModel::rowsChanged, this, &TableView::rowsChanged);
    connect(m_theme, &ThemeSource::changed, this, &TableView::applyTheme);
    applyTheme();
}

void TableView::applyTheme()
{
    m_delegate->setTheme(m_theme->theme());
    viewport()->update();
}

void TableView::setTable(TablePtr table)
{
    // Other columns: their widths are chosen anew.
    const TablePtr& before = m_model->table();
    if (!before || !table || before->shown != table->shown)
        m_widthsChosen = false;
    m_kept.clear();
    clearSelection();
    m_sized = false;
    m_model->setTable(std::move(table));
}

TableView::Look TableView::look() const
{
    Look look {m_wantedWidths, verticalScrollBar()->value(), horizontalScrollBar()->value()};
    const bool isOwn = look.widths.empty() && m_widthsChosen;
    for (int c = 0; isOwn && c < m_model->columnCount(); ++c)
        look.widths.push_back(columnWidth(c));
    if (m_place) {
        look.topRow = m_place->topRow;
        look.left = m_place->left;
    }
    return look;
}

void TableView::setLook(Look look)
{
    m_wantedWidths = std::move(look.widths);
    m_place = look.topRow != 0 || look.left != 0 ? std::optional(Place {look.topRow, look.left}) : std::nullopt;
    verticalScrollBar()->setValue(look.topRow);
    horizontalScrollBar()->setValue(look.left);
    if (m_wantedWidths.empty() && std::exchange(m_widthsChosen, false))
        layOutColumns();
    else if (m_sized)
        (void)takeWidths();
}

void TableView::forgetPlace()
{
    m_place.reset();
}

bool TableView::takeWidths()
{
    constexpr int kMost = 10'000; // px
    if (m_wantedWidths.empty() || static_cast<int>(m_wantedWidths.size()) != m_model->columnCount())
        return false;
    const std::vector<int> widths = std::exchange(m_wantedWidths, {});
    for (std::size_t c = 0; c < widths.size(); ++c)
        horizontalHeader()->resizeSection(static_cast<int>(c), std::clamp(widths[c], 1, kMost));
    m_widthsChosen = true;
    return true;
}

// As far as there are rows: those that a job still puts in order, or that are not seen, have their place later.
void TableView::scrollToPlace()
{
    if (!m_place)
        return;
    verticalScrollBar()->setValue(m_place->topRow);
    horizontalScrollBar()->setValue(m_place->left);
}

void TableView::updateGeometries()
{
    QTableView::updateGeometries();
    scrollToPlace();
}

void TableView::setFilter(const QString& filter)
{
    m_model->setFilter(filter);
}

void TableView::headerClicked(int column)
{
    forgetPlace();
    const bool same = column == m_model->sortedColumn();
    const TablePtr& table = m_model->table();
    const bool numbers = isNumeric(table->columns[m_model->dataColumn(column)].column.type);
    const Qt::SortOrder first = numbers ? Qt::DescendingOrder : Qt::AscendingOrder;
    const Qt::SortOrder other = m_model->sortOrder() == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
    m_model->sort(column, same ? other : first);
}

std::vector<int> TableView::selectedPlaces() const
{
    std::vector<int> rows;
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

std::vector<std::size_t> TableView::selectedRows() const
{
    std::vector<std::size_t> result;
    for (const int row : selectedPlaces())
        result.push_back(m_model->dataRow(row));
    return result;
}

void TableView::keepSelection()
{
    if (m_kept.empty() && m_model->rowCount() > 0)
        m_kept = selectedRows();
    if (m_kept.size() > kKept)
        m_kept.clear();
}

void TableView::rowsChanged()
{
    if (m_model->table() && !m_sized && m_model->rowCount() > 0) {
        m_sized = true;
        if (!takeWidths())
            layOutColumns();
    }
    QItemSelection selection;
    for (const std::size_t row : m_kept) {
        const int shown = m_model->rowShowing(row);
        if (shown >= 0)
            selection.select(m_model->index(shown, 0), m_model->index(shown, m_model->columnCount() - 1));
    }
    m_kept.clear();
    if (!selection.isEmpty()) {
        selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
        selectionModel()->setCurrentIndex(selection.first().topLeft(), QItemSelectionModel::NoUpdate);
    }
    verticalScrollBar()->setValue(0);
    scrollToPlace();
}

std::vector<TableView::Width> TableView::wishedWidths() const
{
    const QFontMetrics header(horizontalHeader()->font());
    std::vector<Width> widths;
    for (int c = 0; c < m_model->columnCount(); ++c) {
        const ColumnInfo& info = m_model->table()->columns[m_model->dataColumn(c)];
        const int title = header.horizontalAdvance(info.title) + 2 * CellDelegate::kPadding + kSortMark;
        Width width {std::max(title, m_delegate->wishedWidth(c, kSampled))};
        width.least = width.wished;
        if (info.column.mayElide) {
            width.wished = std::min(width.wished, kMostText);
            width.isName = width.wished > kLeastText;
            width.least = std::min(width.wished, info.least > 0 ? info.least : kLeastText);
        }
        widths.push_back(width);
    }
    return widths;
}

// Names give way in proportion to what they have above the least; room left over goes to the first of them.
void TableView::layOutColumns()
{
    if (m_widthsChosen || !m_model->table() || m_model->columnCount() == 0)
        return;
    std::vector<Width> widths = wishedWidths();
    int spare = viewport()->width();
    int yielding = 0;
    for (const Width& width : widths) {
        spare -= width.wished;
        yielding += width.wished - width.least;
    }
    const int taken = std::min(std::max(-spare, 0), yielding);
    for (Width& width : widths) {
        const std::int64_t part = std::int64_t {taken} * (width.wished - width.least);
        width.wished -= yielding > 0 ? static_cast<int>((part + yielding - 1) / yielding) : 0;
    }
    const auto name = std::find_if(widths.begin(), widths.end(), [](const Width& width) { return width.isName; });
    if (name != widths.end())
        name->wished += std::max(spare, 0);
    m_layingOut = true;
    for (std::size_t c = 0; c < widths.size(); ++c)
        horizontalHeader()->resizeSection(static_cast<int>(c), widths[c].wished);
    m_layingOut = false;
}

void TableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    layOutColumns();
}

QString TableView::selectedText() const
{
    QStringList lines;
    const int columns = m_model->columnCount();
    const auto line = [&](auto&& textOf) {
        QStringList cells;
        for (int c = 0; c < columns; ++c)
            cells << QString(textOf(c))
                         .replace(QLatin1Char('\t'), QLatin1Char(' '))
                         .replace(QLatin1Char('\n'), QLatin1Char(' '));
        lines << cells.join(QLatin1Char('\t'));
    };
    line([this](int c) { return m_model->table()->columns[m_model->dataColumn(c)].title; });
    for (const int row : selectedPlaces())
        line([this, row](int c) { return m_model->index(row, c).data(TableModel::kFullTextRole).toString(); });
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void TableView::activate(const QModelIndex& index)
{
    if (index.isValid())
        Q_EMIT rowActivated(m_model->dataRow(index.row()));
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    forgetPlace();
    if (event->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(selectedText());
        event->accept();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        activate(currentIndex());
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

void TableView::mouseDoubleClickEvent(QMouseEvent* event)
{
    QTableView::mouseDoubleClickEvent(event);
    if (event->button() == Qt::LeftButton)
        activate(indexAt(event->pos()));
}

} // namespace stepscope::widgets

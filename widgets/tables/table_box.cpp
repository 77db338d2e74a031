// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/table_box.h"

#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/details/panel_parts.h"
#include "widgets/tables/table_view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QSaveFile>
#include <QStackedWidget>
#include <QToolButton>

namespace stepscope::widgets {

namespace {

constexpr int kFilterWidth = 240;
constexpr int kLeastFilterWidth = 88;
constexpr int kBarHeight = 32;

} // namespace

QToolButton* barButton(const QString& text, const QString& toolTip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(text);
    button->setAccessibleDescription(toolTip);
    return button;
}

TableBox::TableBox(const QString& name, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_name(name)
    , m_view(new TableView(theme, this))
    , m_filter(new QLineEdit(this))
    , m_remark(new QLabel(this))
    , m_count(new QLabel(this))
    , m_note(centredNote(this))
    , m_save(barButton(QStringLiteral("Save as CSV…"), QStringLiteral("All rows shown, with exact numbers"), this))
    , m_pages(new QStackedWidget(this))
{
    m_view->setAccessibleName(name);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_note);
    m_bar = buildBar();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_bar);
    layout->addWidget(m_pages, 1);
    setFocusProxy(m_view);
    m_filter->installEventFilter(this);
    connect(m_filter, &QLineEdit::textEdited, m_view, &TableView::forgetPlace); // before it takes effect
    connect(m_filter, &QLineEdit::textChanged, this, &TableBox::applyFilter);
    connect(m_save, &QToolButton::clicked, this, &TableBox::askForCsv);
    connect(m_view, &TableView::rowActivated, this, &TableBox::activate);
    connect(&m_view->model(), &TableModel::rowsChanged, this, &TableBox::updateNote);
    updateNote();
}

void TableBox::setTable(TablePtr table)
{
    m_view->setTable(std::move(table));
    updateNote();
}

void TableBox::setNoTable(const QString& note)
{
    m_noTable = note;
    updateNote();
}

void TableBox::setRemark(const QString& remark)
{
    m_remark->setText(remark);
}

void TableBox::showRow(std::size_t dataRow)
{
    const int row = m_view->model().rowShowing(dataRow);
    if (row < 0)
        return;
    m_view->forgetPlace();
    m_view->selectRow(row);
    m_view->scrollTo(m_view->model().index(row, 0));
}

void TableBox::addToBar(QWidget* widget)
{
    m_bar->insertWidget(m_bar->indexOf(m_save), widget);
}

bool TableBox::isSettled() const
{
    return !m_view->model().isBusy();
}

QHBoxLayout* TableBox::buildBar()
{
    m_filter->setPlaceholderText(QStringLiteral("Filter by name"));
    m_filter->setAccessibleName(QStringLiteral("Filter %1 by name").arg(m_name.toLower()));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(kLeastFilterWidth);
    m_filter->setMaximumWidth(kFilterWidth);
    m_count->setProperty("role", QStringLiteral("muted"));
    m_remark->setProperty("role", QStringLiteral("muted"));
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(2 * kSpacing, kSpacing, kSpacing, kSpacing);
    bar->setSpacing(2 * kSpacing);
    bar->addWidget(m_filter, 1);
    bar->addWidget(m_count);
    bar->addWidget(m_remark);
    bar->addStretch(1);
    bar->addWidget(m_save);
    m_filter->setFixedHeight(kBarHeight - 2 * kSpacing);
    return bar;
}

void TableBox::applyFilter()
{
    m_view->setFilter(m_filter->text());
}

void TableBox::updateNote()
{
    const TablePtr& table = m_view->model().table();
    const std::size_t all = table ? table->grid.rows() : 0;
    const std::size_t shown = m_view->model().rows().size();
    const QString total = countedText(all, QStringLiteral("row"), QStringLiteral("rows"));
    m_count->setText(!table ? QString()
            : shown == all  ? total
                            : QStringLiteral("%1 of %2").arg(countText(shown), total));
    m_save->setEnabled(shown > 0);
    QString note;
    if (!table)
        note = m_noTable;
    else if (all == 0)
        note = table->empty;
    else if (shown == 0 && !m_view->model().isBusy())
        note = QStringLiteral("No name matches “%1”.").arg(m_filter->text());
    m_note->setText(note);
    m_pages->setCurrentIndex(note.isEmpty() ? 0 : 1);
}

void TableBox::activate(std::size_t row)
{
    Q_EMIT rowActivated(row);
    const std::vector<RowTarget>& targets = m_view->model().table()->targets;
    if (row < targets.size() && targets[row].valid())
        Q_EMIT targetActivated(targets[row]);
}

bool TableBox::leads(std::size_t row) const
{
    const std::vector<RowTarget>& targets = m_view->model().table()->targets;
    return targets.empty() || targets[row].valid();
}

void TableBox::copyRows()
{
    QGuiApplication::clipboard()->setText(m_view->selectedText());
}

void TableBox::contextMenuEvent(QContextMenuEvent* event)
{
    const std::vector<std::size_t> rows = m_view->selectedRows();
    QMenu menu(this);
    if (!rows.empty()) {
        const std::size_t row = rows.front();
        QAction* show = menu.addAction(QStringLiteral("Show in the timeline"), this, [this, row]() { activate(row); });
        show->setEnabled(leads(row));
        menu.addAction(QStringLiteral("Copy rows"), this, &TableBox::copyRows);
    }
    if (m_save->isEnabled())
        menu.addAction(QStringLiteral("Save as CSV…"), this, &TableBox::askForCsv);
    if (!menu.isEmpty())
        menu.exec(event->globalPos());
}

// Down from the filter goes to the rows; Esc clears it first.
bool TableBox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Return) {
            m_view->setFocus();
            if (m_view->model().rowCount() > 0 && m_view->selectedRows().empty())
                m_view->selectRow(0);
            return true;
        }
        if (key == Qt::Key_Escape && !m_filter->text().isEmpty()) {
            m_filter->clear();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

namespace {

std::vector<exporting::TableColumn> exportColumns(const TableData& table)
{
    std::vector<exporting::TableColumn> columns;
    columns.reserve(table.columns.size());
    for (const ColumnInfo& info : table.columns)
        columns.push_back(info.column);
    return columns;
}

// Hands the lines over in pieces.
template <class Write> void writeCsv(const TableModel& model, Write write)
{
    constexpr std::size_t kPiece = std::size_t {1} << 20U;
    if (!model.table())
        return;
    const TableData& table = *model.table();
    const std::vector<exporting::TableColumn> columns = exportColumns(table);
    std::string text;
    exporting::appendCsvHeader(columns, text);
    std::vector<exporting::Cell> cells(columns.size());
    for (const std::uint32_t row : model.rows()) {
        for (std::size_t c = 0; c < columns.size(); ++c)
            cells[c] = cellValue(table, c, row);
        exporting::appendCsvRow(columns, cells, text);
        if (text.size() < kPiece)
            continue;
        write(text);
        text.clear();
    }
    write(text);
}

} // namespace

std::string TableBox::csv() const
{
    std::string all;
    writeCsv(m_view->model(), [&all](const std::string& piece) { all += piece; });
    return all;
}

Expected<void> TableBox::saveCsv(const QString& path) const
{
    QSaveFile file(path);
    bool good = file.open(QIODevice::WriteOnly);
    writeCsv(m_view->model(), [&](const std::string& piece) {
        good = good && file.write(piece.data(), static_cast<qint64>(piece.size())) == static_cast<qint64>(piece.size());
    });
    if (!good || !file.commit())
        return fail(ErrorClass::Unreadable, file.errorString().toStdString());
    return {};
}

void TableBox::askForCsv()
{
    const QString path = QFileDialog::getSaveFileName(
        this, QStringLiteral("Save as CSV"), m_name.toLower() + QStringLiteral(".csv"), QStringLiteral("CSV (*.csv)"));
    if (path.isEmpty())
        return;
    const Expected<void> saved = saveCsv(path);
    if (!saved)
        QMessageBox::warning(this, QStringLiteral("Save as CSV"),
            QStringLiteral("The file cannot be written: %1").arg(toQString(saved.error().message)));
}

} // namespace stepscope::widgets

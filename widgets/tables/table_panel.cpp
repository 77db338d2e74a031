// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/table_panel.h"

#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/details/panel_parts.h"
#include "widgets/tables/scope_text.h"
#include "widgets/tables/table_builder.h"
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
constexpr int kBarHeight = 32;

QToolButton* barButton(const QString& text, const QString& toolTip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(text);
    button->setAccessibleDescription(toolTip);
    return button;
}

} // namespace

TablePanel::TablePanel(TableKind kind, const Figures* figures, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_figures(figures)
    , m_view(new TableView(theme, this))
    , m_filter(new QLineEdit(this))
    , m_scope(new QLabel(this))
    , m_count(new QLabel(this))
    , m_note(centredNote(this))
    , m_follow(barButton(QStringLiteral("Follow range"),
          QStringLiteral("Limit all tables and findings to the selected range of time"), this))
    , m_save(barButton(QStringLiteral("Save as CSV…"), QStringLiteral("All rows shown, with exact numbers"), this))
    , m_pages(new QStackedWidget(this))
{
    m_view->setAccessibleName(tableTitle(kind));
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_note);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(buildBar());
    layout->addWidget(m_pages, 1);
    setFocusProxy(m_view);
    m_filter->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, &TablePanel::applyFilter);
    connect(m_save, &QToolButton::clicked, this, &TablePanel::askForCsv);
    connect(m_view, &TableView::rowActivated, this, &TablePanel::activate);
    connect(&m_view->model(), &TableModel::rowsChanged, this, &TablePanel::updateNote);
    connect(m_figures, &Figures::scopedChanged, this, &TablePanel::refresh);
    updateNote();
}

QHBoxLayout* TablePanel::buildBar()
{
    m_filter->setPlaceholderText(QStringLiteral("Filter by name"));
    m_filter->setAccessibleName(QStringLiteral("Filter %1 by name").arg(tableTitle(m_kind).toLower()));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(kFilterWidth);
    m_follow->setCheckable(true);
    m_count->setProperty("role", QStringLiteral("muted"));
    m_scope->setProperty("role", QStringLiteral("muted"));
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(2 * kSpacing, kSpacing, kSpacing, kSpacing);
    bar->setSpacing(2 * kSpacing);
    bar->addWidget(m_filter, 1);
    bar->addWidget(m_count);
    bar->addWidget(m_scope);
    bar->addStretch(1);
    bar->addWidget(m_follow);
    bar->addWidget(m_save);
    m_filter->setFixedHeight(kBarHeight - 2 * kSpacing);
    return bar;
}

bool TablePanel::isIdle() const
{
    return !m_job.isRunning() && !m_view->model().isBusy();
}

void TablePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void TablePanel::refresh()
{
    const FiguresPtr& figures = m_figures->scoped();
    m_scope->setText(scopeText(*m_figures));
    if (!isVisible() || !figures || figures == m_shown) {
        updateNote();
        return;
    }
    m_shown = figures;
    m_job.start<TablePtr>([kind = m_kind, trace = m_figures->sharedTrace(), figures](Progress&,
                              const std::stop_token& stop) { return buildTable(kind, *trace, *figures, stop); },
        [this](Expected<TablePtr> table) {
            if (table)
                m_view->setTable(std::move(*table));
            updateNote();
        });
    updateNote();
}

void TablePanel::applyFilter()
{
    m_view->setFilter(m_filter->text());
}

void TablePanel::updateNote()
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
        note = m_figures->problem().isEmpty() ? QStringLiteral("Analysing …") : m_figures->problem();
    else if (all == 0)
        note = table->empty;
    else if (shown == 0 && !m_view->model().isBusy())
        note = QStringLiteral("No name matches “%1”.").arg(m_filter->text());
    m_note->setText(note);
    m_pages->setCurrentIndex(note.isEmpty() ? 0 : 1);
}

void TablePanel::activate(std::size_t row)
{
    const RowTarget& target = m_view->model().table()->targets[row];
    if (target.valid())
        Q_EMIT targetActivated(target);
}

void TablePanel::copyRows()
{
    QGuiApplication::clipboard()->setText(m_view->selectedText());
}

void TablePanel::contextMenuEvent(QContextMenuEvent* event)
{
    const std::vector<std::size_t> rows = m_view->selectedRows();
    QMenu menu(this);
    if (!rows.empty()) {
        const std::size_t row = rows.front();
        QAction* show = menu.addAction(QStringLiteral("Show in the timeline"), this, [this, row]() { activate(row); });
        show->setEnabled(m_view->model().table()->targets[row].valid());
        menu.addAction(QStringLiteral("Copy rows"), this, &TablePanel::copyRows);
    }
    if (m_save->isEnabled())
        menu.addAction(QStringLiteral("Save as CSV…"), this, &TablePanel::askForCsv);
    if (!menu.isEmpty())
        menu.exec(event->globalPos());
}

// Down from the filter goes to the rows; Esc clears it first.
bool TablePanel::eventFilter(QObject* watched, QEvent* event)
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

std::string TablePanel::csv() const
{
    std::string all;
    writeCsv(m_view->model(), [&all](const std::string& piece) { all += piece; });
    return all;
}

Expected<void> TablePanel::saveCsv(const QString& path) const
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

void TablePanel::askForCsv()
{
    const QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Save as CSV"),
        tableTitle(m_kind).toLower() + QStringLiteral(".csv"), QStringLiteral("CSV (*.csv)"));
    if (path.isEmpty())
        return;
    const Expected<void> saved = saveCsv(path);
    if (!saved)
        QMessageBox::warning(this, QStringLiteral("Save as CSV"),
            QStringLiteral("The file cannot be written: %1").arg(toQString(saved.error().message)));
}

} // namespace stepscope::widgets

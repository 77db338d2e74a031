// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/notes_panel.h"

#include "widgets/common/style.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace stepscope::widgets {

namespace {

constexpr int kNumberWidth = 52;
constexpr int kKindWidth = 140;
constexpr int kTextWidth = 380;

void styleTable(QTableView& view)
{
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setSelectionMode(QAbstractItemView::SingleSelection);
    view.setEditTriggers(QAbstractItemView::EditKeyPressed);
    view.setShowGrid(false);
    view.setWordWrap(false);
    view.setTabKeyNavigation(false);
    view.setCornerButtonEnabled(false);
    view.setFrameShape(QFrame::NoFrame);
    view.verticalHeader()->hide();
    view.verticalHeader()->setDefaultSectionSize(kHeaderRowHeight);
    view.horizontalHeader()->setHighlightSections(false);
    view.horizontalHeader()->setStretchLastSection(true);
    view.setColumnWidth(NotesModel::kNumber, kNumberWidth);
    view.setColumnWidth(NotesModel::kKind, kKindWidth);
    view.setColumnWidth(NotesModel::kText, kTextWidth);
}

} // namespace

NotesPanel::NotesPanel(AnnotationBoard* board, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_board(board)
    , m_model(new NotesModel(board, theme, this))
    , m_view(new QTableView(this))
    , m_empty(new QLabel(this))
    , m_pages(new QStackedWidget(this))
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Notes"));
    m_view->installEventFilter(this);
    styleTable(*m_view);
    m_empty->setText(
        tr("Nothing is noted yet. T sets a note at the pointer or at the selection. Boxes, arrows, measured "
           "spans, highlights and regions are in the menu Annotate."));
    m_empty->setProperty("role", QStringLiteral("muted"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(16);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    setFocusProxy(m_view);
    connect(m_model, &QAbstractItemModel::modelReset, this, &NotesPanel::showState);
    connect(m_board, &AnnotationBoard::selectedChanged, this, &NotesPanel::showSelected);
    connect(m_view, &QTableView::doubleClicked, this,
        [this](const QModelIndex& index) { Q_EMIT activated(m_model->numberAt(index)); });
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        m_board->select(m_model->numberAt(m_view->indexAt(at)));
        if (m_board->selected() != 0)
            Q_EMIT menuRequested(m_view->viewport()->mapToGlobal(at));
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (current.isValid() && m_view->hasFocus())
            m_board->select(m_model->numberAt(current));
    });
    showState();
}

bool NotesPanel::hasKeys() const
{
    return m_view->hasFocus();
}

void NotesPanel::editCurrent()
{
    const QModelIndex index = m_model->indexOf(m_board->selected());
    if (index.isValid())
        m_view->edit(index);
}

void NotesPanel::showState()
{
    m_pages->setCurrentWidget(m_model->rowCount() > 0 ? static_cast<QWidget*>(m_view) : m_empty);
    showSelected();
}

void NotesPanel::showSelected()
{
    const QModelIndex index = m_model->indexOf(m_board->selected());
    if (index.isValid())
        m_view->setCurrentIndex(index);
    else
        m_view->clearSelection();
}

bool NotesPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const std::uint32_t number = m_model->numberAt(m_view->currentIndex());
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && number != 0) {
            Q_EMIT activated(number);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace stepscope::widgets

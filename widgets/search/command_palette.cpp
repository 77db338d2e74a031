// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/search/command_palette.h"

#include "widgets/common/style.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kWidth = 560;
constexpr int kShownRows = 12;
constexpr int kEntryHeight = 24;
constexpr int kTop = 72; // below the upper edge of the window
constexpr int kDetailRole = Qt::UserRole;

class PaletteDelegate : public QStyledItemDelegate // the detail at the right, in a quieter colour
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QString detail = index.data(kDetailRole).toString();
        const int width = option.fontMetrics.horizontalAdvance(detail) + 3 * kSpacing;
        QStyleOptionViewItem left = option;
        QStyledItemDelegate::paint(painter, left, index);
        painter->save();
        painter->setPen(option.palette.color(QPalette::PlaceholderText));
        painter->drawText(option.rect.adjusted(option.rect.width() - width, 0, -2 * kSpacing, 0),
            Qt::AlignVCenter | Qt::AlignRight, detail);
        painter->restore();
    }
};

} // namespace

PaletteModel::PaletteModel(std::vector<PaletteEntry> entries, QObject* parent)
    : QAbstractListModel(parent)
    , m_entries(std::move(entries))
{
    setFilter({});
}

void PaletteModel::setFilter(const QString& text)
{
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    beginResetModel();
    m_shown.clear();
    for (std::size_t i = 0; i < m_entries.size() && m_shown.size() < kMostShown; ++i) {
        const QString entry = m_entries[i].text + QLatin1Char(' ') + m_entries[i].detail;
        if (std::all_of(words.begin(), words.end(),
                [&entry](const QString& word) { return entry.contains(word, Qt::CaseInsensitive); }))
            m_shown.push_back(i);
    }
    endResetModel();
}

const PaletteEntry& PaletteModel::entryAt(int row) const
{
    return m_entries[m_shown[static_cast<std::size_t>(row)]];
}

int PaletteModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const PaletteEntry& entry = entryAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return entry.text;
    case kDetailRole:
        return entry.detail;
    case Qt::AccessibleTextRole:
        return entry.detail.isEmpty() ? entry.text : entry.text + QStringLiteral(", ") + entry.detail;
    case Qt::SizeHintRole:
        return QSize(0, kEntryHeight);
    default:
        return {};
    }
}

CommandPalette::CommandPalette(std::vector<PaletteEntry> entries, QWidget* window)
    : QFrame(window, Qt::Popup)
    , m_model(new PaletteModel(std::move(entries), this))
    , m_text(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_none(new QLabel(QStringLiteral("Nothing has these words. Names of events: Search (/)."), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setProperty("role", QStringLiteral("card"));
    setAccessibleName(QStringLiteral("Commands"));
    m_text->setPlaceholderText(QStringLiteral("Command, panel, row or step"));
    m_text->setAccessibleName(QStringLiteral("Filter of the commands"));
    m_text->installEventFilter(this);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(QStringLiteral("Commands"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * kSpacing, 2 * kSpacing, 2 * kSpacing, 2 * kSpacing);
    layout->addWidget(m_text);
    layout->addWidget(m_list);
    layout->addWidget(m_none, 1, Qt::AlignCenter);
    m_none->setProperty("role", QStringLiteral("muted"));
    const auto choose = [this]() {
        m_list->setCurrentIndex(m_model->index(0));
        m_list->setVisible(m_model->rowCount() > 0);
        m_none->setVisible(m_model->rowCount() == 0);
    };
    connect(m_text, &QLineEdit::textChanged, this, [this, choose](const QString& text) {
        m_model->setFilter(text);
        choose();
    });
    connect(m_list, &QListView::clicked, this, &CommandPalette::runCurrent);
    choose();
    const int width = std::min(kWidth, window->width() - 8 * kSpacing);
    resize(width, kShownRows * kEntryHeight + 56);
    move(window->mapToGlobal(QPoint((window->width() - width) / 2, kTop)));
}

void CommandPalette::open()
{
    show();
    m_text->setFocus(Qt::PopupFocusReason);
}

// Once the popup is gone: what runs may open a dialog, or want the focus.
void CommandPalette::runCurrent()
{
    if (!m_list->currentIndex().isValid())
        return;
    const std::function<void()> run = m_model->entryAt(m_list->currentIndex().row()).run;
    QTimer::singleShot(0, parent(), run);
    close();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_text || event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    case Qt::Key_Escape:
        close();
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        QCoreApplication::sendEvent(m_list, event);
        return true;
    default:
        return false;
    }
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/search/search_bar.h"

#include "widgets/common/combo_box.h"
#include "widgets/common/icon.h"
#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/viewmodel/selection.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kShownNames = 5;
constexpr int kHitHeight = 20;
constexpr int kIconSize = 16;
constexpr int kCountDigits = 14; // width of the counts before the names, characters

} // namespace

HitNameModel::HitNameModel(const TraceSearch* search, QObject* parent)
    : QAbstractListModel(parent)
    , m_search(search)
{
}

void HitNameModel::refresh()
{
    if (m_rows == m_search->counts().byName)
        return;
    beginResetModel();
    m_rows = m_search->counts().byName;
    endResetModel();
}

NameId HitNameModel::nameAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].name : NameId();
}

int HitNameModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant HitNameModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::SizeHintRole)
        return QSize(0, kHitHeight);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole)
        return {};
    const analysis::NameCount& row = m_rows[static_cast<std::size_t>(index.row())];
    const std::string_view name = m_search->trace().names.view(row.name);
    return QStringLiteral("%1   %2").arg(
        countText(row.slices), QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).simplified());
}

SearchBar::SearchBar(
    TraceSearch* search, const Selection* selection, const TimeAxis* axis, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_search(search)
    , m_selection(selection)
    , m_axis(axis)
    , m_theme(theme)
    , m_names(new HitNameModel(search, this))
{
    setAccessibleName(QStringLiteral("Search"));
    buildUi();
    fillCategories();
    connect(m_text, &QLineEdit::textChanged, this, &SearchBar::search);
    connect(m_regex, &QToolButton::toggled, this, &SearchBar::search);
    connect(m_arguments, &QToolButton::toggled, this, &SearchBar::search);
    connect(m_category, &QComboBox::currentIndexChanged, this, &SearchBar::search);
    connect(m_next, &QToolButton::clicked, this, [this]() { go(1); });
    connect(m_previous, &QToolButton::clicked, this, [this]() { go(-1); });
    connect(m_close, &QToolButton::clicked, this, &SearchBar::close);
    connect(m_list, &QListView::clicked, this, &SearchBar::limitToRow);
    connect(m_search, &TraceSearch::changed, this, &SearchBar::refresh);
    connect(m_theme, &ThemeSource::changed, this, &SearchBar::applyTheme);
    applyTheme();
    refresh();
    hide();
}

QToolButton* SearchBar::addButton(const QString& tip, const QString& text)
{
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setCheckable(!text.isEmpty());
    button->setIconSize({kIconSize, kIconSize});
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void SearchBar::buildUi()
{
    m_text = new QLineEdit(this);
    m_text->setPlaceholderText(QStringLiteral("Search names"));
    m_text->setAccessibleName(QStringLiteral("Search text"));
    m_text->setClearButtonEnabled(false);
    m_text->installEventFilter(this);
    m_status = new QLabel(this);
    m_status->setProperty("role", QStringLiteral("muted"));
    m_previous = addButton(QStringLiteral("Previous hit  (Shift+Enter)"));
    m_next = addButton(QStringLiteral("Next hit  (Enter)"));
    m_regex = addButton(QStringLiteral("The text is a regular expression"), QStringLiteral(".*"));
    m_arguments = addButton(QStringLiteral("Search the arguments of events too, which are read from the file"),
        QStringLiteral("Arguments"));
    m_category = new ComboBox(QStringLiteral("Category that is searched"), {}, this);
    m_category->setFocusPolicy(Qt::TabFocus);
    m_close = addButton(QStringLiteral("Close the search  (Esc)"));
    m_list = new QListView(this);
    m_list->setModel(m_names);
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(QStringLiteral("Names with hits"));
    m_list->installEventFilter(this);

    auto* row = new QHBoxLayout();
    row->setContentsMargins(2 * kSpacing, kSpacing, kSpacing, kSpacing);
    row->setSpacing(kSpacing);
    row->addWidget(m_text, 3);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    row->addWidget(m_status);
    row->addStretch(1);
    row->addWidget(m_regex);
    row->addWidget(m_arguments);
    row->addWidget(m_category);
    row->addWidget(m_close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(row);
    layout->addWidget(m_list);
    m_status->setMinimumWidth(fontMetrics().horizontalAdvance(QString(kCountDigits, QLatin1Char('0'))));
}

void SearchBar::fillCategories()
{
    m_category->addItem(QStringLiteral("All categories"), -1);
    const model::Trace& trace = m_search->trace();
    for (std::size_t i = 0; i < trace.categories.size(); ++i) {
        const std::string_view name = trace.names.view(trace.categories[i].name);
        m_category->addItem(name.empty() ? QStringLiteral("(none)")
                                         : QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
            static_cast<int>(i));
    }
}

void SearchBar::open()
{
    QWidget::show();
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
    search();
}

void SearchBar::close()
{
    hide();
    m_search->setQuery({});
    Q_EMIT closed();
}

void SearchBar::show(const SearchQuery& query, NameId limit)
{
    {
        const QSignalBlocker blockers[] = {
            QSignalBlocker(m_text), QSignalBlocker(m_regex), QSignalBlocker(m_arguments), QSignalBlocker(m_category)};
        m_text->setText(query.text);
        m_regex->setChecked(query.isRegex);
        m_arguments->setChecked(query.inArguments);
        m_category->setCurrentIndex(m_category->findData(query.category));
    }
    QWidget::show();
    search();
    m_search->limitTo(limit);
}

void SearchBar::search()
{
    if (isHidden())
        return;
    m_search->setQuery(
        {m_text->text(), m_regex->isChecked(), m_arguments->isChecked(), m_category->currentData().toInt()});
}

void SearchBar::go(int direction)
{
    const Item& selected = m_selection->item();
    const TimeRange seen = m_axis->range();
    std::int64_t from = seen.start;
    if (selected.slice().valid() || selected.instant().valid()) {
        const model::Trace& trace = m_search->trace();
        const std::int64_t time
            = selected.slice().valid() ? trace.slices.start[selected.index] : trace.instants.time[selected.index];
        if (time >= seen.start && time < seen.end)
            from = time;
    }
    m_search->go(direction, selected, from);
}

// A click on the name that the search is limited to takes the limit away.
void SearchBar::limitToRow(const QModelIndex& index)
{
    const NameId name = m_names->nameAt(index.row());
    const bool isOn = m_search->limit() == name;
    m_search->limitTo(isOn ? NameId() : name);
    if (isOn)
        m_list->clearSelection();
    else
        go(1);
}

QString SearchBar::statusText() const
{
    if (!m_search->problem().isEmpty())
        return m_search->problem();
    if (m_search->query().text.isEmpty())
        return {};
    const std::uint64_t total = m_search->total();
    if (total == 0 && m_search->isBusy())
        return QStringLiteral("Searching…");
    QString text
        = total == 0 ? QStringLiteral("No hits") : countedText(total, QStringLiteral("hit"), QStringLiteral("hits"));
    if (m_search->current())
        text = QStringLiteral("%1 of %2").arg(countText(*m_search->current() + 1), countText(total));
    if (m_search->percent() >= 0)
        text += QStringLiteral(", arguments %1 %").arg(m_search->percent());
    return text;
}

void SearchBar::refresh()
{
    m_names->refresh();
    m_status->setText(statusText());
    m_status->setToolTip(m_search->problem());
    const int rows = std::min(m_names->rowCount(), kShownNames);
    m_list->setVisible(rows > 0);
    m_list->setFixedHeight(std::max(1, rows) * kHitHeight + 2);
    m_previous->setEnabled(m_search->total() > 0);
    m_next->setEnabled(m_search->total() > 0);
}

void SearchBar::applyTheme()
{
    const Theme& theme = m_theme->theme();
    m_previous->setIcon(themedIcon(QStringLiteral("prev"), theme));
    m_next->setIcon(themedIcon(QStringLiteral("next"), theme));
    m_close->setIcon(themedIcon(QStringLiteral("close"), theme));
}

// The keys of the bar are also keys of the window.
bool SearchBar::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

bool SearchBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (isEnter && watched == m_list && m_list->currentIndex().isValid()) {
        limitToRow(m_list->currentIndex());
        return true;
    }
    if (isEnter) {
        go((key->modifiers() & Qt::ShiftModifier) != 0 ? -1 : 1);
        return true;
    }
    if (key->key() == Qt::Key_Down && watched == m_text && m_list->isVisible()) {
        m_list->setFocus();
        if (!m_list->currentIndex().isValid())
            m_list->setCurrentIndex(m_names->index(0));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void SearchBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

} // namespace stepscope::widgets

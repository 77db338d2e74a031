// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/step_selector.h"

#include "widgets/common/combo_box.h"

#include "widgets/common/style.h"

#include <QListView>
#include <QStylePainter>
#include <QStyledItemDelegate>
#include <QWheelEvent>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kPopupWidth = 460;
constexpr int kShownRows = 20;
constexpr int kRowHeight = 22;
constexpr int kRoom = 40; // for frame and arrow

} // namespace

void StepListModel::setScope(const StepChoice* scope)
{
    beginResetModel();
    m_scope = scope;
    endResetModel();
}

void StepListModel::refresh()
{
    Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

int StepListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_scope == nullptr ? 0 : static_cast<int>(m_scope->count()) + 1;
}

QVariant StepListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || m_scope == nullptr)
        return {};
    if (role == Qt::SizeHintRole)
        return QSize(0, kRowHeight);
    const bool wanted = role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::AccessibleTextRole;
    if (!wanted)
        return {};
    if (index.row() == 0)
        return QStringLiteral("All steps");
    const auto step = static_cast<std::size_t>(index.row() - 1);
    return QStringLiteral("%1   %2").arg(m_scope->name(step), m_scope->statistics(step));
}

StepSelector::StepSelector(QWidget* parent)
    : QComboBox(parent)
    , m_model(new StepListModel(this))
{
    setModel(m_model);
    auto* list = new QListView(this);
    list->setUniformItemSizes(true);
    list->setTextElideMode(Qt::ElideRight);
    setView(list);
    setItemDelegate(new QStyledItemDelegate(this)); // the style's own draws menus, without what the style sheet says
    setMaxVisibleItems(kShownRows);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(QStringLiteral("Steps that tables and findings are limited to"));
    connect(this, &QComboBox::activated, this, &StepSelector::choose);
    refresh();
}

void StepSelector::follow(StepChoice* scope)
{
    for (const QMetaObject::Connection& connection : m_connections)
        disconnect(connection);
    m_connections.clear();
    m_scope = scope;
    m_model->setScope(scope);
    if (scope != nullptr) {
        m_connections << connect(scope, &StepChoice::textChanged, this, &StepSelector::refresh)
                      << connect(scope, &StepChoice::chosenChanged, this, &StepSelector::refresh)
                      << connect(scope, &StepChoice::statisticsChanged, this,
                             [this]() {
                                 m_model->refresh();
                                 refresh();
                             })
                      << connect(scope, &StepChoice::stepsChanged, this,
                             [this]() {
                                 m_model->setScope(m_scope);
                                 refresh();
                             })
                      << connect(scope, &QObject::destroyed, this, [this]() { follow(nullptr); });
    }
    refresh();
}

QString StepSelector::shownText() const
{
    return m_scope != nullptr ? m_scope->text() : QString();
}

void StepSelector::refresh()
{
    const bool hasSteps = m_scope != nullptr && m_scope->count() > 0;
    setEnabled(hasSteps);
    const auto chosen = hasSteps ? m_scope->chosen() : std::nullopt;
    setCurrentIndex(chosen ? static_cast<int>(*chosen) + 1 : 0);
    setToolTip(chosen ? QStringLiteral("%1\n%2").arg(m_scope->name(*chosen), m_scope->statistics(*chosen))
                      : QStringLiteral("Limit tables and findings to one step"));
    setAccessibleDescription(shownText());
    update();
}

void StepSelector::choose(int row)
{
    if (m_scope == nullptr)
        return;
    if (row <= 0)
        m_scope->chooseAll();
    else
        m_scope->choose(static_cast<std::size_t>(row - 1));
}

QSize StepSelector::sizeHint() const
{
    const int text = fontMetrics().horizontalAdvance(QStringLiteral("Only step #0000"));
    return {text + kRoom, QComboBox::sizeHint().height()};
}

void StepSelector::showPopup()
{
    view()->setMinimumWidth(std::max(width(), kPopupWidth));
    QComboBox::showPopup();
}

// A wheel over the tool bar must not go through the steps.
void StepSelector::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

void StepSelector::paintEvent(QPaintEvent* /*event*/)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    option.currentText = shownText();
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    if (m_scope != nullptr && m_scope->chosen())
        painter.setPen(palette().color(QPalette::Link));
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
    ComboBox::paintArrow(painter, *this);
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/panel_state.h"

#include "widgets/flame/flame_view.h"
#include "widgets/tables/table_box.h"
#include "widgets/tables/table_view.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QComboBox>
#include <QLineEdit>
#include <QTabWidget>

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

namespace {

const QString kDown = QStringLiteral("on"); // of a button
constexpr QChar kStep = QLatin1Char('\n');  // between the labels of a way into a flame graph

QString nameOf(const QWidget& control)
{
    if (qobject_cast<const FlameView*>(&control) != nullptr)
        return QStringLiteral("Looked into");
    const auto* button = qobject_cast<const QAbstractButton*>(&control);
    return button != nullptr && control.accessibleName().isEmpty() ? button->text() : control.accessibleName();
}

bool isControl(const QWidget& widget)
{
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    const bool isPart = qobject_cast<const QComboBox*>(widget.parentWidget()) != nullptr; // of another one
    const bool says = (button != nullptr && button->isCheckable()) || qobject_cast<const QComboBox*>(&widget) != nullptr
        || qobject_cast<const QLineEdit*>(&widget) != nullptr || qobject_cast<const FlameView*>(&widget) != nullptr;
    return says && !isPart && !nameOf(widget).isEmpty();
}

QList<QWidget*> controlsOf(const QWidget& panel)
{
    QList<QWidget*> controls = panel.findChildren<QWidget*>();
    controls.erase(std::remove_if(controls.begin(), controls.end(), [](QWidget* one) { return !isControl(*one); }),
        controls.end());
    return controls;
}

// Empty: what it says when nobody has touched it, but for boxes.
QString valueOf(const QWidget& control)
{
    if (const auto* box = qobject_cast<const QComboBox*>(&control))
        return box->count() > 1 ? box->currentText() : QString();
    if (const auto* field = qobject_cast<const QLineEdit*>(&control))
        return field->text();
    if (const auto* flame = qobject_cast<const FlameView*>(&control))
        return flame->lookedInto().join(kStep);
    const auto* button = qobject_cast<const QAbstractButton*>(&control);
    return button != nullptr && button->isChecked() ? kDown : QString();
}

void setValue(QWidget& control, const QString& value)
{
    if (auto* box = qobject_cast<QComboBox*>(&control)) {
        if (const int row = box->findText(value); row >= 0)
            box->setCurrentIndex(row);
    } else if (auto* field = qobject_cast<QLineEdit*>(&control)) {
        field->setText(value);
    } else if (auto* flame = qobject_cast<FlameView*>(&control)) {
        flame->lookInto(value.split(kStep, Qt::SkipEmptyParts));
    } else if (auto* button = qobject_cast<QAbstractButton*>(&control)) {
        const bool isOneOfMany = button->group() != nullptr && button->group()->exclusive();
        if (button->isChecked() != (value == kDown) && (value == kDown || !isOneOfMany))
            button->click();
    }
}

QList<TableBox*> tablesOf(QWidget& panel)
{
    QList<TableBox*> tables = panel.findChildren<TableBox*>();
    if (auto* table = qobject_cast<TableBox*>(&panel))
        tables << table;
    return tables;
}

share::TableState stateOf(TableView& view)
{
    const TableView::Look look = view.look();
    share::TableState state {view.accessibleName().toStdString(), view.model().sortedBy().toStdString()};
    state.descending = !state.column.empty() && view.model().chosenOrder() == Qt::DescendingOrder;
    state.widths.assign(look.widths.begin(), look.widths.end());
    state.topRow = look.topRow;
    state.left = look.left;
    return state;
}

void restoreTable(TableView& view, const share::TableState& state)
{
    view.model().sortBy(
        QString::fromStdString(state.column), state.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    view.setLook({{state.widths.begin(), state.widths.end()}, state.topRow, state.left});
}

} // namespace

void addPanelState(share::SessionPage& page, const QTabWidget& panels)
{
    for (int i = 0; i < panels.count(); ++i) {
        for (const QWidget* control : controlsOf(*panels.widget(i))) {
            if (const QString value = valueOf(*control); !value.isEmpty())
                page.choices.push_back(
                    {panels.tabText(i).toStdString(), nameOf(*control).toStdString(), value.toStdString()});
        }
        for (TableBox* table : tablesOf(*panels.widget(i))) {
            if (share::TableState state = stateOf(table->view()); state != share::TableState {state.table, {}})
                page.tables.push_back(std::move(state));
        }
    }
}

void restorePanelState(QTabWidget& panels, const share::SessionPage& page)
{
    for (int i = 0; i < panels.count(); ++i) {
        for (QWidget* control : controlsOf(*panels.widget(i))) {
            const auto choice
                = std::find_if(page.choices.begin(), page.choices.end(), [&](const share::PanelChoice& one) {
                      return one.panel == panels.tabText(i).toStdString()
                          && one.control == nameOf(*control).toStdString();
                  });
            setValue(*control, choice != page.choices.end() ? QString::fromStdString(choice->value) : QString());
        }
        for (TableBox* table : tablesOf(*panels.widget(i))) {
            const auto state = std::find_if(page.tables.begin(), page.tables.end(), [&](const share::TableState& one) {
                return one.table == table->view().accessibleName().toStdString();
            });
            restoreTable(table->view(), state != page.tables.end() ? *state : share::TableState());
        }
    }
}

} // namespace stepscope::widgets

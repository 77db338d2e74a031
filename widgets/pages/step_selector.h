// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The box of the tool bar that limits tables and findings to one step: closed it says where we are, opened it lists all
// steps with what each costs. Follows the StepChoice of the file that is shown. GUI thread only; opening asks only for
// the rows that are seen, so that thousands of steps do no harm.

#include "widgets/pages/step_choice.h"

#include <QAbstractListModel>
#include <QComboBox>
#include <QList>

namespace stepscope::widgets {

class StepListModel : public QAbstractListModel // row 0: all steps
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;
    void setScope(const StepChoice* scope); // may be null
    void refresh();                         // statistics have come

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    const StepChoice* m_scope = nullptr;
};

class StepSelector : public QComboBox
{
    Q_OBJECT

public:
    explicit StepSelector(QWidget* parent = nullptr);

    void follow(StepChoice* scope); // null: nothing is shown
    [[nodiscard]] QString shownText() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
    void showPopup() override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void choose(int row);
    void refresh();

    StepChoice* m_scope = nullptr;
    StepListModel* m_model;
    QList<QMetaObject::Connection> m_connections;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The list of a page's annotations: each leads to where it is. Enter or a double click goes there, F2 edits the text in
// place; the row that is current is the annotation that is selected. Says how to make one while there is none. GUI
// thread only; the board must outlive it.

#include <cstdint> // first: moc cannot read <compare> on its own

#include "widgets/annotate/notes_model.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTableView;

namespace stepscope::widgets {

class NotesPanel : public QWidget
{
    Q_OBJECT

public:
    NotesPanel(AnnotationBoard* board, ThemeSource* theme, QWidget* parent = nullptr);

    [[nodiscard]] NotesModel& model() { return *m_model; }
    [[nodiscard]] QTableView& view() { return *m_view; }
    [[nodiscard]] bool hasKeys() const; // the list is what keys reach
    void editCurrent();

Q_SIGNALS:
    void activated(std::uint32_t number);
    void menuRequested(const QPoint& at); // for the selected one; global

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showSelected();
    void showState();

    AnnotationBoard* m_board;
    NotesModel* m_model;
    QTableView* m_view;
    QLabel* m_empty;
    QStackedWidget* m_pages;
};

} // namespace stepscope::widgets

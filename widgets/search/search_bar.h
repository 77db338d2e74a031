// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What people type into to search a trace: a bar with pattern and category switches, the count, and below it the names
// that have hits with how many each (a click limits the search to one). Enter and Shift+Enter go to the next and the
// previous hit, Esc closes. Works on a TraceSearch; going to a slice and drawing hits is left to whoever shows it.
// GUI thread only.

#include "widgets/search/trace_search.h"

#include <QAbstractListModel>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QModelIndex;
class QToolButton;

namespace stepscope::widgets {

class Selection;
class ThemeSource;

class HitNameModel : public QAbstractListModel // names with hits, most hits first
{
    Q_OBJECT

public:
    explicit HitNameModel(const TraceSearch* search, QObject* parent = nullptr);

    void refresh();
    [[nodiscard]] NameId nameAt(int row) const;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    const TraceSearch* m_search;
    std::vector<analysis::NameCount> m_rows;
};

class SearchBar : public QWidget
{
    Q_OBJECT

public:
    SearchBar(TraceSearch* search, const Selection* selection, const TimeAxis* axis, ThemeSource* theme,
        QWidget* parent = nullptr);

    void open();                                       // shows it, ready to type
    void close();                                      // and forgets the hits
    void show(const SearchQuery& query, NameId limit); // open, but without the focus
    [[nodiscard]] QString statusText() const;

Q_SIGNALS:
    void closed();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildUi();
    void fillCategories();
    void search();
    void go(int direction);
    void limitToRow(const QModelIndex& index);
    void refresh();
    void applyTheme();
    QToolButton* addButton(const QString& tip, const QString& text = {});

    TraceSearch* m_search;
    const Selection* m_selection;
    const TimeAxis* m_axis;
    ThemeSource* m_theme;
    HitNameModel* m_names;
    QLineEdit* m_text = nullptr;
    QLabel* m_status = nullptr;
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
    QToolButton* m_regex = nullptr;
    QToolButton* m_arguments = nullptr;
    QToolButton* m_close = nullptr;
    QComboBox* m_category = nullptr;
    QListView* m_list = nullptr;
};

} // namespace stepscope::widgets

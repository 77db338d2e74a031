// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A flame graph with what belongs around it: the way from the root to the node that is looked into, a search box, copy
// as folded text, and a note in its place where there is nothing to show. Knows nothing of where the tree comes from.
// GUI thread only.

#include "widgets/flame/flame_canvas.h"

#include <QStringList>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QStackedWidget;

namespace stepscope::widgets {

class FlameTrail;

class FlameView : public QWidget
{
    Q_OBJECT

public:
    FlameView(const QString& name, ThemeSource* theme, QWidget* parent = nullptr); // the name is what is read out

    void setTree(FlameTreePtr tree);   // null or empty: the note is shown
    void setNote(const QString& note); // why there is nothing
    void addToBar(QWidget* widget);    // at its left end
    [[nodiscard]] FlameCanvas& canvas() { return *m_canvas; }
    [[nodiscard]] QLineEdit& searchBox() { return *m_search; }
    [[nodiscard]] FlameTrail& trail() { return *m_trail; }
    [[nodiscard]] const QLabel& matches() const { return *m_matches; }
    // Labels from below the root to the node that is looked into; also of a tree that is not there yet.
    [[nodiscard]] QStringList lookedInto() const;
    void lookInto(const QStringList& labels);
    [[nodiscard]] QString copied() const; // the folded text of what is looked into

Q_SIGNALS:
    void nodeActivated(std::uint32_t node);

private:
    void buildBar(QWidget* bar);
    void copy();
    void search();
    void zoomChanged();

    ThemeSource* m_theme;
    FlameCanvas* m_canvas;
    FlameTrail* m_trail;
    QLineEdit* m_search;
    QLabel* m_matches;
    QLabel* m_note;
    QStackedWidget* m_pages;
    QHBoxLayout* m_bar = nullptr;
    int m_added = 0;
    QStringList m_wanted; // to be looked into when there is a tree
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tabs of the window: one a document page or a comparison, movable, each with a close button in the style of the
// theme; a document's tab can be dragged onto another one to compare them. Owns the pages that are added. GUI thread
// only.

#include <QList>
#include <QTabWidget>

namespace stepscope::widgets {
class ComparePage;
class ContentPage;
class ThemeSource;
} // namespace stepscope::widgets

namespace stepscope::app {

class DocumentPage;

class DocumentTabs : public QTabWidget
{
    Q_OBJECT

public:
    explicit DocumentTabs(widgets::ThemeSource* theme, QWidget* parent = nullptr);

    void add(DocumentPage* page);
    void add(widgets::ComparePage* page);
    [[nodiscard]] QList<DocumentPage*> pages() const;               // in tab order
    [[nodiscard]] DocumentPage* current() const;                    // null: none, or a comparison
    [[nodiscard]] QList<widgets::ComparePage*> comparisons() const; // in tab order
    [[nodiscard]] widgets::ContentPage* content() const; // of the current tab; null while there is nothing to show
    [[nodiscard]] DocumentPage* pageOf(const QString& absolutePath) const; // null when it is not open
    void moveBy(int tabs); // to the next or previous tab, round the ends

Q_SIGNALS:
    void closeRequested(QWidget* page);
    void compareRequested(stepscope::app::DocumentPage* dragged, stepscope::app::DocumentPage* onto);

private:
    void add(QWidget* page, const QString& title, const QString& toolTip);
    void applyTheme();

    widgets::ThemeSource* m_theme;
};

} // namespace stepscope::app

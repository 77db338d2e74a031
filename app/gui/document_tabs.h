// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tabs of the window: one a document page, movable, each with a close button in the style of the theme. Owns the
// pages that are added. GUI thread only.

#include <QList>
#include <QTabWidget>

namespace stepscope::widgets {
class ThemeSource;
}

namespace stepscope::app {

class DocumentPage;

class DocumentTabs : public QTabWidget
{
    Q_OBJECT

public:
    explicit DocumentTabs(widgets::ThemeSource* theme, QWidget* parent = nullptr);

    void add(DocumentPage* page);
    [[nodiscard]] QList<DocumentPage*> pages() const;                      // in tab order
    [[nodiscard]] DocumentPage* current() const;                           // null when there is none
    [[nodiscard]] DocumentPage* pageOf(const QString& absolutePath) const; // null when it is not open
    void moveBy(int tabs); // to the next or previous tab, round the ends

Q_SIGNALS:
    void closeRequested(stepscope::app::DocumentPage* page);

private:
    void applyTheme();

    widgets::ThemeSource* m_theme;
};

} // namespace stepscope::app

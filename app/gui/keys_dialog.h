// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The list of keys, from resources/help/keys.html: the one place where they are written down for people. The page keeps
// no colours of its own; they come from the theme. GUI thread only.

#include <QDialog>
#include <QString>

class QTextBrowser;

namespace stepscope::widgets {
class ThemeSource;
}

namespace stepscope::app {

[[nodiscard]] QString keysPage(); // the HTML text as it is in the resources

class KeysDialog : public QDialog
{
    Q_OBJECT

public:
    explicit KeysDialog(widgets::ThemeSource* theme, QWidget* parent = nullptr);

private:
    void render();

    widgets::ThemeSource* m_theme;
    QTextBrowser* m_text;
};

} // namespace stepscope::app

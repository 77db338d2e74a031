// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The help: the list of keys, from resources/help/keys.html, the one place where they are written down for people; and
// how to record a run, from recording.html, with the recorder to copy. The pages keep no colours of their own; they
// come from the theme. GUI thread only.

#include <QDialog>
#include <QString>

class QTextBrowser;

namespace stepscope::widgets {
class ThemeSource;
}

namespace stepscope::app {

// The HTML texts as they are in the resources.
[[nodiscard]] QString keysPage();
[[nodiscard]] QString recordingPage();

class KeysDialog : public QDialog
{
    Q_OBJECT

public:
    explicit KeysDialog(widgets::ThemeSource* theme, QWidget* parent = nullptr);

private:
    void render();
    void render(QTextBrowser& browser, const QString& page) const;

    widgets::ThemeSource* m_theme;
    QTextBrowser* m_keys;
    QTextBrowser* m_recording;
};

} // namespace stepscope::app

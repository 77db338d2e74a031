// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The session of a window: saved under its name, opened again, recovered after a crash; and what it says about all that
// in the bar above the pages. Knows what has not been saved. GUI thread only.

#include "app/gui/file_hashes.h"
#include "app/gui/session_leaks.h"
#include "app/gui/session_opener.h"
#include "core/share/session.h"
#include "core/share/session_paths.h"

#include <QMap>
#include <QObject>
#include <QString>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <memory>

class QWidget;

namespace stepscope::widgets {
class ThemeSource;
}

namespace stepscope::app {

class NoticeBar;
class Recovery;

class Sessions : public QObject
{
    Q_OBJECT

public:
    // All must outlive it; `window` is its parent and that of its dialogs.
    Sessions(DocumentTabs& tabs, FileOpener& files, Comparisons& comparisons, Settings& settings,
        widgets::ThemeSource* theme, QWidget* window);
    ~Sessions() override;

    [[nodiscard]] NoticeBar& bar() { return *m_bar; } // to be put over the pages
    [[nodiscard]] SessionOpener& opener() { return m_opener; }

    // What of the files are no sessions, for somebody else to open. Sessions are opened.
    [[nodiscard]] QStringList openThose(const QStringList& paths);
    void save(); // under its name, or asks for one
    void saveAs();
    [[nodiscard]] QString suggestedName() const;                 // for a session that has no name yet
    void saveTo(const QString& path);                            // written once the content of its files is known
    [[nodiscard]] const QString& path() const { return m_path; } // empty: it has no name
    [[nodiscard]] QString name() const;
    // Notes or files are others than those that were saved; never of a session without a name.
    [[nodiscard]] bool isModified() const;
    [[nodiscard]] bool isIdle() const;

    enum class Leave : std::uint8_t
    {
        Save,
        Discard,
        Stay
    };
    void setLeaveQuestion(std::function<Leave(const QString& name)> ask) { m_askToLeave = std::move(ask); }
    [[nodiscard]] bool mayClose(); // asks where notes would be lost; false: not now, or not at all
    void end();                    // the window closes in order
    void endUnasked(); // the system ends the program: notes that are in no file are offered at the next start

    void keepRecovery(const QString& folder); // and offers what is left there

    // What a PNG of one page carries that is written to that folder.
    [[nodiscard]] QMap<QString, QString> pictureKeys(const widgets::ContentPage& page, const QString& folder) const;
    void prepareFor(const widgets::ContentPage& page); // learns the content of its files, which may take a while

Q_SIGNALS:
    void changed();      // name() or isModified()
    void closeAllowed(); // after mayClose() had to wait for the saving
    void messageIssued(const QString& message);

private:
    [[nodiscard]] share::Session captured(const widgets::ContentPage* only = nullptr) const;
    void write();
    [[nodiscard]] share::KnownSecrets known() const; // by the files that are open
    void remember(const QString& path);
    void follow(); // what the window shows now
    void offerLeft();
    void forgetLeft();
    void leftOpened();

    DocumentTabs& m_tabs;
    const Comparisons& m_comparisons;
    Settings& m_settings;
    QWidget* m_window;
    NoticeBar* m_bar;
    SessionOpener m_opener;
    FileHashes m_hashes;
    std::unique_ptr<Recovery> m_recovery;
    QString m_path;
    share::Session m_saved; // as it was captured then
    QString m_writingTo;    // empty: nothing is being saved
    bool m_closesAfter = false;
    bool m_restoresLeft = false; // what is left is being opened
    bool m_settling = false;     // what was opened is not all there yet
    bool m_wasModified = false;
    std::function<Leave(const QString&)> m_askToLeave;
    SessionLeaks m_leaks;
    QTimer m_timer;
};

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is open is kept in a file of this process, written anew every few seconds where it has changed, and taken away
// when the program ends in order. What is found of processes that are gone is what they had open when they ended; a
// lock tells them from those that run, and keeps two programs from offering the same. GUI thread only.

#include "core/share/session.h"

#include <QLockFile>
#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace stepscope::app {

class Recovery : public QObject
{
    Q_OBJECT

public:
    static constexpr int kIntervalMs = 3000;
    using Capture = std::function<share::Session()>; // with absolute paths

    Recovery(const QString& folder, Capture capture, QObject* parent);
    ~Recovery() override;

    // The newest of what others have left, until it is forgotten; nothing: there is none.
    [[nodiscard]] const std::optional<share::Session>& left() const { return m_left; }
    void forgetLeft(); // and looks for another
    void save();       // where anything has changed
    void endWell();    // nothing is to be recovered

private:
    void findLeft();

    QString m_folder;
    Capture m_capture;
    QString m_path; // of this process
    std::unique_ptr<QLockFile> m_lock;
    bool m_isWritten = false;
    share::Session m_saved;
    std::optional<share::Session> m_left;
    QString m_leftPath;
    std::unique_ptr<QLockFile> m_leftLock;
    QTimer m_timer;
};

// "3 files with 4 notes were open when Stepscope ended unexpectedly."
[[nodiscard]] QString leftText(const share::Session& session);

} // namespace stepscope::app

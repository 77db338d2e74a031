// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/recovery.h"

#include "app/gui/session_file.h"
#include "widgets/details/detail_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QUuid>

namespace stepscope::app {

namespace {

std::unique_ptr<QLockFile> lockOf(const QString& path)
{
    auto lock = std::make_unique<QLockFile>(path + QStringLiteral(".lock"));
    lock->setStaleLockTime(0); // however old: only the end of its process frees it
    return lock->tryLock() ? std::move(lock) : nullptr;
}

std::size_t notesIn(const share::Session& session)
{
    std::size_t notes = 0;
    for (const share::SessionPage& page : session.pages)
        notes += page.annotations.size();
    return notes;
}

} // namespace

Recovery::Recovery(const QString& folder, Capture capture, QObject* parent)
    : QObject(parent)
    , m_folder(folder)
    , m_capture(std::move(capture))
    , m_path(QDir(folder).filePath(QStringLiteral("%1-%2%3")
                                       .arg(QCoreApplication::applicationPid())
                                       .arg(QUuid::createUuid().toString(QUuid::Id128).left(8), kSessionSuffix)))
{
    // What is open tells what people work on: it is nobody else's business.
    QDir().mkpath(folder);
    QFile::setPermissions(folder, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    m_lock = lockOf(m_path);
    findLeft();
    connect(&m_timer, &QTimer::timeout, this, &Recovery::save);
    m_timer.start(kIntervalMs);
}

Recovery::~Recovery() = default;

// What cannot be read is taken away: there is nothing to be had of it.
void Recovery::findLeft()
{
    m_left.reset();
    m_leftLock.reset();
    const QStringList files
        = QDir(m_folder).entryList({QLatin1Char('*') + kSessionSuffix}, QDir::Files | QDir::NoSymLinks, QDir::Time);
    for (const QString& name : files) {
        const QString path = QDir(m_folder).filePath(name);
        std::unique_ptr<QLockFile> lock = path != m_path ? lockOf(path) : nullptr;
        if (!lock)
            continue;
        auto session = readSession(path);
        if (!session) {
            QFile::remove(path);
            continue;
        }
        m_left = std::move(*session);
        m_leftPath = path;
        m_leftLock = std::move(lock);
        return;
    }
}

void Recovery::forgetLeft()
{
    if (m_left)
        QFile::remove(m_leftPath);
    findLeft();
}

void Recovery::save()
{
    if (!m_lock)
        return;
    share::Session session = m_capture();
    if (session.files.empty()) {
        endWell();
        return;
    }
    if (session == m_saved && m_isWritten)
        return;
    m_isWritten = writeSession(m_path, session).isEmpty();
    if (m_isWritten)
        QFile::setPermissions(m_path, QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    m_saved = std::move(session);
}

void Recovery::endWell()
{
    QFile::remove(m_path);
    m_isWritten = false;
}

QString leftText(const share::Session& session)
{
    const std::size_t notes = notesIn(session);
    QString text = widgets::countedText(session.files.size(), QStringLiteral("file"), QStringLiteral("files"));
    if (notes > 0)
        text += QStringLiteral(" with ") + widgets::countedText(notes, QStringLiteral("note"), QStringLiteral("notes"));
    return text
        + (session.files.size() == 1 ? QStringLiteral(" was open when Stepscope ended unexpectedly.")
                                     : QStringLiteral(" were open when Stepscope ended unexpectedly."));
}

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/file_hashes.h"

#include <QFile>
#include <QFileInfo>

namespace stepscope::app {

FileHashes::FileHashes(QObject* parent)
    : QObject(parent)
{
}

std::optional<share::ContentHash> FileHashes::known(const QString& path) const
{
    const auto entry = m_entries.constFind(path);
    const QFileInfo file(path);
    if (entry == m_entries.constEnd() || file.size() != entry->size || file.lastModified() != entry->changed)
        return std::nullopt;
    return entry->hash;
}

void FileHashes::want(const QStringList& paths)
{
    for (const QString& path : paths) {
        if (!known(path) && QFileInfo(path).isFile() && !m_wanted.contains(path))
            m_wanted << path;
    }
    if (!m_job.isRunning())
        computeNext();
}

void FileHashes::computeNext()
{
    if (m_wanted.isEmpty()) {
        Q_EMIT ready();
        return;
    }
    const QString path = m_wanted.takeFirst();
    const QFileInfo file(path);
    Entry entry {file.size(), file.lastModified(), {}};
    m_job.start<share::ContentHash>(
        [name = QFile::encodeName(path).toStdString()](
            Progress& progress, const std::stop_token& stop) { return share::contentHash(name, progress, stop); },
        [this, path, entry](Expected<share::ContentHash> hash) mutable {
            if (hash) {
                entry.hash = std::move(*hash);
                m_entries[path] = entry;
            }
            computeNext();
        });
}

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The content hashes of files that sessions tell, computed in the background when they are wanted and kept as long as a
// file has the size and the time of change that it had then. GUI thread only.

#include "core/share/content_hash.h"
#include "widgets/jobs/job_runner.h"

#include <QDateTime>
#include <QHash>
#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>

namespace stepscope::app {

class FileHashes : public QObject
{
    Q_OBJECT

public:
    explicit FileHashes(QObject* parent = nullptr);

    [[nodiscard]] std::optional<share::ContentHash> known(const QString& path) const; // of the file as it is now
    void want(const QStringList& paths); // folders and what cannot be read have none
    [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }

Q_SIGNALS:
    void ready(); // all that was wanted is known, or will not be

private:
    struct Entry
    {
        qint64 size = 0;
        QDateTime changed;
        share::ContentHash hash;
    };
    void computeNext();

    QHash<QString, Entry> m_entries;
    QStringList m_wanted;
    widgets::JobRunner m_job;
};

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One opened file: its load job and what came of it, a trace, a memory snapshot or timeline, or an error; or the ranks
// of a job: a folder, a summary, or several files. Created for a path, loads when told to, and ends in exactly one of
// Ready and Failed (Cancelled counts as its own end: nothing is shown of it).
// GUI thread only. Destroying it stops the load and joins it.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/load/load_file.h"
#include "core/util/expected.h"
#include "core/util/progress.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/ranks/rank_set.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <variant>

namespace stepscope::app {

using load::Loaded;
using load::SnapshotPtr;
using load::TimelinePtr;
using load::TracePtr;
using LoadFunction = std::function<Expected<Loaded>(const std::string& path, Progress&, std::stop_token)>;

[[nodiscard]] LoadFunction defaultLoader(); // load::loadFile

class Document : public QObject
{
    Q_OBJECT

public:
    enum class State : std::uint8_t
    {
        New,
        Loading,
        Ready,
        Failed,
        Cancelled
    };
    Q_ENUM(State)

    explicit Document(const QString& path, LoadFunction loader = defaultLoader(), QObject* parent = nullptr);

    // What is opened are these files together, as ranks of a job; the path only names them. Before load().
    void setRankFiles(const QStringList& files) { m_rankFiles = files; }
    [[nodiscard]] const QStringList& rankFiles() const { return m_rankFiles; }
    [[nodiscard]] bool isFile() const { return m_rankFiles.isEmpty(); } // or a folder: the path says what is opened
    [[nodiscard]] bool holdsRanks() const;                              // as far as is known before it is read
    [[nodiscard]] static QString pathOfRanks(const QStringList& files);

    void load(); // again, too: the file may have been repaired or replaced
    void cancel();

    [[nodiscard]] State state() const { return m_state; }
    // At one of its ends.
    [[nodiscard]] bool isSettled() const { return m_state != State::New && m_state != State::Loading; }
    [[nodiscard]] const QString& path() const { return m_path; } // absolute
    [[nodiscard]] QString title() const;                         // file name
    // One of these is there when Ready.
    [[nodiscard]] const TracePtr& trace() const { return m_trace; }
    [[nodiscard]] const SnapshotPtr& snapshot() const { return m_snapshot; }
    [[nodiscard]] const TimelinePtr& timeline() const { return m_timeline; } // memory by category
    [[nodiscard]] const widgets::RankSetPtr& ranks() const { return m_ranks; }
    [[nodiscard]] const Error& error() const { return m_error; } // meant when Failed

Q_SIGNALS:
    void stateChanged(stepscope::app::Document::State state);
    void progressChanged(const stepscope::widgets::JobProgress& progress);

private:
    void setState(State state);
    using Result = std::variant<TracePtr, SnapshotPtr, TimelinePtr, widgets::RankSetPtr>;
    void finish(Expected<Result> result);

    QString m_path;
    QStringList m_rankFiles;
    LoadFunction m_loader;
    State m_state = State::New;
    TracePtr m_trace;
    SnapshotPtr m_snapshot;
    TimelinePtr m_timeline;
    widgets::RankSetPtr m_ranks;
    Error m_error;
    widgets::JobRunner m_job;
};

} // namespace stepscope::app

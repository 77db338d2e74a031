// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One opened file: its load job and what came of it, a trace or an error. Created for a path, loads when told to, and
// ends in exactly one of Ready and Failed (Cancelled counts as its own end: nothing is shown of it). GUI thread only.
// Destroying it stops the load and joins it.

#include "core/model/trace.h"
#include "core/util/expected.h"
#include "core/util/progress.h"
#include "widgets/jobs/job_runner.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace stepscope::app {

using TracePtr = std::shared_ptr<const model::Trace>;
using LoadFunction = std::function<Expected<TracePtr>(const std::string& path, Progress&, std::stop_token)>;

[[nodiscard]] LoadFunction defaultLoader(); // json::loadTrace

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

    void load(); // again, too: the file may have been repaired or replaced
    void cancel();

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const QString& path() const { return m_path; }    // absolute
    [[nodiscard]] QString title() const;                            // file name
    [[nodiscard]] const TracePtr& trace() const { return m_trace; } // not null when Ready
    [[nodiscard]] const Error& error() const { return m_error; }    // meant when Failed

Q_SIGNALS:
    void stateChanged(stepscope::app::Document::State state);
    void progressChanged(const stepscope::widgets::JobProgress& progress);

private:
    void setState(State state);
    void finish(Expected<TracePtr> result);

    QString m_path;
    LoadFunction m_loader;
    State m_state = State::New;
    TracePtr m_trace;
    Error m_error;
    widgets::JobRunner m_job;
};

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/document.h"

#include <QFile>
#include <QFileInfo>

namespace stepscope::app {

LoadFunction defaultLoader()
{
    return [](const std::string& path, Progress& progress, std::stop_token stop) {
        return load::loadFile(path, progress, std::move(stop));
    };
}

Document::Document(const QString& path, LoadFunction loader, QObject* parent)
    : QObject(parent)
    , m_path(QFileInfo(path).absoluteFilePath())
    , m_loader(std::move(loader))
{
    connect(&m_job, &widgets::JobRunner::progressChanged, this, &Document::progressChanged);
}

QString Document::title() const
{
    return QFileInfo(m_path).fileName();
}

void Document::load()
{
    m_trace.reset();
    m_snapshot.reset();
    m_timeline.reset();
    m_error = {};
    const std::string file = QFile::encodeName(m_path).toStdString();
    m_job.start<Loaded>([loader = m_loader, file](Progress& progress,
                            std::stop_token stop) { return loader(file, progress, std::move(stop)); },
        [this](Expected<Loaded> result) { finish(std::move(result)); });
    setState(State::Loading);
}

void Document::cancel()
{
    if (m_state != State::Loading)
        return;
    m_job.cancel();
    setState(State::Cancelled);
}

void Document::finish(Expected<Loaded> result)
{
    if (result) {
        if (auto* trace = std::get_if<TracePtr>(&*result))
            m_trace = std::move(*trace);
        else if (auto* snapshot = std::get_if<SnapshotPtr>(&*result))
            m_snapshot = std::move(*snapshot);
        else
            m_timeline = std::move(std::get<TimelinePtr>(*result));
    }
    if (m_trace || m_snapshot || m_timeline) {
        setState(State::Ready);
        return;
    }
    m_error = result ? Error {ErrorClass::Internal, "The loader returned nothing.", -1, -1} : std::move(result.error());
    setState(m_error.errorClass == ErrorClass::Cancelled ? State::Cancelled : State::Failed);
}

void Document::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    Q_EMIT stateChanged(state);
}

} // namespace stepscope::app

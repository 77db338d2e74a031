// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/document.h"

#include "core/load/content.h"

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

QString Document::pathOfRanks(const QStringList& files)
{
    const QString first = QFileInfo(files.constFirst()).absoluteFilePath();
    return files.size() == 1 ? first : QStringLiteral("%1 and %2 more").arg(first).arg(files.size() - 1);
}

bool Document::holdsRanks() const
{
    return !m_rankFiles.isEmpty() || QFileInfo(m_path).isDir();
}

namespace {

bool isSummary(const std::string& path)
{
    const Expected<load::Content> content = load::contentOf(path);
    return content && *content == load::Content::RankSummary;
}

} // namespace

void Document::load()
{
    m_trace.reset();
    m_snapshot.reset();
    m_timeline.reset();
    m_ranks.reset();
    m_error = {};
    const std::string file = QFile::encodeName(m_path).toStdString();
    std::vector<std::string> rankFiles;
    for (const QString& path : m_rankFiles)
        rankFiles.push_back(QFile::encodeName(QFileInfo(path).absoluteFilePath()).toStdString());
    if (rankFiles.empty() && holdsRanks())
        rankFiles.push_back(file);
    m_job.start<Result>(
        [loader = m_loader, file, rankFiles](Progress& progress, std::stop_token stop) -> Expected<Result> {
            const bool areRanks = !rankFiles.empty() || isSummary(file);
            if (areRanks)
                return widgets::loadRankSet(
                    rankFiles.empty() ? std::vector<std::string> {file} : rankFiles, progress, stop)
                    .map([](widgets::RankSetPtr set) { return Result(std::move(set)); });
            return loader(file, progress, std::move(stop)).map([](Loaded loaded) {
                return std::visit([](auto content) { return Result(std::move(content)); }, std::move(loaded));
            });
        },
        [this](Expected<Result> result) { finish(std::move(result)); });
    setState(State::Loading);
}

void Document::cancel()
{
    if (m_state != State::Loading)
        return;
    m_job.cancel();
    setState(State::Cancelled);
}

void Document::finish(Expected<Result> result)
{
    if (result) {
        if (auto* trace = std::get_if<TracePtr>(&*result))
            m_trace = std::move(*trace);
        else if (auto* snapshot = std::get_if<SnapshotPtr>(&*result))
            m_snapshot = std::move(*snapshot);
        else if (auto* timeline = std::get_if<TimelinePtr>(&*result))
            m_timeline = std::move(*timeline);
        else
            m_ranks = std::move(std::get<widgets::RankSetPtr>(*result));
    }
    if (m_trace || m_snapshot || m_timeline || m_ranks) {
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drop_words.h"

#include "core/load/content.h"
#include "widgets/ranks/rank_set.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <string>
#include <vector>

namespace stepscope::app {

namespace {

constexpr int kOpenShare = 2; // of three parts of the height: the comparison stands below, as its timeline will

} // namespace

DraggedFiles draggedFiles(const QStringList& paths)
{
    std::vector<std::string> files;
    for (const QString& path : paths)
        files.push_back(QFile::encodeName(path).toStdString());
    if (widgets::lookLikeRanks(files))
        return DraggedFiles::Ranks;
    if (files.size() < 2)
        return DraggedFiles::Unknown;
    std::size_t traces = 0;
    std::size_t snapshots = 0;
    for (const std::string& file : files) {
        const auto content = load::contentOf(file);
        traces += content && *content == load::Content::Trace ? 1U : 0U;
        snapshots += content && *content == load::Content::Snapshot ? 1U : 0U;
    }
    if (traces == files.size() || snapshots == files.size())
        return DraggedFiles::Alike;
    return files.size() == 2 && traces == 1 && snapshots == 1 ? DraggedFiles::TraceAndSnapshot : DraggedFiles::Unknown;
}

DropZone openZone(const QStringList& paths, DraggedFiles are)
{
    const QString ranksDetail = QStringLiteral("On one clock: who came late, and who waited");
    const QString filesDetail = QStringLiteral("In a tab of its own; a snapshot joins the trace of its run");
    DropZone zone {QStringLiteral("Open"), filesDetail, QStringLiteral("open"), kOpenShare};
    if (are == DraggedFiles::Ranks) {
        zone.title = QStringLiteral("Open %1 ranks").arg(paths.size());
        zone.detail = ranksDetail;
    } else if (are == DraggedFiles::TraceAndSnapshot) {
        zone.title = QStringLiteral("Open together on one time axis");
        zone.detail = QStringLiteral("The memory below the timeline, if both are of one run");
    } else if (paths.size() > 1) {
        zone.title = QStringLiteral("Open %1 files").arg(paths.size());
        zone.detail = QStringLiteral("Each in a tab of its own; a snapshot joins the trace of its run");
    } else if (QFileInfo(paths.constFirst()).isDir()) {
        zone.title = QStringLiteral("Open the ranks in %1").arg(QFileInfo(paths.constFirst()).fileName());
        zone.detail = ranksDetail;
    }
    return zone;
}

bool mayCompare(const QStringList& paths, DraggedFiles are)
{
    return paths.size() == 2 && are != DraggedFiles::TraceAndSnapshot && are != DraggedFiles::Ranks;
}

} // namespace stepscope::app

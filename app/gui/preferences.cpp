// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/preferences.h"

#include "widgets/pages/trace_page.h"
#include "widgets/timeline/row_controls.h"
#include "widgets/timeline/timeline_view.h"

#include <QDataStream>
#include <QIODevice>

#include <cmath>

namespace stepscope::app {

namespace {

constexpr quint32 kMark = 0x53535032;      // of toBytes(): other bytes are ignored
constexpr quint32 kFirstMark = 0x53535031; // before pictures carried sessions

} // namespace

void apply(const Preferences& preferences, widgets::TracePage* page)
{
    if (page == nullptr)
        return;
    page->timeline().setDisplay(preferences.timeline);
    page->rows().setDefaultHeight(preferences.timeline.rowHeight);
    analysis::AnalysisOptions options = page->figures().options();
    if (options.walls.shortKernelNs == preferences.shortKernelNs)
        return;
    options.walls.shortKernelNs = preferences.shortKernelNs;
    page->figures().setOptions(options);
}

QByteArray toBytes(const Preferences& preferences)
{
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    const widgets::TimelineDisplay& timeline = preferences.timeline;
    out << kMark << static_cast<quint8>(timeline.time) << static_cast<quint8>(timeline.rowHeight) << timeline.gaps.px
        << qint64 {timeline.gaps.ns} << qint64 {preferences.shortKernelNs} << preferences.picturesCarrySession;
    return bytes;
}

Preferences preferencesFrom(const QByteArray& bytes)
{
    QDataStream in(bytes);
    quint32 mark = 0;
    quint8 time = 0;
    quint8 height = 0;
    double px = 0;
    qint64 gapNs = 0;
    qint64 shortNs = 0;
    bool carrySession = true;
    in >> mark >> time >> height >> px >> gapNs >> shortNs;
    if (mark == kMark)
        in >> carrySession;
    const bool isPossible = time <= static_cast<quint8>(widgets::TimeDisplay::WallClock)
        && height < std::size(view::kRowHeights) && std::isfinite(px) && px > 0 && gapNs >= 0 && shortNs > 0;
    if (in.status() != QDataStream::Ok || (mark != kMark && mark != kFirstMark) || !isPossible)
        return {};
    Preferences preferences;
    preferences.timeline = {static_cast<widgets::TimeDisplay>(time), static_cast<view::RowHeight>(height), {px, gapNs}};
    preferences.shortKernelNs = shortNs;
    preferences.picturesCarrySession = carrySession;
    return preferences;
}

} // namespace stepscope::app

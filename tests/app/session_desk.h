// SPDX-License-Identifier: GPL-3.0-or-later
// A window with something that is worth to be kept, and what people do with sessions of it.
#pragma once

#include "app/gui/notice_bar.h"
#include "app/gui/sessions.h"
#include "core/share/annotation.h"
#include "tests/app/desk.h"
#include "widgets/annotate/annotation_board.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QUrl>

namespace stepscope::tests {

inline share::Annotation note(std::int64_t at, const char* text)
{
    share::Annotation annotation;
    annotation.from = {at, "GPU 0/stream 7", 0.5, 0, {}, 1};
    annotation.text = text;
    return annotation;
}

// A trace with something to remember: a view, a selection, a range and a note.
inline void workOn(Desk& desk)
{
    widgets::TracePage& trace = *desk.trace();
    trace.axis().setWindow({12'345'678, 0.5, 3'000'000});
    trace.selection().select(SliceId(5U));
    trace.selection().setRange(widgets::TimeRange {13'000'000, 14'000'000});
    trace.showPanelTitled(QStringLiteral("Kernels"));
    (void)trace.annotations()->add(note(13'500'000, "here, Ümläut → \"quoted\""));
}

inline bool saved(Desk& desk, const QString& path)
{
    desk.window.sessions().saveTo(path);
    return desk.settled() && QFile::exists(path);
}

inline bool drop(Desk& desk, const QString& path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    const QPoint at = desk.window.rect().center();
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&desk.window, &enter);
    QDropEvent let(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&desk.window, &let);
    return enter.isAccepted() && let.isAccepted();
}

inline QString noticeOf(Desk& desk)
{
    return desk.window.sessions().bar().text();
}

} // namespace stepscope::tests

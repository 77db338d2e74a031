// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/screenshot.h"

#include "app/gui/document_page.h"
#include "app/gui/main_window.h"

#include <QCoreApplication>
#include <QPixmap>
#include <QTextStream>

#include <cstdio>

namespace stepscope::app {

namespace {

void complain(const QString& text)
{
    QTextStream(stderr) << QStringLiteral("stepscope: ") << text << Qt::endl;
}

void waitUntilIdle(MainWindow& window)
{
    // Idle once is not idle for good: laying out what was loaded may ask for more. So look again after the queue is
    // empty.
    do {
        while (!window.isIdle())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    } while (!window.isIdle());
}

// One line on standard error for each file that could not be opened; returns how many could.
int reportErrors(MainWindow& window)
{
    int opened = 0;
    for (DocumentPage* page : window.pages()) {
        const Document& document = page->document();
        if (document.state() == Document::State::Ready) {
            ++opened;
            continue;
        }
        const Error& error = document.error();
        QString text = QString::fromStdString(error.message);
        if (!text.contains(document.path()))
            text.prepend(document.path() + QStringLiteral(": "));
        if (error.line >= 1)
            text += QStringLiteral(" (line %1, byte %2)").arg(error.line).arg(error.offset);
        else if (error.offset >= 0)
            text += QStringLiteral(" (byte %1)").arg(error.offset);
        complain(text);
    }
    return opened;
}

} // namespace

void prepareScreenshotPlatform(const Options& options)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_SCALE_FACTOR", QByteArray::number(options.scale));
}

int takeScreenshot(MainWindow& window, const Options& options)
{
    window.resize(options.size);
    window.show();
    window.openFiles(options.files);
    window.showPage(0);
    waitUntilIdle(window);
    if (options.window) {
        for (DocumentPage* page : window.pages())
            window.showTimeWindow(*page, *options.window);
        waitUntilIdle(window);
    }
    const int opened = reportErrors(window);
    const QPixmap picture = window.grab();
    if (!picture.save(options.screenshot, "PNG")) {
        complain(QStringLiteral("%1: the picture cannot be written").arg(options.screenshot));
        return 2;
    }
    return opened > 0 || options.files.isEmpty() ? 0 : 2;
}

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Entry of `stepscope`: reads the command line, makes the application and its window, and hands over.
#include "app/gui/appearance.h"
#include "app/gui/command_line.h"
#include "app/gui/main_window.h"
#include "app/gui/screenshot.h"
#include "app/gui/sessions.h"
#include "app/gui/settings.h"
#include "app/gui/termination.h"
#include "core/util/heap.h"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTextStream>

#include <cstdio>
#include <memory>

namespace {

using stepscope::app::CommandLine;
using stepscope::app::Options;

constexpr int kExitRefused = 2;

QStringList argumentsOf(int argc, char** argv)
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    return arguments;
}

// Qt would abort with advice about plugins; a person on a bare node needs other advice.
bool hasDisplay()
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_MACOS)
    for (const char* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"}) {
        if (!qEnvironmentVariableIsEmpty(name))
            return true;
    }
    return false;
#else
    return true;
#endif
}

int refuse(const QString& text)
{
    QTextStream(stderr) << "stepscope: " << text << Qt::endl;
    return kExitRefused;
}

int run(int argc, char** argv, const Options& options)
{
    const bool picture = !options.screenshot.isEmpty();
    if (picture)
        stepscope::app::prepareScreenshotPlatform(options);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("stepscope"));
    QApplication::setOrganizationName(QStringLiteral("stepscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Stepscope"));

    // A picture neither depends on what the window remembers nor adds to it.
    stepscope::app::Settings settings(picture ? nullptr : std::make_unique<QSettings>());
    stepscope::app::Appearance appearance(application);
    appearance.setChoice(options.theme.value_or(settings.theme()));
    stepscope::app::MainWindow window(settings, appearance);
    if (picture)
        return stepscope::app::takeScreenshot(window, options);
    if (options.ranks)
        window.openRanks(options.files);
    else if (options.compare)
        window.compareFiles(options.files);
    else
        window.openFiles(options.files, options.window);
    if (!options.session.isEmpty())
        window.sessions().opener().open(options.session);
    window.show();
    window.sessions().keepRecovery(
        QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/recovery"));
    const stepscope::app::Termination termination;
    QObject::connect(
        &termination, &stepscope::app::Termination::asked, &window, &stepscope::app::MainWindow::endUnasked);
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    stepscope::returnLargeBlocks();
    const CommandLine commandLine = stepscope::app::parseCommandLine(argumentsOf(argc, argv));
    switch (commandLine.kind) {
    case CommandLine::Kind::Message:
        QTextStream(stdout) << commandLine.text << Qt::endl;
        return 0;
    case CommandLine::Kind::Error:
        return refuse(commandLine.text + QStringLiteral("\nTry 'stepscope --help'."));
    case CommandLine::Kind::Run:
        break;
    }
    if (commandLine.options.screenshot.isEmpty() && !hasDisplay())
        return refuse(QStringLiteral(
            "there is no display. Use --screenshot OUT.png for a picture, or stepscope-cli for figures."));
    return run(argc, argv, commandLine.options);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A window on the (offscreen) screen with settings and a folder of its own, for tests that use it as a person does.
#pragma once

#include "app/gui/appearance.h"
#include "app/gui/document_page.h"
#include "app/gui/main_window.h"
#include "app/gui/settings.h"
#include "tests/support/loaded_trace.h"
#include "widgets/pages/trace_page.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace stepscope::tests {

// Everything a window needs, with settings of its own.
struct Desk
{
    explicit Desk(app::LoadFunction loader = app::defaultLoader())
        : settings(std::make_unique<QSettings>(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat))
        , appearance(*qobject_cast<QApplication*>(QCoreApplication::instance()))
        , window(settings, appearance, std::move(loader))
    {
        window.resize(1000, 700);
        window.show();
        window.activateWindow();
        active = QTest::qWaitForWindowActive(&window);
    }

    QString file(const char* name, const QByteArray& content = smallTraceJson())
    {
        const QString path = folder.filePath(QString::fromLatin1(name));
        return writeFile(path, content) ? path : QString();
    }
    [[nodiscard]] bool settled()
    {
        return QTest::qWaitFor([this]() { return window.isIdle(); }, 10'000);
    }
    [[nodiscard]] widgets::TracePage* trace()
    {
        return window.currentPage() != nullptr ? window.currentPage()->tracePage() : nullptr;
    }

    QTemporaryDir folder;
    app::Settings settings;
    app::Appearance appearance;
    app::MainWindow window;
    bool active = false;
};

} // namespace stepscope::tests

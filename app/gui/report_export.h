// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes the report of a page (what `stepscope-cli report` says of it, the notes that were made, and a picture of what
// is seen) as one HTML file, or as Markdown with its picture in a file beside it. Jobs put the figures into words and
// write the files; what should not be shared is asked about before anything is written. GUI thread only.

#include "app/gui/leak_dialog.h"
#include "core/export/sections.h"
#include "core/share/known_secrets.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/picture/picture.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QWidget;

namespace stepscope::widgets {
class ContentPage;
struct Theme;
} // namespace stepscope::widgets

namespace stepscope::app {

class Settings;

struct Report // as it is written
{
    QString title;
    std::vector<exporting::Section> sections;
    widgets::PaintedPicture picture;
    QString caption; // of the picture
};

// One line about what went wrong; empty when all is written. The ending of the path says how: .md, else HTML. Any
// thread.
[[nodiscard]] QString saveReport(const Report& report, const QString& path);

class ReportExport : public QObject
{
    Q_OBJECT

public:
    ReportExport(Settings& settings, QWidget* window);

    // Asks where to, and writes; `name` is that of what is reported.
    void choose(widgets::ContentPage& page, const QString& name, const widgets::Theme& theme);
    void write(widgets::ContentPage& page, const QString& name, const widgets::Theme& theme, const QString& path);
    [[nodiscard]] bool isIdle() const { return !m_job.isRunning(); }
    void setQuestion(AskAboutLeaks ask) { m_ask = std::move(ask); } // for tests

Q_SIGNALS:
    void finished(const QString& message);

private:
    void save(Report report, widgets::Picture picture, share::KnownSecrets known, const QString& path);

    Settings& m_settings;
    QWidget* m_window;
    AskAboutLeaks m_ask = &LeakDialog::ask;
    widgets::JobRunner m_job; // puts into words, then writes
};

} // namespace stepscope::app

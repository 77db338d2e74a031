// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes the report of a page (what `stepscope-cli report` says of it, the notes that were made, and a picture of what
// is seen) as one HTML file, or as Markdown with its picture in a file beside it. The figures are put into words in a
// job; what should not be shared is asked about before anything is written. GUI thread only.

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

using AskAboutReport = std::function<std::optional<widgets::IsMasked>(
    const QString& what, const std::vector<widgets::ShownSecret>& secrets, QWidget* parent)>;

struct Report
{
    QString title;
    std::vector<exporting::Section> sections;
    widgets::Picture picture;
    QString caption; // of the picture
};

// One line about what went wrong; empty when all is written. The ending of the path says how: .md, else HTML.
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
    void setQuestion(AskAboutReport ask) { m_ask = std::move(ask); } // for tests

Q_SIGNALS:
    void finished(const QString& message);

private:
    void save(Report report, share::KnownSecrets known, const QString& path);

    Settings& m_settings;
    QWidget* m_window;
    AskAboutReport m_ask = &LeakDialog::ask;
    widgets::JobRunner m_job;
};

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes the report of a page, what `stepscope-cli report` says with the picture of what is seen, as one HTML file or
// as Markdown (its picture is then a file beside it). The text is made in a job. GUI thread only.

#include "core/export/sections_html.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/share/report_task.h"

#include <QImage>
#include <QObject>
#include <QString>

class QWidget;

namespace stepscope::widgets {
class ContentPage;
}

namespace stepscope::app {

class Settings;

struct ReportRequest
{
    QString path;  // ends in .html, .htm or .md
    QString title; // of the report
    widgets::ReportTask sections;
    QImage picture; // null: none
    QString caption;
};

class ReportExport : public QObject
{
    Q_OBJECT

public:
    ReportExport(Settings& settings, QWidget* window);

    // Asks where to, and writes; `name` is that of what is reported.
    void choose(widgets::ContentPage& page, const QString& name);
    void write(ReportRequest request);
    [[nodiscard]] bool isIdle() const { return !m_job.isRunning(); }

Q_SIGNALS:
    void finished(const QString& message, bool isWritten);

private:
    Settings& m_settings;
    QWidget* m_window;
    widgets::JobRunner m_job;
};

// One line about what went wrong, or nothing. For a file of its own, see ReportExport.
[[nodiscard]] QString saveReport(const ReportRequest& request);

} // namespace stepscope::app

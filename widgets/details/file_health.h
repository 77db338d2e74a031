// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The File health panel: what had to be repaired or left out, with links to the events; what was not recorded and how
// to record it; what the file holds. Slow questions run in jobs. GUI thread only.

#include "core/analysis/missing.h"
#include "widgets/details/health_report.h"
#include "widgets/jobs/job_runner.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QTextBrowser;

namespace stepscope::widgets {

class ThemeSource;

class FileHealth : public QWidget
{
    Q_OBJECT

public:
    FileHealth(
        std::shared_ptr<const model::Trace> trace, Selection* selection, ThemeSource* theme, QWidget* parent = nullptr);

    [[nodiscard]] bool isIdle() const { return !m_missingJob.isRunning() && !m_lookup.isRunning(); }

Q_SIGNALS:
    void itemActivated(const stepscope::widgets::Item& item); // a sample was followed; it is selected by then

private:
    void render();
    void applyTheme();
    void openLink(const QString& link);
    void showByte(std::uint64_t byte);

    std::shared_ptr<const model::Trace> m_trace;
    Selection* m_selection;
    ThemeSource* m_theme;
    std::optional<std::vector<analysis::MissingData>> m_missing;
    JobRunner m_missingJob;
    JobRunner m_lookup;
    QTextBrowser* m_anomalies;
    QTextBrowser* m_recorded;
    QTextBrowser* m_contents;
    QLabel* m_status;
};

} // namespace stepscope::widgets

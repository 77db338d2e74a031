// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The File health panel of a trace: places in the file lead to their events. Slow questions run in jobs. GUI thread
// only.

#include "widgets/details/health_view.h"
#include "widgets/jobs/job_runner.h"

#include <memory>

namespace stepscope::widgets {

class FileHealth : public HealthView
{
    Q_OBJECT

public:
    FileHealth(
        std::shared_ptr<const model::Trace> trace, Selection* selection, ThemeSource* theme, QWidget* parent = nullptr);

    [[nodiscard]] bool isIdle() const { return !m_missingJob.isRunning() && !m_lookup.isRunning(); }

Q_SIGNALS:
    void itemActivated(const stepscope::widgets::Item& item); // a sample was followed; it is selected by then

private:
    void describe(std::optional<std::vector<analysis::MissingData>> missing);
    void showByte(std::uint64_t byte);

    std::shared_ptr<const model::Trace> m_trace;
    Selection* m_selection;
    JobRunner m_missingJob;
    JobRunner m_lookup;
};

} // namespace stepscope::widgets

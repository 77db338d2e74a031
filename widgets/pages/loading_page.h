// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Shown while a file is being read: stage, bytes of how many, events, time left, a bar and a way out. Only shows what
// it is told; keeps no job. GUI thread only.

#include "widgets/jobs/job_runner.h"

#include <QWidget>

#include <cstdint>
#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;

namespace stepscope::widgets {

// Estimate from the bytes so far; nothing while it would be a guess.
[[nodiscard]] std::optional<std::int64_t> remainingMs(const JobProgress& progress);
[[nodiscard]] QString stageText(LoadStage stage);

class LoadingPage : public QWidget
{
    Q_OBJECT

public:
    explicit LoadingPage(QWidget* parent = nullptr);

    void setFile(const QString& title, const QString& folder);
    void setCountsRanks(bool counts); // the progress is one of files of ranks, not of bytes
    void setProgress(const JobProgress& progress);

Q_SIGNALS:
    void cancelRequested();

private:
    QLabel* m_title;
    QLabel* m_folder;
    QLabel* m_stage;
    QLabel* m_amount;
    QLabel* m_left;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
    bool m_countsRanks = false;
};

} // namespace stepscope::widgets

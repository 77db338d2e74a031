// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes a part of the shown trace as a trace of its own, to be shared: which part, with Python frames or without, and
// masked or not; what would be masked is listed before. Looking through the trace and writing are jobs with progress
// that can be cancelled. GUI thread only.

#include <cstdint>
#include <optional>
#include <utility> // these first: moc cannot read <compare> on its own

#include "core/share/trace_cut.h"
#include "widgets/jobs/job_runner.h"

#include <QDialog>
#include <QString>

#include <memory>
#include <vector>

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace stepscope::widgets {
class ComboBox;
class TracePage;
} // namespace stepscope::widgets

namespace stepscope::app {

class SecretTable;

struct CutPart // that can be chosen
{
    QString text;
    std::optional<Interval> window;                             // nothing: all
    std::optional<std::pair<std::int64_t, std::int64_t>> steps; // first and last number of those it is made of
};

// The whole, what is seen now, and the selected range and step where there are such.
[[nodiscard]] std::vector<CutPart> partsOf(const widgets::TracePage& page);

class CutDialog : public QDialog
{
    Q_OBJECT

public:
    CutDialog(std::shared_ptr<const model::Trace> trace, std::vector<CutPart> parts, QWidget* parent = nullptr);

    void setScrubbing(bool scrub);
    void write(const QString& path);                                   // closes the dialog when it is done
    [[nodiscard]] const QString& message() const { return m_message; } // what was written
    [[nodiscard]] bool isIdle() const { return !m_listing.isRunning() && !m_writing.isRunning(); }
    [[nodiscard]] SecretTable& table() { return *m_table; }
    [[nodiscard]] QString stateText() const;

private:
    void buildUi();
    void follow(widgets::JobRunner& job);
    void list();
    void askForPath();
    void showState(const QString& text);
    [[nodiscard]] share::CutRequest request() const;

    std::shared_ptr<const model::Trace> m_trace;
    std::vector<CutPart> m_parts;
    widgets::ComboBox* m_part;
    QCheckBox* m_python;
    QCheckBox* m_scrub;
    SecretTable* m_table;
    QLabel* m_state;
    QProgressBar* m_progress;
    QPushButton* m_save = nullptr;
    QString m_message;
    widgets::JobRunner m_listing;
    widgets::JobRunner m_writing;
};

} // namespace stepscope::app

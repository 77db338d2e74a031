// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The events of one rank under its row: reads the trace, says how far that is, and shows it as a timeline of its own
// that looks where the ranks' axis looks. Unfolded at first to its devices and their streams; all that is of the CPU is
// folded. GUI thread only; the axis must outlive it.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/load/load_file.h"
#include "core/share/session.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/viewmodel/selection.h"
#include "widgets/viewmodel/time_axis.h"

#include <QPointer>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <memory>

class QLabel;

namespace stepscope::widgets {

class AxisLink;
class EventDetails;
class Figures;
class ThemeSource;
class TimelineView;

class RankLane : public QWidget
{
    Q_OBJECT

public:
    // `shift`: added to times of the file for those of the axis.
    RankLane(const QString& path, std::int64_t shift, TimeAxis* axis, ThemeSource* theme, QWidget* parent);
    ~RankLane() override;

    [[nodiscard]] int wantedHeight() const; // px, at most what was allowed
    void setLargestHeight(int px);
    void setHeaderWidth(int px);
    [[nodiscard]] TimelineView* timeline() { return m_timeline; } // null: not read yet
    [[nodiscard]] Selection& selection() { return m_selection; }
    [[nodiscard]] std::int64_t shift() const { return m_shift; }
    // Everything about what is selected; for whoever shows it, and gone with the lane. Null: not read yet.
    [[nodiscard]] EventDetails* details() const;
    [[nodiscard]] bool isIdle() const;
    // For sessions; the window is left to all ranks. Nothing: not read yet. What is given back before that waits for
    // it; restored() says what the file does not have.
    [[nodiscard]] std::optional<share::TimelineState> state() const;
    void restore(const share::TimelineState& state);

Q_SIGNALS:
    void restored(const QStringList& missing);
    void shown(); // timeline() is there
    void heightChanged();
    void selectionChanged(); // an event or a range of this rank
    void headerWidthRequested(int px);
    void scrolledBy(int px); // by a wheel that its own rows have no use for

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void take(Expected<load::Loaded> result);
    void say(const QString& text);
    void showTrace(const load::TracePtr& trace);
    void foldRows();
    void makeDetails(const load::TracePtr& trace);
    void arrange();

    QString m_path;
    std::int64_t m_shift;
    TimeAxis* m_leader;
    ThemeSource* m_theme;
    TimeAxis m_axis;
    Selection m_selection;
    std::unique_ptr<AxisLink> m_link;
    std::unique_ptr<Figures> m_figures;
    QLabel* m_note;
    TimelineView* m_timeline = nullptr;
    QPointer<EventDetails> m_details;
    int m_largest = 400;
    int m_headerWidth;
    std::optional<share::TimelineState> m_wanted; // to be restored
    JobRunner m_job;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The steps of a job of ranks as the box of the tool bar offers them: choosing one brings it into view on all ranks.
// What each costs is said of all ranks: its length, the longest wait of a rank in it, and who was last most often. One
// per page; GUI thread only, the view must outlive it.

#include "widgets/pages/step_choice.h"

#include <cstdint>

namespace stepscope::widgets {

class RanksTimelineView;
class TimeAxis;

class RanksSteps : public StepChoice
{
    Q_OBJECT

public:
    RanksSteps(RanksTimelineView* timeline, TimeAxis* axis, QObject* parent = nullptr);

    [[nodiscard]] std::size_t count() const override;
    [[nodiscard]] std::optional<std::size_t> chosen() const override; // the one that is in view alone
    [[nodiscard]] QString name(std::size_t step) const override;
    [[nodiscard]] QString statistics(std::size_t step) const override; // "231 ms · waits up to 12 ms · rank 2 last"
    [[nodiscard]] QString text() const override;
    void choose(std::size_t step) override;
    void chooseAll() override; // and shows the whole recording

private:
    RanksTimelineView* m_timeline;
    TimeAxis* m_axis;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Says where in the training steps we are: the selected step, else the one in the middle of the view, else how many
// there are. One per opened trace; GUI thread only. O(log steps) a question.

#include "core/view/steps.h"
#include "widgets/viewmodel/selection.h"
#include "widgets/viewmodel/time_axis.h"

#include <QObject>
#include <QString>

#include <vector>

namespace stepscope::widgets {

class StepReadout : public QObject
{
    Q_OBJECT

public:
    StepReadout(const model::Trace& trace, TimeAxis* axis, Selection* selection, QObject* parent = nullptr);

    [[nodiscard]] bool hasSteps() const { return !m_steps.empty(); }
    [[nodiscard]] QString text() const; // "Step #12", "3 steps", "no steps"

Q_SIGNALS:
    void changed();

private:
    const model::Trace& m_trace;
    TimeAxis* m_axis;
    Selection* m_selection;
    std::vector<view::Step> m_steps;
};

} // namespace stepscope::widgets

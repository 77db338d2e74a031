// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The training steps of a trace, and which of them we are at: the selected one, else the one that fills the view. One
// per opened trace; GUI thread only. O(log steps) a question.

#include "core/view/steps.h"
#include "widgets/viewmodel/selection.h"
#include "widgets/viewmodel/time_axis.h"

#include <QObject>
#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

namespace stepscope::widgets {

class StepReadout : public QObject
{
    Q_OBJECT

public:
    StepReadout(const model::Trace& trace, TimeAxis* axis, Selection* selection, QObject* parent = nullptr);

    [[nodiscard]] const model::Trace& trace() const { return m_trace; }
    [[nodiscard]] const std::vector<view::Step>& steps() const { return m_steps; }
    [[nodiscard]] bool hasSteps() const { return !m_steps.empty(); }
    [[nodiscard]] std::optional<std::size_t> current() const;
    [[nodiscard]] QString label(std::size_t step) const; // "#12"

Q_SIGNALS:
    void changed(); // current() may be another

private:
    const model::Trace& m_trace;
    TimeAxis* m_axis;
    Selection* m_selection;
    std::vector<view::Step> m_steps;
};

} // namespace stepscope::widgets

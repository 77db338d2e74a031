// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which training step tables and findings are limited to, if any: sets the scope of Figures and brings the step into
// view. Going back to a view outside of the step, or choosing all steps, takes the limit away. Also knows what to say
// about each step. One per opened trace; GUI thread only.

#include "widgets/pages/step_choice.h"
#include "widgets/pages/step_readout.h"
#include "widgets/viewmodel/figures.h"

#include <QObject>
#include <QString>

#include <cstddef>
#include <optional>

namespace stepscope::widgets {

class StepScope : public StepChoice
{
    Q_OBJECT

public:
    StepScope(
        const StepReadout* steps, Figures* figures, TimeAxis* axis, Selection* selection, QObject* parent = nullptr);

    [[nodiscard]] std::size_t count() const override { return m_steps->steps().size(); }
    [[nodiscard]] std::optional<std::size_t> chosen() const override { return m_chosen; }
    [[nodiscard]] QString name(std::size_t step) const override;
    // "231.4 ms · GPU busy 62 % · idle 85.2 ms, mostly input · 412 kernels · 3 syncs"; only the duration before there
    // are figures.
    [[nodiscard]] QString statistics(std::size_t step) const override;
    [[nodiscard]] QString text() const override; // "All steps", "Step #12", "Only step #12", "No steps"

    void choose(std::size_t step) override;
    void chooseAll() override;     // and shows the whole trace
    void follow(std::size_t step); // went to this one: where one is chosen, it becomes that
    void wentBack(bool anything);
    void setChosen(std::optional<std::size_t> step); // and leaves what is seen as it is

private:
    const StepReadout* m_steps;
    Figures* m_figures;
    TimeAxis* m_axis;
    Selection* m_selection;
    std::optional<std::size_t> m_chosen;
};

} // namespace stepscope::widgets

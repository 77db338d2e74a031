// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The steps of a memory snapshot's shown device: choosing one marks its entries and brings them into view. One per
// opened snapshot; GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/memory/memory_context.h"
#include "widgets/pages/step_choice.h"

namespace stepscope::widgets {

class MemoryGuide;

class MemorySteps : public StepChoice
{
    Q_OBJECT

public:
    MemorySteps(const MemoryContext& context, MemoryGuide* guide, QObject* parent = nullptr);

    [[nodiscard]] std::size_t count() const override;
    [[nodiscard]] std::optional<std::size_t> chosen() const override; // the one whose entries are marked
    [[nodiscard]] QString name(std::size_t step) const override;
    [[nodiscard]] QString statistics(std::size_t step) const override; // "peak 12 GiB · baseline 8 GiB · 512 entries"
    [[nodiscard]] QString text() const override;
    void choose(std::size_t step) override;
    void chooseAll() override;  // and shows the whole history
    void stepBy(int direction); // from what is marked, or the point, to the next or previous one

private:
    [[nodiscard]] const std::vector<analysis::MemoryStep>* steps() const; // null before there are figures

    MemoryContext m_context;
    MemoryGuide* m_guide;
};

} // namespace stepscope::widgets

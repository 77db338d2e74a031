// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is said about a memory timeline by category. Computed when made: it is one pass over the times. GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/analysis/memory/category_figures.h"
#include "widgets/viewmodel/judgement_source.h"

#include <memory>

namespace stepscope::widgets {

using TimelinePtr = std::shared_ptr<const model::CategoryTimeline>;

class CategoryJudgement : public JudgementSource
{
    Q_OBJECT

public:
    explicit CategoryJudgement(TimelinePtr timeline, QObject* parent = nullptr);

    [[nodiscard]] const analysis::CategoryFigures& figures() const { return *m_figures; }

    [[nodiscard]] JudgementPtr judgement() const override { return {m_figures, &m_figures->judgement}; }
    [[nodiscard]] bool isBusy() const override { return false; }
    [[nodiscard]] const QString& problem() const override { return m_problem; }
    [[nodiscard]] QString placeText(const analysis::Finding& finding, std::size_t place) const override;

private:
    TimelinePtr m_timeline;
    std::shared_ptr<const analysis::CategoryFigures> m_figures;
    QString m_problem; // there is none
};

} // namespace stepscope::widgets

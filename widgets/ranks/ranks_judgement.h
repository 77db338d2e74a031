// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The stragglers of a job as findings (rule comm.straggler), for the findings panel: each with the collectives that the
// rank came late to, the latest first. Times of its evidence are those of the common clock. GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/ranks/rank_set.h"
#include "widgets/viewmodel/judgement_source.h"

#include <memory>
#include <vector>

namespace stepscope::widgets {

using RankJobPtr = std::shared_ptr<const RankJob>;

class RanksJudgement : public JudgementSource
{
    Q_OBJECT

public:
    using JudgementSource::JudgementSource;

    void setJob(RankJobPtr job);
    // Index into World::collectives of a place.
    [[nodiscard]] std::optional<std::uint32_t> collectiveOf(std::size_t finding, std::size_t place) const;
    [[nodiscard]] std::optional<std::uint32_t> rankOf(std::size_t finding) const;

    [[nodiscard]] JudgementPtr judgement() const override { return m_judgement; }
    [[nodiscard]] bool isBusy() const override { return false; }
    [[nodiscard]] const QString& problem() const override { return m_problem; }
    [[nodiscard]] QString placeText(const analysis::Finding& finding, std::size_t place) const override;

private:
    RankJobPtr m_job;
    JudgementPtr m_judgement;
    std::vector<std::vector<std::uint32_t>> m_places; // by finding: collectives
    QString m_problem;                                // there is none
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the Selection panel and the File health panel of a job of ranks say, as plain values. Pure.

#include "widgets/details/event_report.h"
#include "widgets/ranks/rank_set.h"

#include <QList>

namespace stepscope::widgets {

// Who came when, and what each did before it.
[[nodiscard]] QList<DetailSection> describeCollective(const ranks::World& world, std::uint32_t collective);
[[nodiscard]] QList<DetailSection> describeRank(const RankJob& job, std::uint32_t rank);
// What is missing, could not be compared or not be read.
[[nodiscard]] QList<DetailSection> describeHealth(const RankSet& set, std::size_t job);
[[nodiscard]] std::uint64_t healthWarnings(const RankSet& set, std::size_t job);

} // namespace stepscope::widgets

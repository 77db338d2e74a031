// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Words for ranks and their collectives. Pure.

#include "core/ranks/world.h"
#include "core/util/interval_ops.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace stepscope::widgets {

[[nodiscard]] QString rankText(const ranks::World& world, std::uint32_t rank); // "rank 3", else the name of its file
[[nodiscard]] QString collectiveText(const ranks::SharedCollective& shared);   // "allreduce #12"
[[nodiscard]] QString clockText(
    const ranks::World& world, std::uint32_t rank);        // how its clock was brought to the first
[[nodiscard]] QString signedDurationText(std::int64_t ns); // "+1.2 ms"

// From the first arrival to the last end, common clock.
[[nodiscard]] Interval spanOf(const ranks::SharedCollective& shared);
[[nodiscard]] const ranks::Arrival& firstArrival(const ranks::SharedCollective& shared);
[[nodiscard]] std::vector<std::uint32_t> byArrival(const ranks::SharedCollective& shared); // indices into arrivals
// What is said beside the pointer: group and step, the longest wait, who came when (some of the last and the first).
[[nodiscard]] QStringList collectiveLines(const ranks::World& world, const ranks::SharedCollective& shared);

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// GPU work (kernels, copies, sets) and its launches. GpuWorkIds number the pieces of GPU work densely in canonical
// slice order, so columns over them stay small. Link rules: the launch of a piece of work is the runtime or driver call
// with its correlation number that starts latest before it, or, where there is none, the next one; a runtime call wins
// over the driver call it makes; without correlation numbers, launch flows (ac2g and older spellings) link instead.

#include "core/util/column.h"
#include "core/util/ids.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::model {

struct GpuWorkTable
{
    Column<SliceId> slice;
    Column<SliceId> launch;            // invalid: not in the file
    Column<std::uint64_t> bytes;       // copies and sets; kUnknownBytes where not recorded
    Column<std::uint32_t> correlation; // 0: none recorded (or it does not fit: see the arguments)
    Column<std::uint8_t> fromGraph;    // 1: launched by a graph

    static constexpr std::uint64_t kUnknownBytes = ~std::uint64_t {0};
    [[nodiscard]] std::size_t size() const { return slice.size(); }
};

// Launch call -> its GPU work, as compressed sparse rows over the launches that have some.
struct LaunchIndex
{
    std::vector<SliceId> launches;      // ascending
    std::vector<std::uint32_t> offsets; // launches.size() + 1, into targets
    std::vector<GpuWorkId> targets;     // by start within a launch
    std::vector<SliceId> withoutWork;   // launch calls with no GPU record, ascending

    [[nodiscard]] std::span<const GpuWorkId> workOf(SliceId launch) const;
    [[nodiscard]] std::size_t arrows() const { return targets.size(); }
};

} // namespace stepscope::model

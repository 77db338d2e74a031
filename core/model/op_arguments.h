// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Arguments that figures need of many events, decoded while loading: the input shapes of operators (record_shapes), and
// the amounts of [memory] marks (profile_memory). Empty where nothing was recorded. Immutable after the load.

#include "core/util/column.h"
#include "core/util/ids.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace stepscope::model {

class SiteTable;
class StopCheck;
struct AssemblyInput;
struct PlacedSlices;
struct Trace;

// Texts as in the file: the input shapes of each slice, such as [[8, 1024], []], and the constant arguments of
// convolutions, such as ["", "", "[2, 2]"]. B/E pairs have none.
struct InputShapes
{
    Column<std::uint32_t> dims; // by slice: 0 for none, else NameId + 1; empty when no slice has any
    std::vector<std::pair<SliceId, NameId>> constants; // ascending by slice

    [[nodiscard]] bool recorded() const { return !dims.empty(); }
    [[nodiscard]] NameId dimsOf(SliceId id) const
    {
        const bool has = id.index() < dims.size() && dims[id.index()] != 0;
        return has ? NameId(dims[id.index()] - 1) : NameId {};
    }
    [[nodiscard]] NameId constantsOf(SliceId id) const // invalid: not kept. O(log convolutions)
    {
        const auto found = std::lower_bound(constants.begin(), constants.end(), std::pair {id, NameId(0U)});
        return found != constants.end() && found->first == id ? found->second : NameId {};
    }
};

// Allocations (bytes > 0) and frees (< 0).
struct MemoryMarks
{
    static constexpr std::int64_t kUnknown = std::numeric_limits<std::int64_t>::min();
    static constexpr std::int32_t kHost = 0; // device type

    Column<std::uint32_t> instant; // index into Trace::instants; ascending
    Column<std::int64_t> bytes;
    Column<std::int64_t> totalAllocated; // on the device afterwards; kUnknown where not recorded
    Column<std::int64_t> totalReserved;  // by the allocator, the same
    Column<std::uint64_t> address;       // 0: not recorded
    Column<std::int32_t> deviceType;     // kHost, or that of an accelerator as torch numbers them
    Column<std::int32_t> device;         // -1: the host, or not recorded

    [[nodiscard]] std::size_t size() const { return instant.size(); }
};

// Fills Trace::shapes and releases the raw ones. O(slices).
void placeShapes(AssemblyInput& input, const PlacedSlices& placed, SiteTable& sites, Trace& trace);

} // namespace stepscope::model

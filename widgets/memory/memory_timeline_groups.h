// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which allocations belong together on the memory timeline, and what the groups are called and look like: by the line
// of the program that allocated, by category, size or lifetime. Plain values made once per device and grouping,
// O(allocations + stacks).

#include "core/analysis/memory/stack_reader.h"
#include "core/model/memory_snapshot.h"
#include "core/view/memory_colours.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace stepscope::widgets {

enum class MemoryColourBy : std::uint8_t
{
    Stack,    // the line of the program that allocated
    Category, // what the block is for, where that is known
    Size,
    Lifetime
};

struct MemoryCategories // of the allocations of one device; empty: not known
{
    std::vector<std::uint8_t> of; // indices into names
    QStringList names;
};

struct MemoryGroups
{
    std::vector<std::uint32_t> of;         // of each allocation
    std::vector<view::BandColour> colours; // of each group
    std::vector<QString> names;
    std::vector<std::uint32_t> order; // groups that are seen: most area first, steps of sizes and lifetimes in theirs

    [[nodiscard]] view::BandColour colourOf(std::size_t allocation) const { return colours[of[allocation]]; }
};

[[nodiscard]] MemoryGroups memoryGroups(const analysis::StackReader& stacks, const model::MemoryDevice& device,
    MemoryColourBy by, const MemoryCategories& categories);

// Groups of the same names get the colours that they have in `model`, others hues that are not used there.
void takeColours(MemoryGroups& groups, const MemoryGroups& model);

} // namespace stepscope::widgets

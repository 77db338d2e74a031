// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/allocator_rules.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>
#include <string_view>

namespace stepscope::model {
namespace {

// All integers of a text, in order: settings come as text, tables among them.
std::vector<std::int64_t> integersOf(std::string_view text)
{
    std::vector<std::int64_t> out;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        std::int64_t value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        if (error == std::errc {})
            out.push_back(value);
        at = next > at ? next : at + 1;
    }
    return out;
}

std::uint64_t roundUp(std::uint64_t size, std::uint64_t multiple)
{
    const std::uint64_t rest = size % multiple;
    return rest == 0 || size > UINT64_MAX - multiple ? size : size + multiple - rest;
}

} // namespace

AllocatorRules::AllocatorRules(const std::vector<std::pair<std::string, std::string>>& settings)
{
    for (const auto& [key, text] : settings) {
        if (key == "expandable_segments")
            m_expandable = text == "True" || text == "true" || text == "1";
        const std::vector<std::int64_t> values = integersOf(text);
        if (key == "max_split_size" && values.size() == 1 && values[0] > 0)
            m_maxSplit = static_cast<std::uint64_t>(values[0]);
        if (key != "roundup_power2_divisions")
            continue;
        for (std::size_t i = 0; i + 1 < values.size(); i += 2) { // MiB at which a range starts, its divisions
            const auto mib = static_cast<std::uint64_t>(std::max<std::int64_t>(values[i], 1));
            const auto range = static_cast<std::size_t>(std::bit_width(mib) - 1);
            m_divisions[std::min(range, kDivisionRanges - 1)]
                = static_cast<std::uint64_t>(std::max<std::int64_t>(values[i + 1], 0));
        }
    }
}

std::uint64_t AllocatorRules::rounded(std::uint64_t requested) const
{
    if (requested <= kMinBlock)
        return kMinBlock;
    constexpr std::size_t kFirstRange = 20; // log2 of 1 MiB
    const auto log2 = static_cast<std::size_t>(std::bit_width(requested)) - 1;
    const std::size_t range = log2 > kFirstRange ? log2 - kFirstRange : 0;
    const std::uint64_t divisions = m_divisions[std::min(range, kDivisionRanges - 1)];
    if (divisions <= 1 || (requested - 1) / kMinBlock < divisions || std::has_single_bit(requested))
        return roundUp(requested, kMinBlock);
    return roundUp(requested, std::bit_floor(requested) / std::bit_floor(divisions));
}

bool AllocatorRules::splits(std::uint64_t block, std::uint64_t remainder) const
{
    if (block <= kSmallBlockMax || m_expandable)
        return remainder >= kMinBlock;
    return remainder > kSmallBlockMax && (block < m_maxSplit || remainder >= kUnsplitRemainderMax);
}

std::uint64_t AllocatorRules::taken(std::uint64_t requested, std::uint64_t interval) const
{
    const std::uint64_t block = rounded(requested);
    if (interval <= block || splits(block, interval - block))
        return block;
    return interval;
}

} // namespace stepscope::model

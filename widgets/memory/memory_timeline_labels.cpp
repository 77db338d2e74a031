// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_labels.h"

#include <algorithm>
#include <unordered_map>

namespace stepscope::widgets {

namespace {

// Neighbouring runs of one group in one column.
struct Block
{
    std::uint32_t piece = 0; // the lowest
    std::int32_t bottom = 0;
    std::int32_t top = 0;
    bool single = true;
};

// visit(block) for each of a column, from the bottom up.
template <class Visit>
void eachBlock(
    const view::BandPicture& picture, std::size_t column, std::span<const std::uint32_t> groupOf, const Visit& visit)
{
    const auto runs = picture.runsOf(picture.columns[column]);
    std::int32_t bottom = 0;
    for (std::size_t i = 0; i < runs.size();) {
        const std::uint32_t group = groupOf[runs[i].piece];
        std::size_t end = i + 1;
        while (end < runs.size() && groupOf[runs[end].piece] == group)
            ++end;
        visit(Block {runs[i].piece, bottom, runs[end - 1].top, end == i + 1});
        bottom = runs[end - 1].top;
        i = end;
    }
}

struct Stretch
{
    std::int32_t first = 0;
    std::int32_t last = 0; // columns
    Block shared;          // what belongs to it in all of them
};

class Search
{
public:
    explicit Search(QSize least)
        : m_least(least)
    {
    }
    void add(std::int32_t column, const Block& block)
    {
        if (block.top - block.bottom < m_least.height())
            return;
        Stretch& open = m_open.try_emplace(block.piece, Stretch {column, column, block}).first->second;
        const std::int32_t low = std::max(open.shared.bottom, block.bottom);
        const std::int32_t high = std::min(open.shared.top, block.top);
        if (open.last + 1 < column || high - low < m_least.height()) {
            keepLongest(open);
            open = {column, column, block};
            return;
        }
        open.last = column;
        open.shared = {block.piece, low, high, open.shared.single && block.single};
    }
    std::vector<BandLabel> labels()
    {
        for (const auto& [piece, stretch] : m_open)
            keepLongest(stretch);
        std::vector<BandLabel> found;
        found.reserve(m_longest.size());
        for (const auto& [piece, s] : m_longest)
            found.push_back({piece, s.shared.single, s.first, s.last});
        std::sort(found.begin(), found.end(), [](const BandLabel& a, const BandLabel& b) { return a.piece < b.piece; });
        return found;
    }

private:
    void keepLongest(const Stretch& stretch)
    {
        if (stretch.last - stretch.first + 1 < m_least.width())
            return;
        Stretch& longest = m_longest.try_emplace(stretch.shared.piece, stretch).first->second;
        if (stretch.last - stretch.first > longest.last - longest.first)
            longest = stretch;
    }

    QSize m_least;
    std::unordered_map<std::uint32_t, Stretch> m_open; // by lowest piece
    std::unordered_map<std::uint32_t, Stretch> m_longest;
};

} // namespace

BandLabels::BandLabels(const view::BandPicture& picture, std::span<const std::uint32_t> groupOf, QSize least)
    : m_picture(picture)
    , m_groupOf(groupOf)
{
    Search search(least);
    for (std::size_t c = 0; c < picture.columns.size(); ++c)
        eachBlock(picture, c, groupOf, [&](const Block& block) { search.add(static_cast<std::int32_t>(c), block); });
    m_labels = search.labels();
}

QRect BandLabels::middleOf(const BandLabel& label, std::int32_t width) const
{
    width = std::min(width, label.last - label.first + 1);
    const std::int32_t first = label.first + (label.last - label.first + 1 - width) / 2;
    std::int32_t low = 0;
    std::int32_t high = m_picture.height;
    for (std::int32_t c = first; c < first + width; ++c) {
        eachBlock(m_picture, static_cast<std::size_t>(c), m_groupOf, [&](const Block& block) {
            if (block.piece != label.piece)
                return;
            low = std::max(low, block.bottom);
            high = std::min(high, block.top);
        });
    }
    return {first, low, width, high - low};
}

} // namespace stepscope::widgets

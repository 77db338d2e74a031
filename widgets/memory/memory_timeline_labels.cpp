// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_labels.h"

#include <algorithm>
#include <unordered_map>

namespace stepscope::widgets {

namespace {

struct Stretch
{
    std::int32_t first = 0;
    std::int32_t last = 0; // columns
    std::int32_t low = 0;
    std::int32_t high = 0; // pixels that belong to it in all of them
    bool single = true;
};

class Search
{
public:
    Search(const view::BandPicture& picture, std::span<const std::uint32_t> groupOf, QSize least)
        : m_picture(picture)
        , m_groupOf(groupOf)
        , m_least(least)
    {
    }

    std::vector<BandLabel> labels()
    {
        for (std::size_t c = 0; c < m_picture.columns.size(); ++c)
            addColumn(static_cast<std::int32_t>(c));
        for (const auto& [piece, stretch] : m_open)
            keepLongest(piece, stretch);
        std::vector<BandLabel> found;
        found.reserve(m_longest.size());
        for (const auto& [piece, s] : m_longest)
            found.push_back({QRect(s.first, s.low, s.last - s.first + 1, s.high - s.low), piece, s.single});
        std::sort(found.begin(), found.end(), [](const BandLabel& a, const BandLabel& b) { return a.piece < b.piece; });
        return found;
    }

private:
    void addColumn(std::int32_t column)
    {
        const auto runs = m_picture.runsOf(m_picture.columns[static_cast<std::size_t>(column)]);
        std::int32_t bottom = 0;
        for (std::size_t i = 0; i < runs.size();) {
            const std::uint32_t group = m_groupOf[runs[i].piece];
            std::size_t end = i + 1;
            while (end < runs.size() && m_groupOf[runs[end].piece] == group)
                ++end;
            const std::int32_t top = runs[end - 1].top;
            if (top - bottom >= m_least.height())
                extend(runs[i].piece, {column, column, bottom, top, end == i + 1});
            bottom = top;
            i = end;
        }
    }
    void extend(std::uint32_t piece, const Stretch& seen)
    {
        Stretch& open = m_open.try_emplace(piece, seen).first->second;
        const std::int32_t low = std::max(open.low, seen.low);
        const std::int32_t high = std::min(open.high, seen.high);
        if (open.last + 1 < seen.first || high - low < m_least.height()) {
            keepLongest(piece, open);
            open = seen;
            return;
        }
        open = {open.first, seen.last, low, high, open.single && seen.single};
    }
    void keepLongest(std::uint32_t piece, const Stretch& stretch)
    {
        if (stretch.last - stretch.first + 1 < m_least.width())
            return;
        Stretch& longest = m_longest.try_emplace(piece, stretch).first->second;
        if (stretch.last - stretch.first > longest.last - longest.first)
            longest = stretch;
    }

    const view::BandPicture& m_picture;
    std::span<const std::uint32_t> m_groupOf;
    QSize m_least;
    std::unordered_map<std::uint32_t, Stretch> m_open; // by lowest piece
    std::unordered_map<std::uint32_t, Stretch> m_longest;
};

} // namespace

std::vector<BandLabel> bandLabels(const view::BandPicture& picture, std::span<const std::uint32_t> groupOf, QSize least)
{
    return Search(picture, groupOf, least).labels();
}

} // namespace stepscope::widgets

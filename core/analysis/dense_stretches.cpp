// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/dense_stretches.h"

namespace stepscope::analysis {
namespace {

constexpr std::size_t kNoCandidate = ~std::size_t {0};

struct StretchCandidate
{
    Stretch stretch;
    std::int64_t before = 0;          // score of everything before it …
    std::int64_t after = 0;           // … and up to its end
    std::size_t lower = kNoCandidate; // the nearest candidate to its left with a smaller `before`
};

// Adds a candidate to the right of all others; joins it with those to its left as long as the whole scores higher than
// its parts. What the search along `lower` steps over is never looked at again, hence linear in all.
void add(std::vector<StretchCandidate>& candidates, StretchCandidate next)
{
    while (true) {
        std::size_t at = candidates.empty() ? kNoCandidate : candidates.size() - 1;
        while (at != kNoCandidate && candidates[at].before >= next.before)
            at = candidates[at].lower;
        next.lower = at;
        if (at == kNoCandidate || candidates[at].after >= next.after)
            break;
        next.stretch.first = candidates[at].stretch.first;
        next.before = candidates[at].before;
        candidates.resize(at);
    }
    candidates.push_back(next);
}

} // namespace

std::vector<Stretch> denseStretches(std::span<const std::uint8_t> marks, Stretch within, std::int64_t permille)
{
    std::vector<StretchCandidate> candidates;
    std::int64_t score = 0;
    for (std::size_t i = within.first; i < within.last && i < marks.size(); ++i) {
        const std::int64_t before = score;
        score += marks[i] != 0 ? 1000 - permille : -permille;
        if (marks[i] != 0)
            add(candidates, {{i, i + 1}, before, score, kNoCandidate});
    }
    std::vector<Stretch> out;
    out.reserve(candidates.size());
    for (const StretchCandidate& candidate : candidates)
        out.push_back(candidate.stretch);
    return out;
}

} // namespace stepscope::analysis

// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions of random values that are allowed, for tests of what writes and reads them.
#pragma once

#include "core/share/session.h"

#include <cstdint>
#include <limits>
#include <random>
#include <string>

namespace stepscope::tests {

class RandomSession
{
public:
    // Without extremes all numbers are small.
    explicit RandomSession(std::uint32_t seed, bool extremes = true)
        : m_random(seed)
        , m_extremes(extremes)
    {
    }

    share::Session session()
    {
        share::Session out;
        out.program = text();
        for (std::size_t i = 0; i < 1 + below(4); ++i)
            out.files.push_back({"folder/" + text(), number<std::uint64_t>(), text()});
        for (std::size_t i = 0; i < 1 + below(4); ++i)
            out.pages.push_back(page(out.files.size()));
        out.current = below(out.pages.size());
        return out;
    }

private:
    std::size_t below(std::size_t limit) { return m_random() % limit; }
    bool coin() { return below(2) == 0; }
    double real() { return static_cast<double>(m_random()) / 4294967296.0; } // [0, 1)
    template <class T> T number()
    {
        using Limits = std::numeric_limits<T>;
        if (!m_extremes)
            return static_cast<T>(below(100));
        const T some[] = {0, 1, Limits::min(), Limits::max(), static_cast<T>(m_random())};
        return some[below(std::size(some))];
    }
    std::string text()
    {
        const char* some[] = {"", "gemm_f16", "a/b\n2", "\"quoted\\\" \x01\x7f", "Ünï → 中文 😀", "line\r\nline\ttab"};
        return some[below(std::size(some))];
    }
    template <class T> std::optional<T> maybe(T value)
    {
        return coin() ? std::optional<T>(std::move(value)) : std::nullopt;
    }
    share::Range range() { return {number<std::int64_t>(), number<std::int64_t>()}; }
    share::Window window() { return {number<std::int64_t>(), real(), 1e-3 + real() * 1e12}; }
    share::Alignment alignment()
    {
        return {number<std::int64_t>(), number<std::int64_t>(), 0.1 + real(), (real() - 0.5) * 1e9};
    }
    share::TimelineState timeline()
    {
        share::TimelineState out;
        out.window = window();
        for (std::size_t i = 0; i < below(5); ++i)
            out.rows.push_back({text(), coin(), coin(), coin(), coin()});
        out.rowFilter = text();
        out.onlyGpuWork = coin();
        out.rowSize = maybe(static_cast<share::RowSize>(below(3)));
        out.topRow = text();
        out.topOffset = static_cast<std::int32_t>(below(2000)) - 1000;
        out.selected = maybe(share::EventRef {text(), text(), number<std::int64_t>(), 5});
        out.measured = maybe(share::EventRef {text(), text(), number<std::int64_t>(), 6});
        out.range = maybe(range());
        out.step = maybe(number<std::int64_t>());
        out.search = maybe(share::SearchState {text(), coin(), coin(), maybe(text()), maybe(text())});
        out.minimumGap = static_cast<std::int64_t>(m_random());
        out.minimumGapPixels = real() * 100;
        out.wallClock = coin();
        out.flows = coin();
        out.shortKernel = maybe(1 + static_cast<std::int64_t>(m_random()));
        return out;
    }
    share::MemoryState memory()
    {
        return {number<std::uint32_t>(), text(), window(), number<std::int32_t>(), maybe(number<std::uint32_t>()),
            maybe(range()), text()};
    }
    share::RanksState ranks()
    {
        return {{{text(), number<std::int64_t>()}}, number<std::uint32_t>(), window(), text(), 7, maybe(text()),
            maybe(share::CollectiveRef {text(), text(), number<std::int64_t>()}), maybe(range()), {text(), text()},
            {{text(), timeline()}}};
    }
    share::Annotation annotation()
    {
        return {number<std::uint32_t>(), static_cast<share::AnnotationKind>(below(6)),
            static_cast<share::AnnotationView>(below(2)), number<std::uint32_t>(), number<std::uint32_t>(),
            {number<std::int64_t>(), text(), real() * 9, number<std::uint64_t>(), text(),
                1 + static_cast<std::int64_t>(m_random())},
            {number<std::int64_t>(), text(), real() * 9, number<std::uint64_t>(), text(),
                1 + static_cast<std::int64_t>(m_random())},
            text(), text(), number<std::uint8_t>(),
            maybe(share::LabelOffset {number<std::int32_t>(), number<std::int32_t>()})};
    }
    share::SessionPage page(std::size_t files)
    {
        share::SessionPage out;
        out.kind = files > 1 ? static_cast<share::PageKind>(below(3)) : share::PageKind::File;
        for (std::size_t i = 0; i < 2; ++i)
            out.files.push_back(below(files));
        out.earlierFiles = out.kind == share::PageKind::Comparison ? 1 : 0;
        out.panel = text();
        out.panelsVisible = coin();
        out.findingsVisible = coin();
        for (std::size_t i = 0; i < below(3); ++i) {
            out.tables.push_back(
                {text(), text(), coin(), coin() ? std::vector<std::int32_t> {40, 1} : std::vector<std::int32_t> {},
                    number<std::int32_t>(), number<std::int32_t>()});
            out.choices.push_back({text(), text(), text()});
        }
        out.finding = maybe(share::FindingRef {text(), number<std::uint32_t>(), number<std::uint32_t>()});
        for (std::size_t i = 0; i < below(3); ++i)
            out.timelines.push_back(timeline());
        for (std::size_t i = 0; i < below(3); ++i)
            out.memory.push_back(memory());
        out.ranks = maybe(ranks());
        out.showsMemory = coin();
        out.showsBoth = coin();
        out.timelineAlignment = maybe(alignment());
        out.memoryAlignment = maybe(alignment());
        for (std::size_t i = 0; i < below(4); ++i)
            out.annotations.push_back(annotation());
        return out;
    }

    std::mt19937 m_random;
    bool m_extremes;
};

} // namespace stepscope::tests

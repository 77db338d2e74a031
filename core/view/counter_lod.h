// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Level of detail of a counter series: smallest and largest value of any run of samples through a pyramid (16 : 1), and
// from it the value band of each pixel column. A value holds until the next sample; before the first there is none.
// Built in O(n), 2 bytes a sample; a column costs O(log n). Keeps a reference to the series: it must outlive the
// object.

#include "core/model/trace.h"
#include "core/view/time_scale.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::view {

struct ValueBand
{
    double low = 0;
    double high = 0;
};

class CounterLod
{
public:
    explicit CounterLod(const model::CounterSeries& series);

    [[nodiscard]] std::optional<ValueBand> all() const;                      // nothing when there are no samples
    [[nodiscard]] ValueBand band(std::size_t first, std::size_t last) const; // of samples [first, last), not empty
    // Band of each of `width` columns: the samples in it and the value that holds at its left edge.
    [[nodiscard]] std::vector<std::optional<ValueBand>> columns(const TimeScale& scale, std::int32_t width) const;
    // The sample whose value holds at `time`; nothing before the first.
    [[nodiscard]] std::optional<std::size_t> sampleAt(std::int64_t time) const;

private:
    [[nodiscard]] std::size_t firstAtOrAfter(std::size_t from, std::int64_t time) const;

    const model::CounterSeries* m_series;
    std::vector<std::vector<ValueBand>> m_levels; // m_levels[0]: one band for each 16 samples
};

} // namespace stepscope::view

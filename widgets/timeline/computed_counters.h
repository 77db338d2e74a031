// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Counters that no file holds but that follow from its events: how busy each GPU is, how much launched work of each
// stream is not finished, how much memory is allocated and reserved. A counter is computed when it is first drawn or
// asked for; GUI thread only.

#include "core/model/trace.h"
#include "core/view/counter_lod.h"
#include "core/view/density.h"
#include "core/view/layout_nodes.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace stepscope::widgets {

class ComputedCounters
{
public:
    static constexpr double kWindow = 8; // px: over which the share of busy time is taken

    explicit ComputedCounters(const model::Trace& trace);
    ~ComputedCounters();

    [[nodiscard]] const std::vector<view::ComputedCounter>& rows() const { return m_rows; }
    [[nodiscard]] const model::CounterSeries& series(std::size_t counter) const;
    [[nodiscard]] const view::CounterLod& lod(std::size_t counter) const;
    // Values of each pixel column. The share of busy time is that of the window of time the column lies in; windows
    // stand still while the view moves.
    [[nodiscard]] std::vector<std::optional<view::ValueBand>> columns(
        std::size_t index, const view::TimeScale& scale, std::int32_t width) const;
    // The value that is drawn at a time: what holds there, or the share of busy time around it.
    [[nodiscard]] std::optional<double> valueAt(
        std::size_t index, std::int64_t time, const view::TimeScale& scale) const;
    [[nodiscard]] bool isLine(std::size_t counter) const;                     // above what another fills
    [[nodiscard]] std::vector<std::size_t> beside(std::size_t counter) const; // the others of its row
    [[nodiscard]] QString text(std::size_t counter, double value) const;      // with its unit
    [[nodiscard]] QString formula(std::size_t counter) const;                 // how it follows from the events
    // Busy time of a stretch; nothing for counters that are no share of it.
    [[nodiscard]] std::optional<std::int64_t> busyNs(std::size_t counter, std::int64_t t0, std::int64_t t1) const;

private:
    struct Counter;
    struct MemoryCurves;
    [[nodiscard]] Counter& ready(std::size_t index) const;
    void addDevices();
    void addMemory();
    void compute(Counter& counter) const;
    void computeMemory(Counter& counter) const;

    const model::Trace& m_trace;
    std::vector<view::ComputedCounter> m_rows;
    std::vector<std::unique_ptr<Counter>> m_counters;
    std::unique_ptr<MemoryCurves> m_memory; // of all devices; empty until one is drawn
};

} // namespace stepscope::widgets

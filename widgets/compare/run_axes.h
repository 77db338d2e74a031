// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The axes of two runs that are looked at together: zooming, panning and the pointer follow in both directions. A place
// of one run stands under a place of the other (the alignment); from there both run on, at one pace or, for histories
// of different length, in proportion. What the user has shifted one run by comes on top. Bounds of both are such that
// each run can be seen whole. GUI thread only.
//
//   after = anchor(after) + (before − shift − anchor(before)) · pace

#include "widgets/viewmodel/time_axis.h"

#include <QObject>

#include <array>
#include <cstddef>
#include <cstdint>

namespace stepscope::widgets {

struct Alignment
{
    std::array<std::int64_t, 2> anchors {0, 0}; // before, after: these stand under each other
    double pace = 1;                            // of the later run for each unit of the earlier one
    friend bool operator==(const Alignment&, const Alignment&) = default;
};

class RunAxes : public QObject
{
    Q_OBJECT

public:
    explicit RunAxes(QObject* parent = nullptr);

    // The bounds that somebody sets on an axis are taken for those of that run.
    [[nodiscard]] TimeAxis& axis(std::size_t run) { return m_axes[run]; }
    [[nodiscard]] const TimeAxis& axis(std::size_t run) const { return m_axes[run]; }

    void align(const Alignment& alignment); // takes the shift away; the earlier run stays where it is seen
    [[nodiscard]] const Alignment& alignment() const { return m_alignment; }
    // How much later the later run stands than it is aligned, in units of the earlier one.
    [[nodiscard]] double shift() const { return m_shift; }
    void moveRun(std::size_t run, double pixels); // > 0: to the right, under the other one, which stays
    void resetShift();
    // All of it at once, and what is seen of each exactly.
    void restore(const Alignment& alignment, double shift, const std::array<view::TimeWindow, 2>& windows);
    void fitCommon(); // where both runs have something; all where they do not meet
    [[nodiscard]] std::int64_t inOther(std::size_t run, std::int64_t place) const; // what stands under it

Q_SIGNALS:
    void alignmentChanged(); // or shift()

private:
    [[nodiscard]] view::TimeWindow mapped(std::size_t from, const view::TimeWindow& window) const;
    [[nodiscard]] view::SplitTime mapped(std::size_t from, std::int64_t place, double fraction) const;
    void takeBounds(std::size_t run);
    void shareBounds();
    void copyRange(std::size_t from);
    void copyCursor(std::size_t from);

    std::array<TimeAxis, 2> m_axes;
    std::array<TimeRange, 2> m_own; // bounds of each run
    Alignment m_alignment;
    double m_shift = 0;
    bool m_copying = false;
};

} // namespace stepscope::widgets

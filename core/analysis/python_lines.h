// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The line of Python that a moment or a call belongs to, however the profiler kept it: frames as slices of their own
// (python_frames.h), else the stack in the arguments of the operators around ("Call stack", recorded_stack.h). Always
// the innermost frame of the user (isUserFrame), else the innermost one, as recorded: "train.py(12): log". Empty where
// none was recorded. Pure; with stacks in arguments each question reads the events around the slice from the file,
// nearest first, at most kMostRead of them: fine for one place, PythonLines for many.

#include "core/analysis/gap_causes.h"
#include "core/model/trace.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace stepscope::analysis {

// Innermost slice of the row that contains the time; invalid when none does.
[[nodiscard]] SliceId innermostAt(const model::Trace& trace, TrackId track, std::int64_t time);

// The stack in the arguments of the slice, else of the nearest slice around it that has one; innermost first.
[[nodiscard]] std::vector<std::string> recordedStackAround(const model::Trace& trace, SliceId slice);

[[nodiscard]] std::string pythonLineOf(const model::Trace& trace, SliceId slice);
// What the thread was in halfway through the part.
[[nodiscard]] std::string pythonLineOf(const model::Trace& trace, const GapPart& part);
// Of the longest part of the gap's cause.
[[nodiscard]] std::string pythonLineOf(const model::Trace& trace, const GapCauses& causes, const DeviceGap& gap);

// For tables: reads the arguments around one operator once, and stops to read when the first ones had no stack.
class PythonLines
{
public:
    explicit PythonLines(const model::Trace& trace)
        : m_trace(trace)
    {
    }
    [[nodiscard]] std::string of(SliceId slice);

private:
    const model::Trace& m_trace;
    std::map<SliceId, std::string> m_byOuter; // by the slice around
    std::size_t m_vain = 0;                   // reads in a row since the start that found nothing
    bool m_any = false;
};

} // namespace stepscope::analysis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Python frames by name, from the stacks that with_stack=True records: where the host's time goes.
//
//   calls   frames of that name
//   self    duration minus that of the direct children of any kind, each clipped to its parent: time in which the frame
//           itself was at work, or something that nobody recorded
//   total   durations of the frames that no frame of the same name encloses: recursion counts once
// All cut to the window; frames whose time was lost are counted as calls only. nn.Module frames are frames like others.
// O(slices of threads with frames + frames × nesting, at most kMostParents).

#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

struct PythonRow
{
    NameId name; // "torch/nn/modules/linear.py(114): forward"
    std::uint64_t calls = 0;
    std::int64_t selfNs = 0;
    std::int64_t totalNs = 0;
    SliceId longest; // frame whose duration can be trusted; the first of equals
    static constexpr int kMostParents = 256;
};

// By self time, largest first; then by name.
[[nodiscard]] std::vector<PythonRow> pythonStats(const model::Trace& trace, const Window& window);

} // namespace stepscope::analysis

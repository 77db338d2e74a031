// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Recorded Python frames: which are the user's own. Pure functions.

#include "core/model/trace.h"

#include <string_view>

namespace stepscope::analysis {

// A function in a file that is no part of torch: "train.py(12): step".
[[nodiscard]] inline bool isUserFrame(std::string_view name)
{
    if (name.substr(0, 1) == "<" || name.find("): ") == std::string_view::npos)
        return false; // "<built-in method …>"
    return name.substr(0, 6) != "torch/" && name.find("/torch/") == std::string_view::npos
        && name.find("nn.Module: ") == std::string_view::npos;
}

// The innermost frame of the user around a slice, else the innermost frame; invalid: no stacks recorded there.
[[nodiscard]] inline NameId pythonAround(const model::Trace& trace, SliceId slice)
{
    NameId innermost;
    for (SliceId id = trace.slices.parent[slice.index()]; id.valid(); id = trace.slices.parent[id.index()]) {
        if (trace.kindOf(id) != model::EventKind::PythonFunction)
            continue;
        if (isUserFrame(trace.nameOf(id)))
            return trace.slices.name[id.index()];
        if (!innermost.valid())
            innermost = trace.slices.name[id.index()];
    }
    return innermost;
}

} // namespace stepscope::analysis

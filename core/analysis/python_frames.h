// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Recorded Python frames: which are the user's own. Pure functions.

#include "core/model/trace.h"

#include <string_view>

namespace stepscope::analysis {

// A function in a file that is no part of torch, of another installed package or of Python: "train.py(12): step".
[[nodiscard]] inline bool isUserFrame(std::string_view name)
{
    if (name.substr(0, 1) == "<" || name.find("): ") == std::string_view::npos)
        return false; // "<built-in method …>"
    if (name.substr(0, 6) == "torch/")
        return false;
    for (const std::string_view library :
        {"/torch/", "site-packages/", "dist-packages/", "lib/python3", "nn.Module: "}) {
        if (name.find(library) != std::string_view::npos)
            return false;
    }
    return true;
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

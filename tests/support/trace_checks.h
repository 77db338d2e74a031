// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold of every loaded trace, and texts of it to compare: the whole model, or its events one by one without
// anything that follows from other events. Slow and simple.
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::tests {

/// Every fact of the model, as core/export writes it, and what that leaves out.
std::string wholeDump(const model::Trace& trace);

/// The first line in which two texts differ, with the line of each; empty when they are the same.
std::string firstDifference(const std::string& a, const std::string& b);

/// The first invariant of the model that does not hold; empty when all do.
std::string brokenInvariant(const model::Trace& trace);

/// One event of the model as the file gave it: nothing in `text` depends on other events or on places in the file.
struct EventLine
{
    std::uint64_t offset = 0;
    std::string text;
    bool isPair = false; // a slice made of two events
};
/// Slices (ends of B/E pairs with their begins), instants and counter samples, sorted by text.
std::vector<EventLine> eventLines(const model::Trace& trace);

} // namespace stepscope::tests

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Compute, communication or copy: the three classes of GPU work, by kind and name. Each distinct name is judged once;
// then O(1) a slice. Built and used by one thread.

#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

enum class WorkClass : std::uint8_t
{
    Compute,
    Communication,
    Copy
};

class WorkClasses
{
public:
    explicit WorkClasses(const model::Trace& trace);
    [[nodiscard]] WorkClass of(SliceId id); // of a piece of GPU work

private:
    const model::Trace& m_trace;
    std::vector<std::uint8_t> m_byName; // 0 not asked yet, 1 compute, 2 communication
};

} // namespace stepscope::analysis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who has already answered for which idle time of a device. Rules ask from the most specific to the most general, and
// what one has claimed no other can: the shares of findings about idle time add up to no more than the idle there is.
// claim() is O(unclaimed + wanted) for all of a rule's evidence at once.

#include "core/analysis/gpu_utilisation.h"
#include "core/util/interval_ops.h"

#include <vector>

namespace stepscope::analysis {

class IdleLedger
{
public:
    explicit IdleLedger(const GpuUse& use)
    {
        for (const DeviceUse& device : use.devices)
            m_unclaimed.push_back(device.gaps);
    }

    // The part of `wanted` that was idle and unclaimed; it is not any more.
    [[nodiscard]] IntervalSet claim(std::size_t device, const IntervalSet& wanted)
    {
        IntervalSet granted = intersect(m_unclaimed[device], wanted);
        m_unclaimed[device] = subtract(m_unclaimed[device], wanted);
        return granted;
    }
    [[nodiscard]] const IntervalSet& unclaimed(std::size_t device) const { return m_unclaimed[device]; }

private:
    std::vector<IntervalSet> m_unclaimed; // as in GpuUse::devices
};

} // namespace stepscope::analysis

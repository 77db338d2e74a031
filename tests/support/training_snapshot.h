// SPDX-License-Identifier: GPL-3.0-or-later
// A small training loop as a memory snapshot: parameters, then steps of forward, backward, optimizer and zero_grad.
// Every figure can be told from the options.
#pragma once

#include "tests/support/snapshot_builder.h"
#include "tests/support/units.h"

#include <cstdint>

namespace stepscope::tests {

struct Training
{
    int steps = 10;
    int layers = 3;
    bool annotations = true; // ProfilerStep#N
    bool stacks = true;
    std::uint64_t parameter = 40 * kMiB;  // of a layer; its gradient is as large, Adam's state twice
    std::uint64_t activation = 30 * kMiB; // of a layer
    std::uint64_t temporaries = 0;        // of the optimizer, for each layer
    std::uint64_t leak = 0;               // for each step
    bool keepGradients = false;           // zero_grad(set_to_none=False)
    bool stopInForward = false;           // of a further step
};

/// Appends the loop to what the builder holds.
void train(SnapshotBuilder& b, const Training& options);

} // namespace stepscope::tests

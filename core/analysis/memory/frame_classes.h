// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What one frame of a recorded stack says: Python or native, whose code, and what for (sections 2.5 and 7.0 of the
// snapshot format page). By file and function name only; O(length of the names).

#include <cstdint>
#include <string_view>

namespace stepscope::analysis {

enum FrameClass : std::uint16_t
{
    kPythonFrame = 1,       // the file ends in .py or is <…>; all others are native
    kHiddenFrame = 2,       // of the recorder, the interpreter, the dispatcher or the allocator: noise
    kLibraryFrame = 4,      // Python, but of an installed package
    kOptimizerFrame = 8,    // inside an optimizer's step
    kBackwardFrame = 16,    // runs the backward pass
    kLoadFrame = 32,        // makes, moves or loads parameters
    kConstructorFrame = 64, // __init__: of a module, where no forward is around
    kInputFrame = 128,      // makes or moves training data
    kForwardFrame = 256,
    kCommunicationFrame = 512,
    kCopyFrame = 1024, // native: a tensor is converted or moved, as `.to()` does
    kZeroGradFrame = 2048,
    kEmptyCacheFrame = 4096, // torch.cuda.empty_cache()
    kCheckpointFrame = 8192, // of activation checkpointing
    kGradNodeFrame = 16384,  // native: the backward of one operator
    kKvCacheFrame = 32768,   // makes the KV cache of an engine that serves language models
};

[[nodiscard]] std::uint16_t classifyFrame(std::string_view file, std::string_view function);

} // namespace stepscope::analysis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What else differs between two runs, and what that does to a comparison of them. Facts are what the files say; what
// neither says is no warning, what only one says is one, with "not recorded" for the other.
//
//   program: less than kSameProgram of a run's operator time in operators of the other   severe
//   GPU, number of GPUs, world size, precision of matrix kernels, input shapes     severe: not the same work
//   profiler settings (stacks, shapes, memory), GPU and CPU records                severe: not the same recording
//   step marks in one run only, or missing in between (step_alignment.h), or of one step only in one of the runs
//                                                                                  severe: not the same time
//   damage (cut or damaged files, overwritten history)                              severe
//   PyTorch, CUDA and driver versions, rank, number of compared steps               good to know
//   input shapes   of operators that both runs have, by calls: those of shapes that the other run has not make up more
//                  than kOtherShapes of the calls with known shapes. Named after the operator with most GPU time of its
//                  own
// O(slices) for the shapes, else O(rows).

#include "core/compare/comparison.h"

#include <vector>

namespace stepscope::compare {

inline constexpr double kOtherShapes = 0.2;
inline constexpr double kSameProgram = 0.5;

[[nodiscard]] std::vector<Warning> comparabilityWarnings(const Runs& runs, const StepAlignment& alignment);

} // namespace stepscope::compare

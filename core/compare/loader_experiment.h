// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The loader experiment: the same program once with its loader and once with one batch again and again. What is gone of
// the step is what the input costs, and no faster loader can win more.
//
//   taken for one when   one run waits for data for at least kLeastInput of its step; the other has no data loading at
//                        all in its compared steps, and waits for data for less than kNoInput of its step
//   saved                change of the time spent waiting for data (without GPUs: loading it), per step

#include "core/compare/tables.h"

#include <optional>

namespace stepscope::compare {

inline constexpr double kLeastInput = 0.05;
inline constexpr double kNoInput = 0.01;

[[nodiscard]] std::optional<LoaderExperiment> loaderExperiment(const ComparedRuns& runs);

} // namespace stepscope::compare

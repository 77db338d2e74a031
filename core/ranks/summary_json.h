// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A rank summary as a JSON document (schema stepscope.rank/1), so that a job of thousands of ranks is summarised where
// its traces lie and only small files travel. Read and written without loss. Collectives are rows of one array, their
// columns named beside them; groups, names and the like are indices into `texts`.

#include "core/ranks/rank_summary.h"
#include "core/util/expected.h"

#include <string>
#include <string_view>

namespace stepscope::ranks {

[[nodiscard]] std::string summaryJson(const RankSummary& summary);

// Whether a text begins like such a document; reads no further than its first key.
[[nodiscard]] bool looksLikeSummary(std::string_view start);

// Errors: NotATrace where it is another document, damaged, or of a newer schema; the message says which.
[[nodiscard]] Expected<RankSummary> parseSummary(std::string_view text);

} // namespace stepscope::ranks

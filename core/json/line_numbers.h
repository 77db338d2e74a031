// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Turns byte offsets into lines, from newline counts taken chunk by chunk while the text went by.

#include "core/io/text_store.h"
#include "core/json/chunk_pipeline.h"
#include "core/util/diagnostics.h"

#include <string_view>
#include <vector>

namespace stepscope::json {

// Fills in the lines of all samples that have an offset. `head` is the text before the first mark. Reads at most one
// chunk a sample again; a sample whose text cannot be read any more keeps no line.
void fillLines(
    Diagnostics& diagnostics, const io::TextStore& store, std::string_view head, const std::vector<LineMark>& marks);

} // namespace stepscope::json

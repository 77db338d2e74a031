// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Words of the file format of a rank's summary, for who writes (summary_json.cpp) and who reads it
// (summary_reader.cpp). The format is described in summary_json.h.

#include <array>
#include <string_view>

namespace stepscope::ranks {

inline constexpr std::string_view kSchema = "stepscope.rank/1";
inline constexpr std::string_view kSchemaName = "stepscope.rank/";
inline constexpr std::array<const char*, 4> kSources {"unknown", "metadata", "file_name", "given"};

// Columns of a collective before those of its idle causes.
inline constexpr std::array<const char*, 13> kColumns {"group", "name", "sequence", "step", "start_ns", "end_ns",
    "elements", "type", "before_ns", "before_compute_ns", "before_activity", "before_activity_ns",
    "before_activity_cause"};

} // namespace stepscope::ranks

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// resources/record/stepscope_record.py, put in by CMake.

#include <string_view>

namespace stepscope::cli {

extern const std::string_view kRecorderText;

} // namespace stepscope::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The session that a picture carries: the text of the PNG chunk (tEXt, zTXt or iTXt) with the keyword
// "Stepscope-Session". Only the chunks are walked, no picture is decoded. Hostile files cost time proportional to their
// number of chunks and memory for one text of limited size.

#include "core/util/expected.h"

#include <optional>
#include <string>

namespace stepscope::share {

inline constexpr const char* kPngSessionKey = "Stepscope-Session";

// Nothing: a PNG without a session. Errors: Unreadable when it is no PNG, is cut or has a damaged session.
[[nodiscard]] Expected<std::optional<std::string>> sessionTextOfPng(const std::string& path);

// Whether the file begins as a PNG does.
[[nodiscard]] bool isPng(const std::string& path);

} // namespace stepscope::share

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Paths of files as sessions keep them, and where to look for them again. Text only: no file is touched. Paths are
// absolute and clean unless said otherwise; between folders stands '/'.

#include "core/share/session.h"

#include <string>
#include <string_view>
#include <vector>

namespace stepscope::share {

enum class PathsFor : std::uint8_t
{
    SessionFile, // relative to its folder, upwards too
    Picture,     // goes to other people: below its folder, else the name alone
    Recovery,    // stays on this machine: absolute
};

[[nodiscard]] std::string pathInSession(const std::string& path, const std::string& folder, PathsFor kind);

// Where the file may lie, likeliest first, each once: where its path says, then beside the session.
[[nodiscard]] std::vector<std::string> placesOf(const SessionFile& file, const std::string& folder);

[[nodiscard]] std::string_view fileNameOf(std::string_view path);

} // namespace stepscope::share

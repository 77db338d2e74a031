// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/session_paths.h"

#include <algorithm>
#include <filesystem>

namespace stepscope::share {

namespace fs = std::filesystem;

std::string_view fileNameOf(std::string_view path)
{
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string pathInSession(const std::string& path, const std::string& folder, PathsFor kind)
{
    if (kind == PathsFor::Recovery)
        return path;
    const std::string relative = fs::path(path).lexically_relative(folder).generic_string();
    const bool isBelow = !relative.empty() && relative != "." && !relative.starts_with("..");
    if (kind == PathsFor::Picture)
        return isBelow ? relative : std::string(fileNameOf(path));
    return relative.empty() ? path : relative; // on another drive
}

std::vector<std::string> placesOf(const SessionFile& file, const std::string& folder)
{
    std::vector<std::string> places;
    const fs::path path(file.path);
    const fs::path inFolder = path.is_absolute() ? path : fs::path(folder) / path;
    for (const fs::path& place : {inFolder, fs::path(folder) / fileNameOf(file.path)}) {
        std::string clean = place.lexically_normal().generic_string();
        if (std::find(places.begin(), places.end(), clean) == places.end())
            places.push_back(std::move(clean));
    }
    return places;
}

} // namespace stepscope::share

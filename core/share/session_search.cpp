// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/session_search.h"

#include "core/share/content_hash.h"
#include "core/share/session_paths.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>

namespace stepscope::share {

namespace fs = std::filesystem;

namespace {

class Search
{
public:
    Search(Progress& progress, const std::stop_token& stop)
        : m_progress(progress)
        , m_stop(stop)
    {
    }

    FoundFile find(const SessionFile& file, const std::vector<std::string>& places)
    {
        FoundFile named;
        for (const std::string& place : places) {
            FoundFile found = judge(file, place);
            if (found.state == FoundFile::State::Same)
                return found;
            if (named.path.empty() && found.state == FoundFile::State::Different)
                named = found;
        }
        return named;
    }

private:
    FoundFile judge(const SessionFile& file, const std::string& place)
    {
        std::error_code error;
        const fs::file_status status = fs::status(place, error);
        if (fs::is_directory(status))
            return file.hash.empty() ? FoundFile {FoundFile::State::Same, place, 0} : FoundFile {};
        if (!fs::is_regular_file(status))
            return {};
        const std::uint64_t bytes = fs::file_size(place, error);
        if (error)
            return {};
        const bool isSame = bytes == file.bytes && (file.hash.empty() || hashOf(place) == file.hash);
        return {isSame ? FoundFile::State::Same : FoundFile::State::Different, place, bytes};
    }

    std::string hashOf(const std::string& place)
    {
        const auto known = m_hashes.find(place);
        if (known != m_hashes.end())
            return known->second;
        const Expected<ContentHash> hash = contentHash(place, m_progress, m_stop);
        return m_hashes[place] = hash ? hash->hash : std::string();
    }

    Progress& m_progress;
    const std::stop_token& m_stop;
    std::map<std::string, std::string> m_hashes; // by path
};

std::vector<std::string> candidates(
    const SessionFile& file, const std::string& folder, const std::vector<std::string>& known)
{
    std::vector<std::string> places = placesOf(file, folder);
    const std::string name(fileNameOf(file.path));
    for (const std::string& path : known) {
        std::error_code error;
        if (fileNameOf(path) == name)
            places.push_back(path);
        else if (fs::is_directory(path, error))
            places.push_back((fs::path(path) / name).generic_string());
    }
    return places;
}

} // namespace

Expected<std::vector<FoundFile>> findFiles(const std::vector<SessionFile>& files, const std::string& folder,
    const std::vector<std::string>& known, Progress& progress, const std::stop_token& stop)
{
    Search search(progress, stop);
    std::vector<FoundFile> found;
    found.reserve(files.size());
    for (const SessionFile& file : files) {
        found.push_back(search.find(file, candidates(file, folder, known)));
        if (stop.stop_requested())
            return fail(ErrorClass::Cancelled, {});
    }
    return found;
}

} // namespace stepscope::share

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/rank_set.h"

#include "core/io/byte_source.h"
#include "core/load/content.h"
#include "core/load/load_ranks.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <set>

namespace stepscope::widgets {

namespace {

struct ReadRank
{
    ranks::RankSummary summary;
    RankFile file;
};

Expected<std::vector<std::string>> filesOf(const std::vector<std::string>& paths)
{
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        std::error_code ignored;
        if (!std::filesystem::is_directory(path, ignored)) {
            files.push_back(path);
            continue;
        }
        Expected<std::vector<std::string>> inside = load::filesOfFolder(path);
        if (!inside)
            return tl::unexpected(inside.error());
        if (inside->empty() && paths.size() == 1)
            return fail(ErrorClass::NotATrace,
                "This folder holds no traces: no file in it ends in .json, .gz or .zst. Those of folders in it are not "
                "read.");
        files.insert(files.end(), inside->begin(), inside->end());
    }
    return files;
}

RankSetPtr grouped(std::vector<ReadRank> read, std::vector<exporting::RefusedFile> refused)
{
    std::vector<ranks::RankSummary> summaries;
    summaries.reserve(read.size());
    for (ReadRank& one : read)
        summaries.push_back(std::move(one.summary));
    auto set = std::make_shared<RankSet>();
    const std::vector<ranks::Job> jobs = ranks::groupIntoJobs(summaries);
    set->scaling = ranks::scalingOf(summaries, jobs);
    set->refused = std::move(refused);
    for (const ranks::Job& job : jobs) {
        RankJob& out = set->jobs.emplace_back();
        std::vector<ranks::RankSummary> members;
        for (const std::size_t member : job.members) {
            members.push_back(std::move(summaries[member]));
            out.files.push_back(std::move(read[member].file));
        }
        out.world = ranks::mergeRanks(std::move(members));
        out.world.guessed = job.guessed;
    }
    return set;
}

} // namespace

Expected<RankSetPtr> loadRankSet(const std::vector<std::string>& paths, Progress& progress, const std::stop_token& stop)
{
    const Expected<std::vector<std::string>> files = filesOf(paths);
    if (!files)
        return tl::unexpected(files.error());
    progress.bytesTotal = files->size();
    progress.stage = LoadStage::Reading;
    std::vector<Expected<ranks::RankSummary>> loaded = load::loadRanks(
        *files, {}, [&progress](std::size_t) { ++progress.bytesDone; }, stop);
    if (stop.stop_requested())
        return fail(ErrorClass::Cancelled, "Loading was cancelled.");
    std::vector<ReadRank> read;
    std::vector<exporting::RefusedFile> refused;
    for (std::size_t i = 0; i < loaded.size(); ++i) {
        const std::string& path = (*files)[i];
        if (!loaded[i]) {
            refused.push_back({path, loaded[i].error()});
            continue;
        }
        const Expected<load::Content> content = load::contentOf(path);
        read.push_back({std::move(*loaded[i]), {path, !content || *content != load::Content::RankSummary}});
    }
    if (read.empty())
        return tl::unexpected(refused.empty() ? Error {ErrorClass::NotATrace, "There is no file to read.", -1, -1}
                                              : refused.front().error);
    progress.stage = LoadStage::Linking;
    return grouped(std::move(read), std::move(refused));
}

RankSetPtr numberRanks(const RankSet& set, std::span<const std::pair<std::string, std::int64_t>> numbers)
{
    std::vector<ReadRank> read;
    for (const RankJob& job : set.jobs) {
        for (std::size_t i = 0; i < job.files.size(); ++i) {
            ReadRank& one = read.emplace_back(ReadRank {job.world.ranks[i], job.files[i]});
            const auto number = std::find_if(
                numbers.begin(), numbers.end(), [&one](const auto& entry) { return entry.first == one.file.path; });
            if (number != numbers.end()) {
                one.summary.rank = number->second;
                one.summary.rankFrom = ranks::RankSource::Given;
            }
        }
    }
    return grouped(std::move(read), set.refused);
}

namespace {

struct RankHint
{
    std::optional<std::int64_t> rank;
    std::optional<std::int64_t> worldSize;
};

std::optional<std::int64_t> numberAfter(std::string_view text, std::string_view key)
{
    std::size_t at = text.find(key);
    if (at == std::string_view::npos)
        return std::nullopt;
    at = text.find_first_not_of(" \t\r\n:", at + key.size());
    std::int64_t number = 0;
    if (at == std::string_view::npos
        || std::from_chars(text.data() + at, text.data() + text.size(), number).ec != std::errc())
        return std::nullopt;
    return number;
}

RankHint hintOf(const std::string& path)
{
    const auto file = io::FileReader::open(path);
    if (!file)
        return {};
    const Expected<io::OpenedText> opened = io::openText(*file);
    std::array<char, std::size_t {64} << 10U> start {};
    const Expected<std::size_t> got
        = opened ? opened->source->read(start) : Expected<std::size_t>(tl::unexpected(opened.error()));
    if (!got)
        return {};
    std::string_view text(start.data(), *got);
    const std::size_t info = text.find("\"distributedInfo\"");
    if (info == std::string_view::npos)
        return {};
    text = text.substr(info, text.find('}', info) - info);
    return {numberAfter(text, "\"rank\""), numberAfter(text, "\"world_size\"")};
}

std::optional<std::int64_t> rankOfTellingName(const std::string& path)
{
    std::string name = std::filesystem::path(path).filename().string();
    std::transform(name.begin(), name.end(), name.begin(),
        [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
    return name.find("rank") == std::string::npos ? std::nullopt : ranks::rankOfFileName(path);
}

} // namespace

bool lookLikeRanks(std::span<const std::string> paths)
{
    if (paths.size() < 2)
        return false;
    std::set<std::int64_t> written;
    std::set<std::int64_t> sizes;
    std::set<std::int64_t> named;
    for (const std::string& path : paths) {
        const RankHint hint = hintOf(path);
        if (hint.rank && hint.worldSize) {
            written.insert(*hint.rank);
            sizes.insert(*hint.worldSize);
        }
        if (const auto rank = rankOfTellingName(path))
            named.insert(*rank);
    }
    if (!sizes.empty()) // what files say goes before what they are called
        return sizes.size() == 1 && written.size() == paths.size();
    return named.size() == paths.size();
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
// stepscope-cli summarize FILE, stepscope-cli ranks DIR|FILE…
#include "app/cli/cli.h"
#include "app/cli/shared_page.h"

#include "core/export/ranks_report.h"
#include "core/load/load_ranks.h"
#include "core/ranks/summary_json.h"

#include <atomic>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <unistd.h>
#include <utility>

namespace stepscope::cli {
namespace {

struct SummarizeOptions
{
    std::string path;
    std::optional<std::int64_t> rank;
};

int summarize(const SummarizeOptions& options)
{
    Expected<ranks::RankSummary> summary = load::loadRank(options.path);
    if (!summary) {
        complain(options.path + ": " + summary.error().message);
        return kRefused;
    }
    if (options.rank) {
        summary->rank = options.rank;
        summary->rankFrom = ranks::RankSource::Given;
    }
    if (!summary->rank)
        complain(options.path + ": neither the file nor its name says which rank it is; say it with --rank N");
    return print(ranks::summaryJson(*summary)) ? kDone : kInternalError;
}

struct RanksOptions
{
    std::vector<std::string> paths;
    bool json = false;
    SharedPage page;
    std::size_t limit = 12;
    unsigned threads = 0;
    std::uint64_t memoryMiB = 0;
};

// Folders stand for the files in them.
Expected<std::vector<std::string>> filesOf(const std::vector<std::string>& paths)
{
    std::vector<std::string> out;
    for (const std::string& path : paths) {
        std::error_code ignored;
        if (!std::filesystem::is_directory(path, ignored)) {
            out.push_back(path);
            continue;
        }
        const Expected<std::vector<std::string>> inside = load::filesOfFolder(path);
        if (!inside)
            return tl::unexpected(inside.error());
        out.insert(out.end(), inside->begin(), inside->end());
    }
    if (out.empty())
        return fail(ErrorClass::Unreadable, "no traces and no summaries (.json, .gz, .zst) in there");
    return out;
}

std::string written(
    const exporting::RanksReport& report, const std::vector<std::string>& files, const RanksOptions& options)
{
    if (options.json)
        return exporting::ranksJson(report);
    if (!options.page.asked())
        return exporting::ranksText(report, outputWidth(), options.limit);
    share::KnownSecrets known;
    for (const std::string& file : files)
        known.addPath(file);
    return options.page.written(exporting::ranksSections(report, options.limit), "ranks", std::move(known));
}

int mergeRanks(const RanksOptions& options)
{
    const Expected<std::vector<std::string>> files = filesOf(options.paths);
    if (!files) {
        complain(files.error().message);
        return kRefused;
    }
    std::atomic<std::size_t> done = 0;
    std::mutex writing;
    const auto tell = [&](std::size_t /*index*/) {
        const std::size_t count = ++done;
        const std::lock_guard lock(writing);
        fmt::print(stderr, "\r{} of {} ranks{}", count, files->size(), count == files->size() ? "\r\033[K" : "");
        std::fflush(stderr);
    };
    const bool quiet = isatty(STDERR_FILENO) == 0;
    std::vector<Expected<ranks::RankSummary>> loaded = load::loadRanks(
        *files, {options.threads, options.memoryMiB << 20U}, quiet ? std::function<void(std::size_t)>() : tell);
    std::vector<ranks::RankSummary> summaries;
    std::vector<exporting::RefusedFile> refused;
    for (std::size_t i = 0; i < loaded.size(); ++i) {
        if (loaded[i])
            summaries.push_back(std::move(*loaded[i]));
        else
            refused.push_back({(*files)[i], loaded[i].error()});
    }
    for (const exporting::RefusedFile& file : refused)
        complain(file.path + ": " + file.error.message);
    if (summaries.empty())
        return kRefused;
    const bool anyRefused = !refused.empty();
    const exporting::RanksReport report = exporting::reportRanks(std::move(summaries), std::move(refused));
    if (!print(written(report, *files, options)))
        return kInternalError;
    return anyRefused ? kRefused : kDone;
}

} // namespace

void addRanks(CLI::App& app, Outcome& outcome)
{
    const auto one = std::make_shared<SummarizeOptions>();
    CLI::App* summary
        = app.add_subcommand("summarize", "A small file about one rank, for `ranks`; needs no other rank");
    summary->add_option("FILE", one->path, "the trace of one rank")->required();
    summary->add_option("--rank", one->rank, "which rank it is, where the file does not say")->type_name("N");
    summary->callback([one, &outcome] { outcome.exitCode = summarize(*one); });

    const auto all = std::make_shared<RanksOptions>();
    CLI::App* merge = app.add_subcommand("ranks", "The ranks of one job on one clock: who was late, who waited");
    merge->add_option("DIR|FILE", all->paths, "folders, traces, or summaries")->required();
    CLI::Option* json = merge->add_flag("--json", all->json, "as JSON");
    CLI::Option* markdown = merge->add_flag("--markdown", all->page.markdown, "as Markdown")->excludes(json);
    merge->add_flag("--html", all->page.html, "as one HTML file")->excludes(json)->excludes(markdown);
    all->page.addMask(*merge);
    merge->add_option("--limit", all->limit, "collectives to list as text")->type_name("N")->capture_default_str();
    merge->add_option("--threads", all->threads, "traces to read at a time")->type_name("N");
    merge
        ->add_option(
            "--memory", all->memoryMiB, "MiB that traces being read may take; half of the machine's by default")
        ->type_name("MIB");
    merge->callback([all, &outcome] { outcome.exitCode = mergeRanks(*all); });
}

} // namespace stepscope::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// stepscope-cli report FILE…
#include "app/cli/analysis_flags.h"
#include "app/cli/cli.h"
#include "app/cli/fail_on.h"
#include "app/cli/shared_page.h"

#include "core/export/labels.h"
#include "core/export/report_sections.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace stepscope::cli {
namespace {

struct Options
{
    std::vector<std::string> paths;
    bool json = false;
    bool text = false;
    SharedPage page;
    bool slices = false;
    std::string definitions;
    std::vector<std::string> failOn;
    WindowOptions window;
    AnalysisFlags analysis;
};

constexpr std::size_t kPageWidth = 100; // a page to paste into a chat

std::string written(const exporting::Report& report, const Options& options)
{
    if (options.json)
        return exporting::reportJson(report);
    if (!options.page.asked())
        return exporting::reportText(report, std::min(outputWidth(), kPageWidth));
    share::KnownSecrets known;
    for (const exporting::ReportedFile& file : report.files)
        addKnown(file, known);
    return options.page.written(
        exporting::reportDetails(report), exporting::fileNameOf(options.paths.front()), std::move(known));
}

// What was asked for, checked before any file is read.
struct Request
{
    analysis::WindowRequest window;
    analysis::AnalysisOptions analyses;
    std::vector<FailLimit> limits;
};

Expected<Request> requestOf(const Options& options)
{
    const Expected<analysis::WindowRequest> window = options.window.request();
    if (!window)
        return tl::unexpected(window.error());
    const Expected<analysis::AnalysisOptions> analyses = options.analysis.options();
    if (!analyses)
        return tl::unexpected(analyses.error());
    const Expected<std::vector<FailLimit>> limits = parseLimits(options.failOn);
    if (!limits)
        return tl::unexpected(limits.error());
    return Request {*window, *analyses, *limits};
}

int run(const Options& options)
{
    const Expected<Request> request = requestOf(options);
    if (!request) {
        complain(request.error().message);
        return kRefused;
    }
    exporting::Report report;
    report.listSlices = options.slices;
    report.hta = !options.definitions.empty();
    for (const std::string& path : options.paths) {
        exporting::ReportedFile file = loadFile(path);
        if (file.trace) {
            if (const Expected<void> added = addFigures(file, request->window, request->analyses); !added) {
                complain(added.error().message);
                return kRefused;
            }
        }
        if (file.snapshot || file.timeline) {
            if (options.window.given())
                complain(path + ": --window and --step are about traces; this file is reported in full");
            addMemoryFigures(file);
        }
        if (file.error)
            complain(path + ": " + file.error->message);
        report.files.push_back(std::move(file));
    }
    if (!print(written(report, options)))
        return kInternalError;
    if (report.refused() != nullptr)
        return kRefused;
    const std::optional<std::string> exceeded = exceededLimit(request->limits, report.files);
    if (exceeded)
        complain(*exceeded);
    return exceeded ? kLimitExceeded : kDone;
}

} // namespace

void addReport(CLI::App& app, Outcome& outcome)
{
    const auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("report", "All figures of one or more traces and memory snapshots");
    command->add_option("FILE", options->paths, "traces or memory snapshots, plain or compressed")->required();
    CLI::Option* json = command->add_flag("--json", options->json, "as JSON");
    CLI::Option* markdown = command->add_flag("--markdown", options->page.markdown, "as Markdown")->excludes(json);
    command->add_flag("--text", options->text, "as text for people (the default)")->excludes(json)->excludes(markdown);
    command->add_flag("--html", options->page.html, "as one HTML file")
        ->excludes(json)
        ->excludes(markdown)
        ->excludes(command->get_option("--text"));
    options->page.addMask(*command);
    command->add_flag("--slices", options->slices, "with the list of all slices")->needs(json);
    command->add_option("--definitions", options->definitions, "hta: with the figures of HolisticTraceAnalysis")
        ->check(CLI::IsMember({"hta"}))
        ->type_name("hta");
    command
        ->add_option("--fail-on", options->failOn, "exit 1 when a finding of RULE takes SHARE (20, 20% or 0.2) or more")
        ->type_name("RULE[:SHARE]")
        ->allow_extra_args(false)
        ->take_all();
    options->window.addTo(*command);
    options->analysis.addTo(*command);
    command->callback([options, &outcome] { outcome.exitCode = run(*options); });
}

} // namespace stepscope::cli

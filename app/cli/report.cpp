// SPDX-License-Identifier: GPL-3.0-or-later
// stepscope-cli report FILE…
#include "app/cli/analysis_flags.h"
#include "app/cli/cli.h"

#include <memory>

namespace stepscope::cli {
namespace {

struct Options
{
    std::vector<std::string> paths;
    bool json = false;
    bool markdown = false;
    bool text = false;
    bool slices = false;
    std::string definitions;
    WindowOptions window;
    AnalysisFlags analysis;
};

std::string written(const exporting::Report& report, const Options& options)
{
    if (options.json)
        return exporting::reportJson(report);
    return options.markdown ? exporting::reportMarkdown(report) : exporting::reportText(report, outputWidth());
}

int run(const Options& options)
{
    const Expected<analysis::WindowRequest> request = options.window.request();
    if (!request) {
        complain(request.error().message);
        return kRefused;
    }
    const Expected<analysis::AnalysisOptions> analyses = options.analysis.options();
    if (!analyses) {
        complain(analyses.error().message);
        return kRefused;
    }
    exporting::Report report;
    report.listSlices = options.slices;
    report.hta = !options.definitions.empty();
    for (const std::string& path : options.paths) {
        exporting::ReportedFile file = loadFile(path);
        if (file.trace) {
            if (const Expected<void> added = addFigures(file, *request, *analyses); !added) {
                complain(added.error().message);
                return kRefused;
            }
        }
        if (file.error)
            complain(path + ": " + file.error->message);
        report.files.push_back(std::move(file));
    }
    if (!print(written(report, options)))
        return kInternalError;
    return report.refused() != nullptr ? kRefused : kDone;
}

} // namespace

void addReport(CLI::App& app, Outcome& outcome)
{
    const auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("report", "All figures of one or more traces");
    command->add_option("FILE", options->paths, "traces, plain or compressed")->required();
    CLI::Option* json = command->add_flag("--json", options->json, "as JSON");
    CLI::Option* markdown = command->add_flag("--markdown", options->markdown, "as Markdown")->excludes(json);
    command->add_flag("--text", options->text, "as text for people (the default)")->excludes(json)->excludes(markdown);
    command->add_flag("--slices", options->slices, "with the list of all slices")->needs(json);
    command->add_option("--definitions", options->definitions, "hta: with the figures of HolisticTraceAnalysis")
        ->check(CLI::IsMember({"hta"}))
        ->type_name("hta");
    options->window.addTo(*command);
    options->analysis.addTo(*command);
    command->callback([options, &outcome] { outcome.exitCode = run(*options); });
}

} // namespace stepscope::cli

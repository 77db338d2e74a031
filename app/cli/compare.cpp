// SPDX-License-Identifier: GPL-3.0-or-later
// stepscope-cli compare A B: what changed from one run to the next, and whether it went past a limit.
#include "app/cli/cli.h"
#include "app/cli/regression.h"
#include "app/cli/shared_page.h"

#include "core/export/comparison.h"
#include "core/export/labels.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace stepscope::cli {
namespace {

struct Options
{
    std::string before;
    std::string after;
    std::vector<std::string> memory; // two snapshots, beside the traces
    bool json = false;
    SharedPage page;
    std::optional<std::size_t> limit;
    std::string maxStep;
    std::string maxPeak;
};

constexpr std::size_t kPageWidth = 120;

std::vector<exporting::ReportedFile> loadRun(const std::string& path, const std::string& memory)
{
    std::vector<exporting::ReportedFile> files;
    for (const std::string& one : {path, memory}) {
        if (one.empty())
            continue;
        files.push_back(loadFile(one));
        exporting::ReportedFile& file = files.back();
        if (file.trace)
            (void)addFigures(file, {}); // without a step nothing can be missing
        if (file.snapshot)
            addMemoryFigures(file);
        if (std::exchange(file.timeline, nullptr))
            file.error = Error {
                ErrorClass::NotATrace, "a memory timeline by category has neither steps nor blocks to compare", -1, -1};
        if (file.error)
            complain(one + ": " + file.error->message);
    }
    return files;
}

std::string subjectOf(const Options& options)
{
    return std::string(exporting::fileNameOf(options.before)) + " and "
        + std::string(exporting::fileNameOf(options.after));
}

std::string written(const exporting::ComparisonPage& page, const Options& options)
{
    if (options.json)
        return exporting::comparisonJson(page);
    if (!options.page.asked())
        return exporting::comparisonText(page, std::min(outputWidth(), kPageWidth));
    share::KnownSecrets known;
    for (const auto& run : page.files.runs) {
        for (const exporting::ReportedFile& file : run)
            addKnown(file, known);
    }
    return options.page.written(exporting::comparisonSections(page), subjectOf(options), std::move(known));
}

int run(const Options& options)
{
    const Expected<RegressionLimits> limits = regressionLimits(options.maxStep, options.maxPeak);
    if (!limits) {
        complain(limits.error().message);
        return kRefused;
    }
    exporting::ComparedFiles files;
    files.runs[compare::kBefore] = loadRun(options.before, options.memory.empty() ? "" : options.memory[0]);
    files.runs[compare::kAfter] = loadRun(options.after, options.memory.empty() ? "" : options.memory[1]);
    if (const std::optional<std::string> wrong = misplaced(files.view(), !options.memory.empty());
        files.refused() == nullptr && wrong) {
        complain(*wrong);
        return kRefused;
    }
    const compare::Comparison comparison
        = files.refused() != nullptr ? compare::Comparison() : compare::compareRuns(files.view());
    const Expected<std::vector<std::string>> exceeded = exceededLimits(*limits, comparison);
    if (files.refused() == nullptr && !exceeded) {
        complain(exceeded.error().message);
        return kRefused;
    }
    const exporting::ComparisonPage page {
        files, comparison, options.limit, exceeded ? *exceeded : std::vector<std::string>()};
    if (!print(written(page, options)))
        return kInternalError;
    if (files.refused() != nullptr)
        return kRefused;
    if (comparison.tables.empty()) {
        complain("these runs have nothing that can be compared");
        return kRefused;
    }
    for (const std::string& sentence : page.exceeded)
        complain(sentence);
    return page.exceeded.empty() ? kDone : kLimitExceeded;
}

} // namespace

void addCompare(CLI::App& app, Outcome& outcome)
{
    const auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("compare", "What changed from one run to the next");
    command->add_option("BEFORE", options->before, "a trace or a memory snapshot")->required();
    command->add_option("AFTER", options->after, "the same of the other run")->required();
    command->add_option("--with-memory", options->memory, "the snapshots of both runs, beside their traces")
        ->expected(2)
        ->type_name("BEFORE AFTER");
    CLI::Option* json = command->add_flag("--json", options->json, "as JSON, with all rows");
    CLI::Option* markdown = command->add_flag("--markdown", options->page.markdown, "as Markdown")->excludes(json);
    command->add_flag("--html", options->page.html, "as one HTML file")->excludes(json)->excludes(markdown);
    options->page.addMask(*command);
    command->add_option("--limit", options->limit, "show at most N rows of each table")->type_name("N");
    command
        ->add_option(
            "--max-step-regression", options->maxStep, "exit 1 when the mean step takes that much longer (10%)")
        ->type_name("PCT");
    command
        ->add_option("--max-peak-memory-regression", options->maxPeak,
            "exit 1 when the peak of allocated memory is that much higher (5%)")
        ->type_name("PCT");
    command->callback([options, &outcome] { outcome.exitCode = run(*options); });
}

} // namespace stepscope::cli

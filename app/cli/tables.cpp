// SPDX-License-Identifier: GPL-3.0-or-later
// stepscope-cli kernels|ops|steps|gaps|syncs|allocations FILE: one table as text, CSV or JSON.
#include "app/cli/analysis_flags.h"
#include "app/cli/cli.h"

#include "core/export/memory_tables.h"
#include "core/export/trace_tables.h"

#include <fmt/format.h>
#include <limits>
#include <memory>

namespace stepscope::cli {
namespace {

struct Options
{
    std::string path;
    std::string sort;
    std::optional<std::size_t> limit;
    bool csv = false;
    bool json = false;
    bool byShape = false; // ops only, as the next
    bool byStack = false;
    WindowOptions window;
    DeviceOption device; // of snapshots
    AnalysisFlags analysis;
};

struct TableRequest
{
    analysis::AnalysisOptions analyses;
    analysis::OperatorGrouping grouping = analysis::OperatorGrouping::Name;
    std::size_t device = 0; // index, of snapshots
};

using BuildTable = exporting::Table (*)(const exporting::ReportedFile&, const TableRequest&);

constexpr std::size_t kRowsOnTerminal = 50; // without --limit; what is not read by eye gets all rows

struct TableCommand
{
    const char* name;
    const char* help;
    const char* nothing; // said instead of an empty table
    BuildTable build;    // null: not of traces
    BuildTable ofSnapshot = nullptr;
};

exporting::Table buildGaps(const exporting::ReportedFile& file, const TableRequest& request)
{
    // The report names the largest gaps only; here all can be listed.
    return exporting::gapTable(*file.trace, *file.figures,
        analysis::largestGaps(
            file.figures->idle.causes, std::numeric_limits<std::size_t>::max(), request.analyses.minGapNs));
}

exporting::Table buildOperators(const exporting::ReportedFile& file, const TableRequest& request)
{
    if (request.grouping == analysis::OperatorGrouping::Name)
        return exporting::operatorTable(*file.trace, file.figures->operators);
    return exporting::operatorTable(
        *file.trace, analysis::operatorStats(*file.trace, file.figures->window, request.grouping));
}

constexpr TableCommand kCommands[] = {
    {"kernels", "Kernels by name, longest total first", "no kernels",
        [](const exporting::ReportedFile& file, const TableRequest& /*request*/) {
            return exporting::kernelTable(*file.trace, *file.figures);
        }},
    {"ops", "Operators and annotations by name, longest CPU time first", "no operators", &buildOperators},
    {"steps", "Training steps in order of time", "no training steps: the program did not call prof.step()",
        [](const exporting::ReportedFile& file, const TableRequest& /*request*/) {
            return exporting::stepTable(*file.trace, *file.figures);
        },
        [](const exporting::ReportedFile& file, const TableRequest& request) {
            return exporting::memoryStepTable(file.memory->devices[request.device]);
        }},
    {"gaps", "Stretches in which a GPU had no work, longest first", "no gaps", &buildGaps},
    {"syncs", "Calls that made the CPU wait for the GPU, longest first", "no blocking calls",
        [](const exporting::ReportedFile& file, const TableRequest& /*request*/) {
            return exporting::syncTable(*file.trace, *file.figures);
        }},
    {"allocations", "Blocks of a memory snapshot with their lives, largest first", "no allocations", nullptr,
        [](const exporting::ReportedFile& file, const TableRequest& request) {
            exporting::Table table = exporting::allocationTable(*file.snapshot, file.memory->devices[request.device]);
            (void)exporting::sortTable(table, "bytes");
            return table;
        }},
};

std::string keysOf(const exporting::Table& table)
{
    std::string keys;
    for (const exporting::TableColumn& column : table.columns) {
        if (column.data)
            keys += (keys.empty() ? "" : ", ") + column.key;
    }
    return keys;
}

std::string textOf(const exporting::Table& table, const TableCommand& command)
{
    if (table.rows.empty())
        return fmt::format("{}\n", command.nothing);
    std::string text = exporting::tableText(table, outputWidth());
    if (table.rows.size() < table.total)
        text += fmt::format("{} of {} shown (--limit N for more)\n", table.rows.size(), table.total);
    return text;
}

int refuse(const exporting::ReportedFile& file, const Options& options)
{
    complain(options.path + ": " + file.error->message);
    if (options.json) {
        exporting::Report report;
        report.files.push_back(file);
        if (!print(exporting::reportJson(report)))
            return kInternalError;
    }
    return kRefused;
}

// What the file is, where there is no such table of it; else null.
const char* otherKind(const TableCommand& command, const exporting::ReportedFile& file)
{
    if (file.timeline)
        return "memory timeline by category";
    if (file.snapshot)
        return command.ofSnapshot == nullptr ? "memory snapshot" : nullptr;
    return command.build == nullptr ? "trace" : nullptr;
}

int run(const TableCommand& command, const Options& options)
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
    exporting::ReportedFile file = loadFile(options.path);
    if (file.error)
        return refuse(file, options);
    if (const char* other = otherKind(command, file); other != nullptr) {
        complain(fmt::format("{} is a {}, which has no table of {} (try report)", options.path, other, command.name));
        return kRefused;
    }
    if (options.device.id && !file.snapshot)
        complain(options.path + ": --device is about snapshots");
    std::size_t device = 0;
    if (file.snapshot) {
        const Expected<std::size_t> index = options.device.indexIn(*file.snapshot, options.path);
        if (!index) {
            complain(index.error().message);
            return kRefused;
        }
        device = *index;
        addMemoryFigures(file);
    } else if (const Expected<void> added = addFigures(file, *request, *analyses); !added) {
        complain(added.error().message);
        return kRefused;
    }
    if (file.error)
        return refuse(file, options);
    const analysis::OperatorGrouping grouping = options.byShape ? analysis::OperatorGrouping::Shapes
        : options.byStack                                       ? analysis::OperatorGrouping::Stack
                                                                : analysis::OperatorGrouping::Name;
    exporting::Table table = (file.snapshot ? command.ofSnapshot : command.build)(file, {*analyses, grouping, device});
    if (!options.sort.empty() && !exporting::sortTable(table, options.sort)) {
        complain(fmt::format("--sort {}: the keys are {}", options.sort, keysOf(table)));
        return kRefused;
    }
    const bool forReading = !options.csv && !options.json && outputIsTerminal();
    if (options.limit || forReading)
        exporting::limitTable(table, options.limit.value_or(kRowsOnTerminal));
    const std::string text = options.csv ? exporting::tableCsv(table)
        : options.json                   ? exporting::tableJson(table, options.path)
                                         : textOf(table, command);
    return print(text) ? kDone : kInternalError;
}

} // namespace

void addTables(CLI::App& app, Outcome& outcome)
{
    for (const TableCommand& command : kCommands) {
        const auto options = std::make_shared<Options>();
        CLI::App* sub = app.add_subcommand(command.name, command.help);
        sub->add_option("FILE", options->path, "a trace or memory snapshot, plain or compressed")->required();
        sub->add_option("--sort", options->sort, "sort by this field of the JSON output")->type_name("KEY");
        sub->add_option("--limit", options->limit, "show this many rows")->type_name("N");
        CLI::Option* csv = sub->add_flag("--csv", options->csv, "as CSV, with exact values");
        sub->add_flag("--json", options->json, "as JSON")->excludes(csv);
        options->window.addTo(*sub);
        if (command.ofSnapshot != nullptr)
            options->device.addTo(*sub);
        if (command.build == &buildGaps)
            options->analysis.addGapTo(*sub);
        if (command.build == &buildOperators) {
            CLI::Option* shape = sub->add_flag("--by-shape", options->byShape, "a row for each set of input shapes");
            sub->add_flag("--by-stack", options->byStack, "a row for each Python frame that calls")->excludes(shape);
        }
        sub->callback([&command, options, &outcome] { outcome.exitCode = run(command, *options); });
    }
}

} // namespace stepscope::cli

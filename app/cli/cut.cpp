// SPDX-License-Identifier: GPL-3.0-or-later
// stepscope-cli cut FILE OUT, and what it would mask: cut FILE --list
#include "app/cli/cli.h"
#include "app/cli/interrupt.h"

#include "core/analysis/step_window.h"
#include "core/export/report_words.h"
#include "core/export/table.h"
#include "core/share/trace_cut.h"
#include "core/util/time.h"

#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <memory>

namespace stepscope::cli {
namespace {

struct Options
{
    std::string path;
    std::string out;
    std::string steps;
    WindowOptions window;
    bool noPython = false;
    bool scrub = false;
    bool list = false;
    bool json = false;
};

struct StepRange
{
    std::int64_t first = 0;
    std::int64_t last = 0;
};

// "12" or "12..14".
std::optional<StepRange> parseSteps(std::string_view text)
{
    const auto number = [](std::string_view digits) -> std::optional<std::int64_t> {
        std::int64_t value = 0;
        const auto [at, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc {} && at == digits.data() + digits.size() ? std::optional(value) : std::nullopt;
    };
    const std::size_t dots = text.find("..");
    const std::optional<std::int64_t> first = number(text.substr(0, dots));
    const std::optional<std::int64_t> last = dots == std::string_view::npos ? first : number(text.substr(dots + 2));
    return first && last && *first <= *last ? std::optional(StepRange {*first, *last}) : std::nullopt;
}

Expected<Interval> windowOfSteps(const model::Trace& trace, const std::string& text)
{
    const std::optional<StepRange> range = parseSteps(text);
    if (!range)
        return fail(ErrorClass::Internal, fmt::format("--steps {}: write it as N or A..B, A not after B", text));
    const std::optional<Interval> window
        = analysis::windowOfSteps(analysis::buildStepIndex(trace), range->first, range->last);
    if (!window)
        return fail(ErrorClass::Internal, fmt::format("the trace has no steps {}", text));
    return *window;
}

Expected<share::CutRequest> requestOf(const Options& options, const model::Trace& trace)
{
    share::CutRequest request;
    request.python = !options.noPython;
    request.scrub = options.scrub;
    if (!options.steps.empty()) {
        const Expected<Interval> window = windowOfSteps(trace, options.steps);
        if (!window)
            return tl::unexpected(window.error());
        request.window = *window;
        const StepRange range = *parseSteps(options.steps);
        request.steps = {range.first, range.last};
    } else if (options.window.given()) {
        const Expected<analysis::WindowRequest> window = options.window.request();
        if (!window)
            return tl::unexpected(window.error());
        request.window = window->window;
    }
    return request;
}

int refuse(const std::string& message)
{
    complain(message);
    return kRefused;
}

int list(const Options& options, const model::Trace& trace, const share::CutRequest& request)
{
    using exporting::CellType;
    const Expected<share::SecretList> found = share::listSecrets(trace, request);
    if (!found)
        return refuse(found.error().message);
    exporting::Table table;
    table.name = "secrets";
    table.columns = {{"kind", "kind", CellType::Text}, {"count", "count", CellType::Count},
        {"text", "begins with", CellType::Text, true, true}, {"masked_as", "masked as", CellType::Text},
        {"place", "in", CellType::Text}, {"offset", "byte", CellType::Count}};
    for (const share::ListedSecret& secret : found->secrets())
        table.rows.push_back(
            {std::string(share::secretKindName(secret.kind)), static_cast<std::int64_t>(secret.count), secret.shown,
                std::string(share::maskOf(secret.kind)), secret.place, static_cast<std::int64_t>(secret.offset)});
    table.total = table.rows.size() + found->notListed();
    if (options.json)
        return print(exporting::tableJson(table, options.path)) ? kDone : kInternalError;
    std::string text = table.rows.empty() ? "nothing to mask was found\n" : exporting::tableText(table, outputWidth());
    if (found->notListed() > 0)
        text += fmt::format("{} more are not listed\n", formatCount(found->notListed()));
    return print(text) ? kDone : kInternalError;
}

int write(const Options& options, const model::Trace& trace, const share::CutRequest& request)
{
    const Interrupt interrupt;
    const Expected<share::CutResult> result = share::writeCut(trace, request, options.out, interrupt.token());
    if (!result)
        return refuse(result.error().message);
    for (const std::string& note : result->notes)
        complain(note);
    std::string text
        = fmt::format("{}: {} of {} events\n", options.out, formatCount(result->kept), formatCount(result->events));
    for (const auto& [kind, count] : result->masked)
        text += fmt::format("  masked {} {}\n", formatCount(count), share::secretKindName(kind));
    if (options.scrub && result->masked.empty())
        text += "  nothing to mask was found\n";
    return print(text) ? kDone : kInternalError;
}

int cut(const Options& options)
{
    if (options.list != options.out.empty())
        return refuse(options.list ? "--list writes no file; leave OUT out" : "give OUT, the file to write, or --list");
    const exporting::ReportedFile file = loadFile(options.path);
    if (!file.trace)
        return refuse(options.path + ": "
            + (file.error           ? file.error->message
                    : file.snapshot ? "only traces can be cut; this is a memory snapshot"
                                    : "only traces can be cut; this is a memory timeline"));
    const Expected<share::CutRequest> request = requestOf(options, *file.trace);
    if (!request)
        return refuse(request.error().message);
    return options.list ? list(options, *file.trace, *request) : write(options, *file.trace, *request);
}

} // namespace

void addCut(CLI::App& app, Outcome& outcome)
{
    const auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("cut", "A smaller trace of the same events, fit to be shared");
    command->add_option("FILE", options->path, "trace, plain or compressed")->required();
    command->add_option("OUT", options->out, "where to write it; packed when it ends in .gz");
    CLI::Option* steps = command->add_option("--steps", options->steps, "only steps A to B")->type_name("A..B");
    command->add_option("--window", options->window.window, "only what lies in A..B, in ns of the file")
        ->type_name("A..B")
        ->excludes(steps);
    command->add_flag("--no-python", options->noPython, "without the frames of Python functions");
    command->add_flag("--scrub", options->scrub,
        "mask user and host names, home folders, addresses, command lines, environment, keys and tokens");
    CLI::Option* listed = command->add_flag(
        "--list", options->list, "write nothing; list what --scrub would mask, each with its first place");
    command->add_flag("--json", options->json, "the list as JSON")->needs(listed);
    command->callback([options, &outcome] { outcome.exitCode = cut(*options); });
}

} // namespace stepscope::cli

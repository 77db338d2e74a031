// SPDX-License-Identifier: GPL-3.0-or-later
// stepscope-cli memory FILE: who holds the memory of a snapshot at one point.
#include "app/cli/cli.h"

#include "core/analysis/memory/memory_phases.h"
#include "core/export/holding_table.h"
#include "core/util/time.h"

#include <charconv>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace stepscope::cli {
namespace {

using analysis::HoldingKey;
using model::MemoryDevice;
using model::MemorySnapshot;

struct Options
{
    std::string path;
    DeviceOption device;
    std::string at = "peak";
    std::string by = "stack";
    std::optional<std::size_t> limit;
    bool csv = false;
    bool json = false;
    bool folded = false;
};

constexpr std::size_t kRowsOnTerminal = 30; // without --limit; what is not read by eye gets all rows

Expected<std::int32_t> entryOf(const MemoryDevice& device, const std::string& at)
{
    const std::int32_t last = device.entryCount() - 1;
    if (at == "peak")
        return device.active.peakEntry;
    if (at == "end")
        return last;
    std::int32_t entry = 0;
    const auto [end, error] = std::from_chars(at.data(), at.data() + at.size(), entry);
    if (error == std::errc {} && end == at.data() + at.size() && entry >= model::kBeforeHistory && entry <= last)
        return entry;
    return fail(ErrorClass::Internal,
        fmt::format("--at {}: write peak, end, or an entry from -1 (before the history) to {}", at, last));
}

Expected<HoldingKey> keyOf(const std::string& by)
{
    constexpr std::pair<const char*, HoldingKey> kKeys[] {{"stack", HoldingKey::Stack}, {"line", HoldingKey::UserFrame},
        {"category", HoldingKey::Category}, {"segment", HoldingKey::Segment}};
    for (const auto& [name, key] : kKeys) {
        if (by == name)
            return key;
    }
    return fail(ErrorClass::Internal, fmt::format("--by {}: write stack, line, category or segment", by));
}

// What lives after the entry; at the end without what the segments do not know.
std::vector<AllocId> blocksAt(const MemorySnapshot& snapshot, const MemoryDevice& device, std::int32_t entry)
{
    std::vector<AllocId> blocks = model::liveAt(snapshot, device, entry);
    if (entry == device.entryCount() - 1)
        std::erase_if(
            blocks, [&](AllocId id) { return (device.allocations.flags[id.index()] & model::kNotAtEnd) != 0; });
    return blocks;
}

std::string textOf(const exporting::Table& table, const MemoryDevice& device, std::int32_t entry, std::size_t blocks)
{
    std::int64_t bytes = 0;
    for (const std::vector<exporting::Cell>& row : table.rows)
        bytes += std::get<std::int64_t>(row.front());
    const std::string where = device.id < 0 ? std::string("Pinned host memory") : fmt::format("GPU {}", device.id);
    const std::string when = device.entryCount() == 0 ? std::string("at the end")
        : entry < 0                                   ? std::string("before the history")
                                                      : fmt::format("after entry {}", entry);
    std::string text = fmt::format(
        "{} {}: {} in {} blocks\n", where, when, formatBytes(static_cast<std::uint64_t>(bytes)), formatCount(blocks));
    return text;
}

int show(const MemorySnapshot& snapshot, const MemoryDevice& device, std::int32_t entry, HoldingKey key,
    const Options& options)
{
    const std::vector<AllocId> blocks = blocksAt(snapshot, device, entry);
    const analysis::StackReader reader(snapshot.record);
    if (options.folded) {
        const auto weights = analysis::weightsByStack(device, blocks);
        return print(analysis::foldedText(analysis::stackTree(reader, weights, false))) ? kDone : kInternalError;
    }
    const auto categories
        = analysis::allocationCategories(snapshot, device, reader, analysis::memoryPhases(snapshot, device, reader));
    exporting::Table table = exporting::holdingTable({snapshot, device, reader, categories}, blocks, key, entry);
    std::string text = options.csv || options.json ? std::string() : textOf(table, device, entry, blocks.size());
    const bool forReading = !options.csv && !options.json && outputIsTerminal();
    if (options.limit || forReading)
        exporting::limitTable(table, options.limit.value_or(kRowsOnTerminal));
    if (options.csv) {
        text = exporting::tableCsv(table);
    } else if (options.json) {
        text = exporting::tableJson(table, options.path);
    } else {
        text += exporting::tableText(table, outputWidth());
        if (table.rows.size() < table.total)
            text += fmt::format("{} of {} shown (--limit N for more)\n", table.rows.size(), table.total);
    }
    return print(text) ? kDone : kInternalError;
}

int run(const Options& options)
{
    const exporting::ReportedFile file = loadFile(options.path);
    if (file.error) {
        complain(options.path + ": " + file.error->message);
        if (options.json) {
            exporting::Report report;
            report.files.push_back(file);
            if (!print(exporting::reportJson(report)))
                return kInternalError;
        }
        return kRefused;
    }
    if (!file.snapshot) {
        complain(fmt::format("{} is a {}; memory is about snapshots (try report)", options.path,
            file.timeline ? "memory timeline by category, without blocks" : "trace"));
        return kRefused;
    }
    const Expected<std::size_t> index = options.device.indexIn(*file.snapshot, options.path);
    if (!index) {
        complain(index.error().message);
        return kRefused;
    }
    const MemoryDevice& device = file.snapshot->devices[*index];
    const auto entry = entryOf(device, options.at);
    if (!entry) {
        complain(entry.error().message);
        return kRefused;
    }
    const auto key = keyOf(options.by);
    if (!key) {
        complain(key.error().message);
        return kRefused;
    }
    return show(*file.snapshot, device, *entry, *key, options);
}

} // namespace

void addMemory(CLI::App& app, Outcome& outcome)
{
    const auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("memory", "Who holds the memory of a snapshot at one point");
    command->add_option("FILE", options->path, "a memory snapshot, plain or compressed")->required();
    options->device.addTo(*command);
    command->add_option("--at", options->at, "after this entry of the history, at the peak, or at the end")
        ->type_name("ENTRY|peak|end")
        ->capture_default_str();
    command->add_option("--by", options->by, "a row for each stack, line of the user's code, category or segment")
        ->type_name("stack|line|category|segment")
        ->capture_default_str();
    command->add_option("--limit", options->limit, "show this many rows")->type_name("N");
    CLI::Option* csv = command->add_flag("--csv", options->csv, "as CSV, with exact values");
    CLI::Option* json = command->add_flag("--json", options->json, "as JSON")->excludes(csv);
    command->add_flag("--folded", options->folded, "stacks as folded text, for flame graph tools")
        ->excludes(csv)
        ->excludes(json);
    command->callback([options, &outcome] { outcome.exitCode = run(*options); });
}

} // namespace stepscope::cli

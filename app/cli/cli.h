// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the commands of stepscope-cli share: exit codes, output, loading a file with progress on standard error, and the
// options that choose a window and a shape. Each command is one file that adds itself to the parser; core prints
// nothing.

#include "core/analysis/trace_figures.h"
#include "core/export/report.h"
#include "core/export/sections.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::cli {

// Exit codes of the report contract.
enum ExitCode : int
{
    kDone = 0,
    kLimitExceeded = 1, // one that was asked for
    kRefused = 2,
    kInternalError = 3
};

// Set by a command's callback; what main() returns.
struct Outcome
{
    int exitCode = kDone;
};

// Writes to standard output. False when it cannot be written (a full disk, a closed pipe).
bool print(std::string_view text);
// --html: a file of its own, about `subject`.
[[nodiscard]] std::string asHtml(std::vector<exporting::Section> sections, std::string_view subject);
void complain(std::string_view message); // "stepscope-cli: …" on standard error
[[nodiscard]] bool outputIsTerminal();
[[nodiscard]] std::size_t outputWidth(); // columns: of the terminal, else 120

// Loads a file. Progress goes to standard error when that is a terminal and the file takes a while.
[[nodiscard]] exporting::ReportedFile loadFile(const std::string& path);

// --window and --step
struct WindowOptions
{
    std::string window;
    std::optional<std::int64_t> step;

    void addTo(CLI::App& command);
    [[nodiscard]] bool given() const { return !window.empty() || step; }
    // What was asked for; an error says how to write it.
    [[nodiscard]] Expected<analysis::WindowRequest> request() const;
};

// --device of snapshots
struct DeviceOption
{
    std::optional<std::int32_t> id; // nothing: the one that matters most

    void addTo(CLI::App& command);
    // Index into MemorySnapshot::devices; an error says which devices there are.
    [[nodiscard]] Expected<std::size_t> indexIn(const model::MemorySnapshot& snapshot, const std::string& path) const;
};

// Fills in the figures of a loaded file; without the memory for them the file becomes a refused one. Error: the file
// has no such step.
[[nodiscard]] Expected<void> addFigures(exporting::ReportedFile& file, const analysis::WindowRequest& request,
    const analysis::AnalysisOptions& options = {});

// The same for a snapshot or a memory timeline.
void addMemoryFigures(exporting::ReportedFile& file);

void addInfo(CLI::App& app, Outcome& outcome);
void addReport(CLI::App& app, Outcome& outcome);
void addTables(CLI::App& app, Outcome& outcome); // kernels, ops, steps, gaps, syncs
void addMemory(CLI::App& app, Outcome& outcome);
void addRanks(CLI::App& app, Outcome& outcome); // summarize, ranks
void addCompare(CLI::App& app, Outcome& outcome);
void addCut(CLI::App& app, Outcome& outcome);
void addDump(CLI::App& app, Outcome& outcome);
void addRecorder(CLI::App& app, Outcome& outcome);

} // namespace stepscope::cli

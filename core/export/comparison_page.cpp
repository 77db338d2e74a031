// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/comparison.h"
#include "core/export/labels.h"
#include "core/export/report_memory.h"
#include "core/export/report_words.h"

#include "core/analysis/kernel_names.h"
#include "core/compare/words.h"
#include "core/util/time.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace stepscope::exporting {
namespace {

using compare::Comparison;
using compare::Topic;

constexpr std::size_t kRowsOnPage = 6; // of each table, without a limit

const char* topicTitle(Topic topic)
{
    switch (topic) {
    case Topic::StepTime:
        return "Step time and what it is made of";
    case Topic::Idle:
        return "GPU idle by cause";
    case Topic::Communication:
        return "Communication";
    case Topic::Launches:
        return "Launch calls";
    case Topic::Syncs:
        return "Blocking calls";
    case Topic::Copies:
        return "Copies";
    case Topic::Kernels:
        return "Kernels";
    case Topic::KernelFamilies:
        return "Kernel families";
    case Topic::Operators:
        return "Operators (CPU time of their own)";
    case Topic::Memory:
        return "Memory";
    case Topic::MemoryByStack:
        return "Memory at the peak by stack";
    case Topic::GrowthByStack:
        return "Memory that stays by stack";
    }
    return "";
}

std::vector<std::string> fileLines(const ComparedFiles& files)
{
    std::vector<std::string> lines;
    for (std::size_t side = 0; side < 2; ++side) {
        for (const ReportedFile& file : files.runs[side])
            lines.push_back(fmt::format("{}: {} · {}", side == compare::kBefore ? "before" : "after ",
                fileNameOf(file.path), file.trace ? fileLine(file) : snapshotLine(*file.snapshot)));
    }
    return lines;
}

std::string stepsLine(const Comparison& comparison)
{
    const compare::StepNoise& noise = comparison.noise;
    if (!comparison.perStep)
        return {};
    std::string line = fmt::format("compared: {} and {}", comparison.alignment.compared[compare::kBefore].size(),
        counted(comparison.alignment.compared[compare::kAfter].size(), "step", "steps"));
    if (comparison.alignment.leftOut)
        line += comparison.alignment.warmUp ? ", the first of both left out as warm-up"
                                            : ", the first of both left out: what came before it is not recorded";
    if (noise.spreadNs[0] && noise.spreadNs[1])
        line += fmt::format("; spread between steps {} and {}",
            compare::amountText(*noise.spreadNs[0], compare::Unit::Nanoseconds),
            compare::amountText(*noise.spreadNs[1], compare::Unit::Nanoseconds));
    else
        line += "; too few steps to tell how much they differ among themselves";
    if (comparison.gpuTime)
        line += "; step time is that of the GPU";
    return line;
}

Section warningSection(const Comparison& comparison)
{
    Section section;
    section.heading = comparison.warnings.empty() ? "" : "What else differs";
    for (const compare::Warning& warning : comparison.warnings)
        section.items.push_back({warning.severe ? "!" : "·",
            fmt::format("{}: {} | {}", warning.what, warning.before, warning.after), {}, warning.effect});
    return section;
}

std::string markOf(const compare::Difference& difference)
{
    if (difference.shareOfStep)
        return compare::signedPercent(*difference.shareOfStep);
    return compare::signedText(difference.change(), difference.unit);
}

Section differenceSection(const Comparison& comparison, bool noise)
{
    Section section;
    for (const compare::Difference& difference : comparison.differences) {
        if (difference.withinNoise == noise)
            section.items.push_back({markOf(difference), difference.sentence, {}, {}});
    }
    if (!section.items.empty())
        section.heading = noise ? "Within the spread between steps" : "What changed, each cause once";
    return section;
}

// "▲" grew, "▼" fell, as long as the share of the largest change: what is told by length and direction, not by colour.
std::string barOf(double change, double largest)
{
    constexpr double kLongest = 8;
    if (change == 0 || largest <= 0)
        return {};
    const auto length = std::max(1L, std::lround(kLongest * std::abs(change) / largest));
    std::string bar;
    for (long i = 0; i < length; ++i)
        bar += change > 0 ? "▲" : "▼";
    return bar;
}

std::string sideText(const std::optional<compare::Quantity>& side, compare::Unit unit)
{
    return side ? compare::amountText(side->perStep, unit) : "–";
}

std::string callsText(const compare::Row& row)
{
    const auto calls = [&](std::size_t side) { return row.sides[side] ? formatCount(row.sides[side]->calls) : "–"; };
    return fmt::format("{} → {}", calls(compare::kBefore), calls(compare::kAfter));
}

// Of several names: "cudaLaunchKernel and 2 more".
std::string firstOf(const std::string& names)
{
    const auto more = std::count(names.begin(), names.end(), ',');
    return more == 0 ? names : fmt::format("{} and {} more", names.substr(0, names.find(',')), more);
}

std::string nameOf(const compare::Row& row, Topic topic)
{
    if (row.match == compare::Match::Meaning)
        return fmt::format("{} → {}", firstOf(row.nameBefore), firstOf(row.name));
    if (topic != Topic::Kernels && topic != Topic::Communication)
        return row.name;
    std::string name = analysis::shortKernelName(row.name);
    if (row.nameBefore.empty())
        return name;
    const std::string old = analysis::shortKernelName(row.nameBefore);
    return old == name ? name : fmt::format("{} (was {})", name, old);
}

Section tableSection(const compare::Table& table, std::optional<std::size_t> limit)
{
    Table out;
    // Texts in columns of numbers stand at the right.
    out.columns = {{"", "change", CellType::Count, false, false}, {"", "", CellType::Text, false, false},
        {"", "before", CellType::Count, false, false}, {"", "after", CellType::Count, false, false},
        {"", table.unit == compare::Unit::Count ? "" : "calls", CellType::Count, false, false},
        {"", "name", CellType::Text, false, true}};
    out.columns[1].title = "  ";
    const double largest = table.rows.empty() ? 0 : std::abs(table.rows.front().change); // the first is
    const bool timed = table.topic != Topic::StepTime && table.topic != Topic::Idle && table.topic != Topic::Memory;
    for (const compare::Row& row : table.rows) {
        if (out.rows.size() == limit.value_or(kRowsOnPage))
            break;
        out.rows.push_back({row.change == 0 ? std::string("=") : compare::signedText(row.change, table.unit),
            barOf(row.change, largest), sideText(row.sides[compare::kBefore], table.unit),
            sideText(row.sides[compare::kAfter], table.unit), timed ? callsText(row) : std::string(),
            nameOf(row, table.topic)});
    }
    Section section;
    section.heading = fmt::format("{}{}{}", topicTitle(table.topic), table.perStep ? ", per step" : "",
        out.rows.size() < table.rows.size()
            ? fmt::format(" (the {} largest changes of {})", out.rows.size(), table.rows.size())
            : std::string());
    section.folded = true;
    section.table = std::move(out);
    return section;
}

} // namespace

std::vector<Section> comparisonSections(const ComparisonPage& page)
{
    const Comparison& comparison = page.comparison;
    std::vector<Section> sections;
    if (const ReportedFile* refused = page.files.refused(); refused != nullptr) {
        sections.push_back(refusedSection(*refused));
        return sections;
    }
    Section head;
    head.sentence = comparison.headline;
    append(head.lines, fileLines(page.files));
    if (std::string line = stepsLine(comparison); !line.empty())
        head.lines.push_back(std::move(line));
    append(head.lines, page.exceeded);
    sections.push_back(std::move(head));
    sections.push_back(warningSection(comparison));
    if (comparison.loaderExperiment)
        sections.push_back({{}, "The loader experiment", {comparison.loaderExperiment->sentence}, {}, {}, false});
    sections.push_back(differenceSection(comparison, false));
    sections.push_back(differenceSection(comparison, true));
    if (!comparison.unmatched.empty())
        sections.push_back({{}, "Not compared", comparison.unmatched, {}, {}, false});
    for (const compare::Table& table : comparison.tables)
        sections.push_back(tableSection(table, page.limit));
    return sections;
}

std::string comparisonText(const ComparisonPage& page, std::size_t width)
{
    return sectionsText(comparisonSections(page), width);
}

} // namespace stepscope::exporting

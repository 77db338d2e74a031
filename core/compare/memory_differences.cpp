// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/memory_differences.h"

#include "core/analysis/memory/trace_curve.h"
#include "core/compare/noise.h"
#include "core/compare/words.h"
#include "core/util/time.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <optional>

namespace stepscope::compare {
namespace {

using Pair = std::array<double, 2>;

Row memoryRow(std::string name, const Pair& bytes)
{
    Row row;
    row.name = std::move(name);
    for (std::size_t side = 0; side < 2; ++side) {
        row.sides[side].emplace();
        row.sides[side]->perStep = bytes[side];
        row.sides[side]->total = rounded(bytes[side]);
    }
    row.change = changeOf(row);
    return row;
}

template <class F> Pair ofBoth(const MemoryPair& pair, const F& f)
{
    return {static_cast<double>(f(*pair.devices[0], *pair.figures[0])),
        static_cast<double>(f(*pair.devices[1], *pair.figures[1]))};
}

Pair peaksOf(const MemoryPair& pair)
{
    return ofBoth(pair, [](const auto& device, const auto&) { return device.active.peak; });
}

Pair reservedOf(const MemoryPair& pair)
{
    return ofBoth(pair, [](const auto& device, const auto&) { return device.reserved.peak; });
}

std::vector<Row> deviceRows(const MemoryPair& pair)
{
    std::vector<Row> rows;
    rows.push_back(memoryRow(pair.prefix + "peak of allocated memory", peaksOf(pair)));
    rows.push_back(memoryRow(pair.prefix + "peak of reserved memory", reservedOf(pair)));
    rows.push_back(memoryRow(pair.prefix + "allocated at the end",
        ofBoth(pair, [](const auto&, const auto& figures) { return figures.activeEnd; })));
    rows.push_back(memoryRow(pair.prefix + "reserved at the end",
        ofBoth(pair, [](const auto&, const auto& figures) { return figures.reservedEnd; })));
    if (pair.figures[kBefore]->growthPerStep && pair.figures[kAfter]->growthPerStep)
        rows.push_back(memoryRow(pair.prefix + "growth per step",
            {*pair.figures[kBefore]->growthPerStep, *pair.figures[kAfter]->growthPerStep}));
    return rows;
}

Difference difference(const char* kind, Topic topic, Unit unit, const Pair& values, const std::string& what)
{
    Difference out;
    out.kind = kind;
    out.topic = topic;
    out.unit = unit;
    out.before = values[kBefore];
    out.after = values[kAfter];
    out.brief = fmt::format("{} {}", what, fromTo(out.before, out.after, unit));
    const std::string share
        = out.before > 0 ? fmt::format(", {}", signedPercent(out.change() / out.before)) : std::string();
    out.sentence = fmt::format("{} ({}{})", out.brief, signedText(out.change(), unit), share);
    return out;
}

bool grows(const MemoryPair& pair)
{
    for (std::size_t side = 0; side < 2; ++side) {
        if (pair.growth[side] && pair.growth[side]->proven(pair.devices[side]->active.peak))
            return true;
    }
    return false;
}

double keptBytes(const MemoryPair& pair, std::size_t side)
{
    double bytes = 0;
    if (pair.growth[side]) {
        for (const analysis::Leaker& leaker : pair.growth[side]->leakers)
            bytes += static_cast<double>(leaker.bytes);
    }
    return bytes;
}

// Rows of one device begin at `first` of the table.
void addGrowth(const MemoryPair& pair, const Table& table, std::size_t first, std::size_t last, Comparison& out)
{
    if (!grows(pair))
        return;
    for (std::size_t i = first; i < std::min(last, first + kMostLeaks); ++i) {
        const Row& row = table.rows[i];
        const Pair bytes {row.sides[0] ? row.sides[0]->perStep : 0, row.sides[1] ? row.sides[1]->perStep : 0};
        if (std::abs(row.change) <= kNegligibleMemory * bytes[kBefore])
            continue;
        Difference leak = difference(
            "memory.growth", Topic::GrowthByStack, Unit::Bytes, bytes, "memory kept per step by " + row.name);
        leak.row = i;
        const auto inAll
            = [&row](std::size_t side) { return row.sides[side] ? static_cast<double>(row.sides[side]->total) : 0; };
        leak.sentence += fmt::format("; {} by the end", fromTo(inAll(kBefore), inAll(kAfter), Unit::Bytes));
        out.differences.push_back(std::move(leak));
    }
}

// The steps after the first, which makes what all later ones use, and without one whose end is not known.
std::vector<analysis::MemoryStep> usualSteps(const MemoryPair& pair, std::size_t side)
{
    std::vector<analysis::MemoryStep> steps = pair.figures[side]->steps;
    if (!steps.empty() && !steps.back().complete)
        steps.pop_back();
    if (!steps.empty())
        steps.erase(steps.begin());
    return steps;
}

std::optional<double> spreadOfPeaks(const MemoryPair& pair, std::size_t side)
{
    std::vector<double> peaks;
    for (const analysis::MemoryStep& step : usualSteps(pair, side))
        peaks.push_back(static_cast<double>(step.peak));
    return spreadOf(peaks);
}

// Of what is reserved above the peak.
std::optional<double> spreadOfReserved(const MemoryPair& pair, std::size_t side)
{
    const std::optional<double> peaks = spreadOfPeaks(pair, side);
    if (!peaks)
        return std::nullopt;
    const std::vector<analysis::MemoryStep> steps = usualSteps(pair, side);
    const auto& reserved = pair.devices[side]->reserved.value;
    const auto mostIn = [&reserved](const analysis::MemoryStep& step) {
        return static_cast<double>(
            *std::max_element(reserved.begin() + step.firstEntry, reserved.begin() + step.lastEntry + 1));
    };
    double squares = *peaks * *peaks;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const double change = mostIn(steps[i]) - mostIn(steps[i - 1]);
        squares += change * change;
    }
    return std::sqrt(squares);
}

void addPeak(const MemoryPair& pair, const Table& stacks, std::size_t first, std::size_t last, Comparison& out)
{
    const Pair peaks = peaksOf(pair);
    const double change = peaks[kAfter] - peaks[kBefore];
    const double kept = keptBytes(pair, kAfter) - keptBytes(pair, kBefore);
    const bool told = grows(pair) && change * kept > 0 && std::abs(kept) >= kToldByGrowth * std::abs(change);
    if (told || std::abs(change) <= kNegligibleMemory * peaks[kBefore])
        return;
    Difference peak
        = difference("memory.peak", Topic::MemoryByStack, Unit::Bytes, peaks, pair.prefix + "peak of allocated memory");
    for (std::size_t i = first; i < last; ++i) {
        const Row& row = stacks.rows[i];
        if ((row.change > 0) != (change > 0))
            continue;
        peak.row = i;
        peak.sentence += fmt::format("; {} {} {}", shareWords(row.change, change), row.name,
            fromTo(row.sides[0] ? row.sides[0]->perStep : 0, row.sides[1] ? row.sides[1]->perStep : 0, Unit::Bytes));
        break;
    }
    peak.withinNoise = withinSpread(change, spreadOfPeaks(pair, kBefore), spreadOfPeaks(pair, kAfter));
    if (peak.withinNoise)
        peak.sentence += "; peaks of single steps differ as much";
    out.differences.push_back(std::move(peak));
}

// Memory that is reserved but free, in segments in use: whether a rule says so of one of them.
bool isInPieces(const Runs& runs, const MemoryPair& pair)
{
    for (std::size_t side = 0; side < 2; ++side) {
        const std::vector<analysis::Finding>& findings = runs[side].memory->judgement.findings;
        const bool found = std::any_of(findings.begin(), findings.end(), [&](const analysis::Finding& finding) {
            return finding.rule == "memory.fragmentation" && finding.bytes.value_or(0) > 0 && !finding.memory.empty()
                && finding.memory.front().device == pair.index[side];
        });
        if (found)
            return true;
    }
    return false;
}

void addReserved(const Runs& runs, const MemoryPair& pair, std::size_t row, Comparison& out)
{
    const Pair peaks = peaksOf(pair);
    const Pair reserved = reservedOf(pair);
    const Pair above {reserved[0] - peaks[0], reserved[1] - peaks[1]};
    const Pair pieces = ofBoth(pair, [](const auto&, const auto& figures) { return figures.stranded; });
    const double least = kNegligibleMemory * reserved[kBefore];
    const bool otherPieces = std::abs(pieces[1] - pieces[0]) > least && isInPieces(runs, pair);
    const bool otherRest = std::abs(reserved[1] - reserved[0]) > least && std::abs(above[1] - above[0]) > least;
    if (!otherPieces && !otherRest)
        return;
    Difference more = otherPieces ? difference("memory.fragmentation", Topic::Memory, Unit::Bytes, pieces,
                          pair.prefix + "memory free in pieces at the end")
                                  : difference("memory.reserved", Topic::Memory, Unit::Bytes, above,
                                      pair.prefix + "reserved but never in use at once");
    if (otherRest)
        more.sentence += fmt::format("; most reserved {}", fromTo(reserved[0], reserved[1], Unit::Bytes));
    more.row = row;
    more.withinNoise
        = !otherPieces && withinSpread(more.change(), spreadOfReserved(pair, kBefore), spreadOfReserved(pair, kAfter));
    if (more.withinNoise)
        more.sentence += "; what single steps added differs as much";
    out.differences.push_back(std::move(more));
}

// "3.98 GiB asked for by model.py:70 matmul"
std::string askedFor(const Run& run, const MemoryPair& pair, std::size_t side, const analysis::StackReader& reader)
{
    const analysis::OomFigures& oom = pair.figures[side]->ooms.back();
    const StackId stack = run.snapshot->entries(*pair.devices[side]).stack[static_cast<std::size_t>(oom.entry)];
    return fmt::format("{} asked for{}{}", formatBytes(oom.requested), stack.valid() ? " by " : "",
        stack.valid() ? reader.label(stack) : std::string());
}

void addOoms(const Runs& runs, const Readers& readers, const MemoryPair& pair, Comparison& out)
{
    const Pair failed = ofBoth(pair, [](const auto& device, const auto&) { return device.ooms.size(); });
    if (failed[kBefore] == failed[kAfter])
        return;
    const std::size_t side = failed[kAfter] > failed[kBefore] ? kAfter : kBefore;
    Difference more = difference("memory.oom", Topic::Memory, Unit::Count, failed, pair.prefix + "out of memory");
    if (!pair.figures[side]->ooms.empty()) {
        more.brief += fmt::format(" ({})", askedFor(runs[side], pair, side, readers[side]));
        more.sentence = fmt::format(
            "{}; {}{}", more.brief, side == kAfter ? "" : "before: ", pair.figures[side]->ooms.back().verdict);
    }
    out.differences.push_back(std::move(more));
}

std::size_t appendRows(Table& table, std::vector<Row> rows, std::size_t device)
{
    const std::size_t first = table.rows.size();
    for (Row& row : rows)
        row.device = device;
    table.rows.insert(table.rows.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
    return first;
}

// Rows of several devices in one order; differences keep to theirs.
void sortTable(Table& table, std::vector<Difference>& differences)
{
    std::vector<std::size_t> order(table.rows.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::stable_sort(order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return std::abs(table.rows[a].change) > std::abs(table.rows[b].change); });
    std::vector<std::size_t> place(order.size());
    std::vector<Row> rows;
    for (const std::size_t from : order) {
        place[from] = rows.size();
        rows.push_back(std::move(table.rows[from]));
    }
    table.rows = std::move(rows);
    for (Difference& difference : differences) {
        if (difference.topic == table.topic && difference.row)
            difference.row = place[*difference.row];
    }
}

void notePeaks(const Pair& peaks, Comparison& out)
{
    for (std::size_t side = 0; side < 2; ++side)
        out.peakBytes[side] = std::max(out.peakBytes[side].value_or(0), peaks[side]);
}

} // namespace

void compareSnapshots(const Runs& runs, Comparison& out)
{
    const Readers readers {
        analysis::StackReader(runs[kBefore].snapshot->record), analysis::StackReader(runs[kAfter].snapshot->record)};
    Table memory {Topic::Memory, Unit::Bytes, false, {}};
    Table stacks {Topic::MemoryByStack, Unit::Bytes, false, {}};
    Table growth {Topic::GrowthByStack, Unit::Bytes, true, {}};
    for (const MemoryPair& pair : pairDevices(runs, out.unmatched)) {
        const std::size_t device = out.memoryDevices.size();
        out.memoryDevices.push_back(pair.index);
        const std::size_t firstOfDevice = appendRows(memory, deviceRows(pair), device);
        const std::size_t firstLeak = appendRows(growth, growthByStack(readers, pair), device);
        const std::size_t firstStack = appendRows(stacks, peakByStack(runs, readers, pair), device);
        addGrowth(pair, growth, firstLeak, growth.rows.size(), out);
        addPeak(pair, stacks, firstStack, stacks.rows.size(), out);
        addReserved(runs, pair, firstOfDevice + 1, out); // the row of what was reserved at most
        addOoms(runs, readers, pair, out);
        notePeaks(peaksOf(pair), out);
    }
    for (Table* table : {&memory, &stacks, &growth}) {
        sortTable(*table, out.differences);
        if (!table->rows.empty())
            out.tables.push_back(std::move(*table));
    }
}

void compareMemoryMarks(const Runs& runs, Comparison& out)
{
    Pair peaks {};
    for (std::size_t side = 0; side < 2; ++side) {
        for (const analysis::MemoryTraceCurve& curve : analysis::memoryTraceCurves(*runs[side].trace)) {
            if (!curve.host && !curve.relative)
                peaks[side] = std::max(peaks[side], static_cast<double>(curve.peak));
        }
    }
    if (peaks[kBefore] <= 0 || peaks[kAfter] <= 0)
        return;
    notePeaks(peaks, out);
    out.tables.push_back(
        {Topic::Memory, Unit::Bytes, false, {memoryRow("peak of allocated memory (marks of the trace)", peaks)}});
    if (std::abs(peaks[kAfter] - peaks[kBefore]) <= kNegligibleMemory * peaks[kBefore])
        return;
    out.differences.push_back(difference("memory.peak", Topic::Memory, Unit::Bytes, peaks, "peak of allocated memory"));
    out.differences.back().row = 0;
}

} // namespace stepscope::compare

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/memory_pairs.h"

#include "core/analysis/memory/holdings.h"
#include "core/analysis/sums.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace stepscope::compare {
namespace {

using analysis::StackReader;

bool isEmpty(const model::MemoryDevice& device)
{
    return device.active.peak == 0 && device.reserved.peak == 0 && device.segments.empty();
}

std::size_t usedDevices(const model::MemorySnapshot& snapshot)
{
    return static_cast<std::size_t>(std::count_if(snapshot.devices.begin(), snapshot.devices.end(),
        [](const model::MemoryDevice& device) { return !isEmpty(device); }));
}

std::string deviceName(const model::MemoryDevice& device)
{
    return device.id < 0 ? std::string("pinned host memory") : fmt::format("GPU {}", device.id);
}

// What a stack says, outermost frame first; without lines where those are not to count.
std::string keyOf(const StackReader& reader, StackId stack, bool lines)
{
    const model::SnapshotRecord& record = reader.record();
    std::string key;
    for (const FrameId id : reader.callOrder(stack)) {
        const model::StackFrame& frame = record.stacks.at(id);
        key += analysis::shortFrameText(
            record.names.view(frame.file), lines ? frame.line : 0, record.names.view(frame.function));
        key += ';';
    }
    return key;
}

// Joins rows of one side each whose stacks are equal but for lines, where there is one on either side.
void matchWithoutLines(std::vector<Row>& rows, const Readers& readers)
{
    struct Lonely
    {
        std::array<std::vector<std::size_t>, 2> rows;
    };
    std::map<std::string, Lonely> byKey;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].match == Match::Name)
            continue;
        const std::size_t side = rows[i].match == Match::OnlyBefore ? kBefore : kAfter;
        byKey[keyOf(readers[side], rows[i].sides[side]->stack, false)].rows[side].push_back(i);
    }
    for (const auto& [key, lonely] : byKey) {
        if (lonely.rows[kBefore].size() != 1 || lonely.rows[kAfter].size() != 1)
            continue;
        Row& row = rows[lonely.rows[kAfter].front()];
        Row& old = rows[lonely.rows[kBefore].front()];
        row.match = Match::Name;
        row.sides[kBefore] = old.sides[kBefore];
        old.sides[kBefore].reset();
        row.change = changeOf(row);
    }
    rows.erase(std::remove_if(
                   rows.begin(), rows.end(), [](const Row& row) { return !row.sides[kBefore] && !row.sides[kAfter]; }),
        rows.end());
}

// Rows are joined by keys; people read the line that stands for the stack.
std::vector<Row> finish(std::vector<Row> rows, const Readers& readers, const std::string& prefix)
{
    matchWithoutLines(rows, readers);
    for (Row& row : rows) {
        const std::size_t side = row.sides[kAfter] ? kAfter : kBefore;
        row.name = prefix + readers[side].label(row.sides[side]->stack);
        if (row.match == Match::Name) {
            const std::string old = prefix + readers[kBefore].label(row.sides[kBefore]->stack);
            row.nameBefore = old == row.name ? std::string() : old;
        }
    }
    sortRows(rows);
    return rows;
}

} // namespace

std::vector<MemoryPair> pairDevices(const Runs& runs, std::vector<std::string>& unmatched)
{
    const bool several = std::max(usedDevices(*runs[kBefore].snapshot), usedDevices(*runs[kAfter].snapshot)) > 1;
    std::vector<MemoryPair> pairs;
    std::array<std::vector<bool>, 2> taken;
    for (std::size_t side = 0; side < 2; ++side)
        taken[side].resize(runs[side].snapshot->devices.size(), false);
    const auto add = [&](std::size_t before, std::size_t after) {
        MemoryPair pair;
        pair.index = {before, after};
        for (std::size_t side = 0; side < 2; ++side) {
            taken[side][pair.index[side]] = true;
            pair.devices[side] = &runs[side].snapshot->devices[pair.index[side]];
            pair.figures[side] = &runs[side].memory->devices[pair.index[side]];
            pair.growth[side] = analysis::memoryGrowth(*pair.devices[side], pair.figures[side]->steps);
        }
        if (several)
            pair.prefix = deviceName(*pair.devices[kAfter]) + ": ";
        pairs.push_back(std::move(pair));
    };
    const auto& before = runs[kBefore].snapshot->devices;
    const auto& after = runs[kAfter].snapshot->devices;
    if (usedDevices(*runs[kBefore].snapshot) == 1 && usedDevices(*runs[kAfter].snapshot) == 1) {
        // One GPU each, whatever its number.
        const auto used = [](const std::vector<model::MemoryDevice>& devices) {
            return static_cast<std::size_t>(std::find_if(devices.begin(), devices.end(),
                                                [](const model::MemoryDevice& device) { return !isEmpty(device); })
                - devices.begin());
        };
        add(used(before), used(after));
        return pairs;
    }
    for (std::size_t b = 0; b < before.size(); ++b) {
        for (std::size_t a = 0; a < after.size(); ++a) {
            if (before[b].id == after[a].id && !taken[kAfter][a] && !isEmpty(before[b]) && !isEmpty(after[a])) {
                add(b, a);
                break;
            }
        }
    }
    for (std::size_t side = 0; side < 2; ++side) {
        const auto& devices = runs[side].snapshot->devices;
        for (std::size_t i = 0; i < devices.size(); ++i) {
            if (!taken[side][i] && !isEmpty(devices[i]))
                unmatched.push_back(fmt::format("memory of {}: only in {}", deviceName(devices[i]), runs[side].label));
        }
    }
    return pairs;
}

std::vector<Row> peakByStack(const Runs& runs, const Readers& readers, const MemoryPair& pair)
{
    std::array<NamedQuantities, 2> sides;
    for (std::size_t side = 0; side < 2; ++side) {
        const model::MemoryDevice& device = *pair.devices[side];
        const std::vector<AllocId> blocks = model::liveAt(*runs[side].snapshot, device, device.active.peakEntry);
        for (const analysis::StackWeight& weight : analysis::weightsByStack(device, blocks)) {
            Quantity quantity;
            quantity.total = weight.bytes;
            quantity.calls = static_cast<std::uint64_t>(weight.blocks);
            quantity.stack = weight.stack;
            sides[side].add(keyOf(readers[side], weight.stack, true), quantity);
        }
    }
    return finish(joinByName(std::move(sides), {1, 1}), readers, pair.prefix);
}

std::vector<Row> growthByStack(const Readers& readers, const MemoryPair& pair)
{
    std::array<NamedQuantities, 2> sides;
    std::array<std::map<std::string, std::int64_t>, 2> kept; // bytes of the whole run
    for (std::size_t side = 0; side < 2; ++side) {
        if (!pair.growth[side])
            continue;
        for (const analysis::Leaker& leaker : pair.growth[side]->leakers) {
            Quantity quantity;
            quantity.total = static_cast<std::int64_t>(leaker.bytesPerStep); // gives perStep below
            quantity.calls = leaker.blocksAtEnd;                             // as the bytes of the whole run
            quantity.stack = leaker.stack;
            const std::string name = keyOf(readers[side], leaker.stack, true);
            analysis::addTo(kept[side][name], rounded(static_cast<double>(leaker.heldAtEnd)));
            sides[side].add(name, quantity);
        }
    }
    std::vector<Row> rows = joinByName(std::move(sides), {1, 1});
    for (Row& row : rows) {
        for (std::size_t side = 0; side < 2; ++side) {
            if (row.sides[side])
                row.sides[side]->total = kept[side][row.name];
        }
    }
    return finish(std::move(rows), readers, pair.prefix);
}

} // namespace stepscope::compare

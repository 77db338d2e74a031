// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_tables.h"

#include "widgets/ranks/ranks_words.h"
#include "widgets/tables/row_writer.h"

#include <array>
#include <cmath>
#include <limits>

namespace stepscope::widgets {

using exporting::CellType;

namespace {

constexpr WrittenColumn kRankColumns[] = {
    {"rank", "Rank", "As the trace says, else as its file is called", CellType::Count},
    {"late_ns", "Others waited", "For this rank: how much later than the median of the others it came, summed",
        CellType::Duration, ColumnLook::Bar},
    {"waited_ns", "Waited", "In collectives, until the last rank had come", CellType::Duration, ColumnLook::Bar},
    {"times_last", "Times last", "Collectives at which it was the last to arrive", CellType::Count},
    {"step_ns", "Typical step", "Median length of its steps", CellType::Duration},
    {"steps", "Steps", "That were recorded", CellType::Count},
    {"busy", "GPU busy", "Share of the time of its devices", CellType::Share},
    {"idle_ns", "Idle in all", "Time without GPU work, of the whole recording: the next columns share it out by cause",
        CellType::Duration},
    {"idle_input_ns", "Input", "Idle in all: waited for training data", CellType::Duration},
    {"idle_host_ns", "Host", "Idle in all: the CPU came late with the launches", CellType::Duration},
    {"idle_sync_ns", "Sync", "Idle in all: the CPU sat in a blocking call", CellType::Duration},
    {"idle_dependency_ns", "Dependency", "Idle in all: waited for another stream", CellType::Duration},
    {"idle_comm_ns", "Comm wait", "Idle in all: waited for a communication kernel", CellType::Duration},
    {"idle_launch_ns", "Launch", "Idle in all: the launch was on its way", CellType::Duration},
    {"idle_unexplained_ns", "Unexplained", "Idle in all: nothing recorded says why", CellType::Duration},
    {"exposed_comm_ns", "Exposed comm.", "Communication while nothing is computed, of the whole recording",
        CellType::Duration},
    {"clock_shift_ns", "Clock off", "How far its machine's clock is off that of the first rank", CellType::Duration},
    {"clock_spread_ns", "± ", "How well the collectives agree about that", CellType::Duration},
    {"device", "Device", "The first that worked"},
    {"verdict", "By itself", "What its trace says without the others"},
    {"file", "File", "Where it comes from", CellType::Text, ColumnLook::Mono},
};

constexpr WrittenColumn kCollectiveColumns[] = {
    {"name", "Collective", "What it is called"},
    {"group", "Group", "Process group and its ranks"},
    {"sequence", "Number", "Within its group as written, else the order from 0", CellType::Count},
    {"step", "Step", "That launched it", CellType::Count},
    {"ranks", "Ranks", "Of which there is a file", CellType::Count},
    {"wait_ns", "Longest wait", "From the first arrival to the last", CellType::Duration, ColumnLook::Bar},
    {"shared_ns", "Together", "From the last arrival to the end", CellType::Duration, ColumnLook::Bar},
    {"last", "Last", "The rank that all waited for"},
    {"first", "First", "The rank that waited longest"},
    {"arrival_ns", "First arrival", "Since the start of the recording", CellType::Duration},
    {"elements", "Elements", "That the first rank sends", CellType::Count},
    {"type", "Type", "Of an element"},
};

std::int64_t orNone(const std::optional<std::int64_t>& value)
{
    return value.value_or(view::kNoNumber);
}

void writeFigures(RowWriter& table, const ranks::RankSummary& rank)
{
    const bool hasGpu = rank.windowNs > 0;
    table.number(orNone(rank.medianStepNs));
    table.number(static_cast<std::int64_t>(rank.steps.size()));
    table.real(hasGpu ? static_cast<double>(rank.busyNs) / static_cast<double>(rank.windowNs)
                      : std::numeric_limits<double>::quiet_NaN());
    table.number(hasGpu ? rank.idleNs() : view::kNoNumber);
    for (const std::int64_t idle : rank.idle)
        table.number(hasGpu ? idle : view::kNoNumber);
    table.number(hasGpu ? rank.exposedCommNs : view::kNoNumber);
}

} // namespace

TablePtr buildRanksTable(const ranks::World& world)
{
    RowWriter table(kRankColumns);
    for (std::size_t r = 0; r < world.ranks.size(); ++r) {
        const ranks::RankSummary& rank = world.ranks[r];
        const bool isCompared = !world.collectives.empty();
        table.number(orNone(rank.rank));
        table.number(isCompared ? world.tolls[r].latenessNs : view::kNoNumber);
        table.number(isCompared ? world.tolls[r].waitNs : view::kNoNumber);
        table.number(isCompared ? static_cast<std::int64_t>(world.tolls[r].timesLast) : view::kNoNumber);
        writeFigures(table, rank);
        const bool isRefined = world.clocks[r].collectives > 0;
        table.number(isRefined ? -world.clocks[r].correctionNs : view::kNoNumber);
        table.number(isRefined ? world.clocks[r].spreadNs : view::kNoNumber);
        table.text(rank.device);
        table.text(rank.verdict);
        table.text(rank.file);
    }
    return table.finish("late_ns", true, QStringLiteral("There are no ranks."));
}

TablePtr buildCollectivesTable(const ranks::World& world, std::int64_t start)
{
    RowWriter table(kCollectiveColumns);
    for (const ranks::SharedCollective& shared : world.collectives) {
        const ranks::Arrival& last = shared.arrivals[shared.last];
        const ranks::Arrival& first = firstArrival(shared);
        const ranks::Collective& own = world.ranks[first.rank].collectives[first.collective];
        table.text(shared.name);
        table.text(shared.group);
        table.number(shared.sequence);
        table.number(orNone(shared.step));
        table.number(static_cast<std::int64_t>(shared.arrivals.size()));
        table.number(shared.waitNs);
        table.number(shared.sharedNs);
        table.text(world.ranks[last.rank].label());
        table.text(world.ranks[first.rank].label());
        table.number(Interval {start, first.startNs}.length());
        table.number(own.elements ? static_cast<std::int64_t>(*own.elements) : view::kNoNumber);
        table.text(own.type);
    }
    return table.finish("wait_ns", true,
        QStringLiteral("No collective that two of these ranks share was recorded: there is nothing to compare. Record "
                       "with activities=[CPU, CUDA] on all ranks, in the same steps."));
}

} // namespace stepscope::widgets

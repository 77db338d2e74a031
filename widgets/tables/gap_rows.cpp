// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/gap_rows.h"

#include "core/export/labels.h"
#include "core/export/trace_tables.h"
#include "core/view/communication_stream.h"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace stepscope::widgets {

using analysis::TraceFigures;
using exporting::Cell;
using exporting::Table;

namespace {

constexpr const char* kIdleColumn = "idle_row";

std::string streamsText(const model::Trace& trace, const std::vector<TrackId>& streams)
{
    const std::string first = exporting::rowLabel(trace, streams.front());
    return streams.size() == 1 ? first : fmt::format("{} and {} more", first, streams.size() - 1);
}

} // namespace

Table gapRows(const model::Trace& trace, const TraceFigures& figures, const std::vector<std::uint32_t>& gaps,
    const analysis::KernelLabels& labels, bool toldApart)
{
    Table table = exporting::gapTable(trace, figures, gaps);
    const std::size_t endedBy = columnIndex(table, "ended by");
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        const SliceId after = figures.idle.causes.gaps[gaps[i]].workAfter;
        if (after.valid())
            table.rows[i][endedBy] = labels.of(trace.slices.name[after.index()]);
    }
    table.columns.push_back({kIdleColumn, "what is idle", exporting::CellType::Text, true, false});
    for (std::vector<Cell>& row : table.rows)
        row.push_back(toldApart ? Cell(std::string("GPU")) : Cell());
    return table;
}

const analysis::DeviceGap* nextLargestGap(const TraceFigures& figures, const analysis::DeviceGap* after)
{
    const auto comesBefore = [](const analysis::DeviceGap& a, const analysis::DeviceGap& b) {
        const std::int64_t lengthA = a.span.length();
        const std::int64_t lengthB = b.span.length();
        return lengthA != lengthB ? lengthA > lengthB
                                  : std::pair(a.span.start, a.device) < std::pair(b.span.start, b.device);
    };
    const analysis::DeviceGap* next = nullptr;
    for (const analysis::DeviceGap& gap : figures.idle.causes.gaps) {
        const bool isLater = after == nullptr || comesBefore(*after, gap);
        if (isLater && (next == nullptr || comesBefore(gap, *next)))
            next = &gap;
    }
    return next;
}

std::vector<WaitRow> communicationWaits(const model::Trace& trace, const TraceFigures& figures)
{
    std::vector<WaitRow> rows;
    analysis::WorkClasses classes(trace);
    for (std::uint32_t d = 0; d < figures.gpu.devices.size(); ++d) {
        const analysis::DeviceUse& use = figures.gpu.devices[d];
        std::vector<TrackId> communicating;
        for (const analysis::StreamUse& stream : use.streams) {
            if (view::isCommunicationStream(trace, trace.tracks[stream.track.index()]))
                communicating.push_back(stream.track);
        }
        for (const analysis::CommWait& wait : analysis::communicationWaits(trace, use, communicating, classes)) {
            std::vector<TrackId> streams = analysis::waitingStreams(use, communicating, wait);
            if (!streams.empty())
                rows.push_back({d, wait, std::move(streams)});
        }
    }
    return rows;
}

Table waitRows(const model::Trace& trace, const TraceFigures& figures, const std::vector<WaitRow>& waits,
    const analysis::KernelLabels& labels)
{
    Table table = gapRows(trace, figures, {}, labels, true);
    const std::size_t device = columnIndex(table, "device");
    const std::size_t at = columnIndex(table, "at");
    const std::size_t start = columnIndex(table, "start_ns");
    const std::size_t length = columnIndex(table, "dur_ns");
    const std::size_t cause = columnIndex(table, "cause");
    const std::size_t activity = columnIndex(table, "activity");
    const std::size_t idle = columnIndex(table, kIdleColumn);
    for (const WaitRow& row : waits) {
        std::vector<Cell>& cells = table.rows.emplace_back(table.columns.size());
        const Interval span = row.wait.span;
        cells[device] = std::int64_t {figures.gpu.devices[row.device].device};
        cells[at] = Interval {trace.rangeStart, span.start}.length();
        cells[start] = span.start;
        cells[length] = span.length();
        cells[cause] = std::string(analysis::idleCauseName(analysis::IdleCause::CommWait));
        cells[activity] = std::string(trace.nameOf(row.wait.collective));
        cells[idle] = streamsText(trace, row.streams);
    }
    return table;
}

} // namespace stepscope::widgets

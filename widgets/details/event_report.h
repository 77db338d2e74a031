// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the Selection panel says, as plain values: facts about one slice, instant or counter sample, and the events it
// is connected with. Pure functions over the immutable trace; any thread. What may cost more than O(depth + log n) is
// in DeferredFacts, which a job fills in.

#include "core/analysis/ncu_command.h"
#include "core/model/trace.h"
#include "widgets/viewmodel/selection.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

namespace stepscope::widgets {

struct DetailLine
{
    QString label;
    QString value;
    QString note; // said quietly after the value: the exact figure, an explanation
    Item target;  // valid: the value leads there
    bool mono = false;
    bool warn = false;
    QString link = {}; // as target, for places that are no items; who shows it knows what it means
};

[[nodiscard]] inline DetailLine detailLine(const QString& label, const QString& value, const QString& note = {})
{
    DetailLine line;
    line.label = label;
    line.value = value;
    line.note = note;
    return line;
}

struct DetailSection
{
    QString title; // may be empty
    QList<DetailLine> lines;
    QStringList header {};      // of a table below the lines; empty: none
    QList<QStringList> rows {}; // of the table, as many cells as the header has
    [[nodiscard]] bool isEmpty() const { return rows.isEmpty() && lines.isEmpty(); }
};

struct EventReport
{
    QString name; // whole, as long as it is
    QString kind; // "Kernel", "Operator", …
    QList<DetailSection> facts;
    QList<DetailSection> links; // chains, parents, flows
    [[nodiscard]] bool isEmpty() const { return kind.isEmpty(); }
};

// The event as it stands in the file, and figures that need a walk over many slices.
struct DeferredFacts
{
    std::optional<model::ArgValue> event;
    std::optional<model::ArgValue> endEvent; // of a B/E pair
    std::optional<Error> error;              // why the event could not be read
    std::int64_t selfTime = 0;               // of slices
    std::uint64_t children = 0;
    std::optional<model::ArgValue> opEvent;  // of GPU work: the operator around its launch
    std::optional<analysis::NcuCommand> ncu; // of kernels
    std::vector<std::string> stack;          // in the arguments of what is around it, or around its launch
};
using DeferredFactsPtr = std::shared_ptr<const DeferredFacts>;

// Empty for an item that the trace does not have. `deferred` may be null: what it brings is then shown as "…".
[[nodiscard]] EventReport describeItem(const model::Trace& trace, const Item& item, const DeferredFacts* deferred);
// Value (the first line), time and hold of a sample that the series has.
[[nodiscard]] DetailSection sampleFacts(const model::Trace& trace, const model::CounterSeries& series, std::size_t i);
// Of profilers that wrote the stack into the operators; where frames are events of their own, links lead to them.
[[nodiscard]] DetailSection stackSection(const std::vector<std::string>& frames);
[[nodiscard]] DeferredFacts readDeferredFacts(const model::Trace& trace, const Item& item);
[[nodiscard]] QString eventJson(const model::Trace& trace, const Item& item); // as toJsonText(), read now

struct RangeCounts
{
    std::uint64_t slices = 0; // that overlap the range
    std::uint64_t gpuWork = 0;
    std::uint64_t instants = 0;
};
[[nodiscard]] RangeCounts countInRange(const model::Trace& trace, const TimeRange& range, const std::stop_token& stop);
[[nodiscard]] DetailSection describeRange(const model::Trace& trace, const TimeRange& range, const RangeCounts* counts);

// Byte of the event in the file's text; nothing for an item the trace does not have.
[[nodiscard]] std::optional<std::uint64_t> offsetOf(const model::Trace& trace, const Item& item);
// The event that starts at this byte of the text or holds it; none when no event of the trace does. O(events).
[[nodiscard]] Item itemAtByte(const model::Trace& trace, std::uint64_t byte);

// Aligned text for the clipboard, arguments included.
[[nodiscard]] QString toPlainText(const EventReport& report, const DeferredFacts* deferred);
// The event, or an array of the begin and the end event, as JSON text; empty when it was not read.
[[nodiscard]] QString toJsonText(const DeferredFacts& deferred);

} // namespace stepscope::widgets

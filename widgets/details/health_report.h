// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the File health panel says, as plain values: anomalies with warnings first, and what the file holds. Pure
// functions of an immutable trace; any thread.

#include "core/model/trace.h"
#include "widgets/details/event_report.h"

#include <QList>
#include <QString>

namespace stepscope::widgets {

struct HealthEntry
{
    DiagnosticKind kind {};
    DiagnosticLevel level {};
    std::uint64_t count = 0;
    QString text;
    std::vector<DiagnosticSample> samples;
};
[[nodiscard]] QList<HealthEntry> healthEntries(
    const Diagnostics& diagnostics); // warnings first, then by the table's order

[[nodiscard]] QList<DetailSection> contentSections(const model::Trace& trace); // sizes, counts, counts per phase

} // namespace stepscope::widgets

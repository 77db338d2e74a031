// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fills Trace::instants (by track, then time) and Trace::counters (by process and name, samples in time order).
// O(n log n).

#include "core/model/assembler.h"
#include "core/model/site_table.h"
#include "core/model/time_check.h"

namespace stepscope::model {

void buildInstants(const AssemblyInput& input, const TimeCheck& times, SiteTable& sites, Trace& trace);
void buildCounters(const AssemblyInput& input, const TimeCheck& times, SiteTable& sites, Trace& trace);

} // namespace stepscope::model

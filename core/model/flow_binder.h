// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Binds flow events to slices and pairs them into Trace::flows.
// An end binds to the slice on its thread that starts at its time (the slice event just before it in the file if that
// one does, else the longest), else to the innermost one that contains it, else (an end without bp "e") to the next
// one. Pairing by (category, id) in time order: a step or finish belongs to the latest start or step before it; a
// finish before any start to the next start. A finish without a start links nothing: kineto writes thousands of those.

#include "core/model/assembler.h"
#include "core/model/site_table.h"
#include "core/model/slice_grouping.h"

namespace stepscope::model {

void bindFlows(const AssemblyInput& input, const PlacedSlices& placed, SiteTable& sites, Trace& trace);

} // namespace stepscope::model

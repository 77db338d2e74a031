// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The recorded inputs of an operator (record_shapes) as a table: shape, dtype, strides and, of what is no tensor, the
// value. Columns that nothing was recorded for are left out. Pure.

#include "widgets/details/event_report.h"

namespace stepscope::widgets {

// Without rows where the event, as read from the file, has no inputs.
[[nodiscard]] DetailSection inputTable(const QString& title, const model::ArgValue& event);

} // namespace stepscope::widgets

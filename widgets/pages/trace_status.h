// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the window's status line says about a trace: the item under the pointer, else the figures of the chosen step,
// else the size of the trace; and the visible stretch of time. Pure.

#include <QString>

namespace stepscope::widgets {

class TracePage;

[[nodiscard]] QString traceWhatText(const TracePage& page);
[[nodiscard]] QString traceWhereText(const TracePage& page);

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What tables and charts are limited to, in words. Pure.

#include "widgets/viewmodel/figures.h"

#include <QString>

namespace stepscope::widgets {

[[nodiscard]] QString scopeText(const Figures& figures); // "Step 3, range of 12 ms"; empty: the whole trace

} // namespace stepscope::widgets

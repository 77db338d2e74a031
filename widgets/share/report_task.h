// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a page has to report, as a task that owns all it reads, so that it may run in a job while the page is closed.

#include "core/export/sections.h"

#include <functional>
#include <vector>

namespace stepscope::widgets {

using ReportTask = std::function<std::vector<exporting::Section>()>;

} // namespace stepscope::widgets

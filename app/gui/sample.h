// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The samples that come with the program: a slow step, and a run that leaks with its repaired twin, each as a trace and
// a memory snapshot of the same steps.

#include "widgets/pages/welcome_page.h"

#include <QList>

namespace stepscope::app {

// Those that are where the program is installed, or in the source tree of a build in place.
[[nodiscard]] QList<widgets::Sample> samples();

} // namespace stepscope::app

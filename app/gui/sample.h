// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sample trace that comes with the program.

#include <QString>

namespace stepscope::app {

// Where it is installed, or in the source tree of a build in place; empty when there is none.
[[nodiscard]] QString samplePath();

} // namespace stepscope::app

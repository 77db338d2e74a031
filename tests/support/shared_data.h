// SPDX-License-Identifier: GPL-3.0-or-later
// Where tests find the collection of real traces, which is not part of the repository.
//
// Tests that need it read the files in place and QSKIP when there is none.
#pragma once

#include <QString>

#include <optional>

namespace stepscope::tests {

/// $STEPSCOPE_SHARED, else the folder `shared` beside the source tree; nothing when that is no folder.
std::optional<QString> sharedDir();

/// A file or folder in tests/data of the source tree.
QString testData(const QString& relative);

} // namespace stepscope::tests

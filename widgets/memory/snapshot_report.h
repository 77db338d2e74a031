// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a memory snapshot's File health and Settings panels say, as plain values. Pure.

#include "core/model/memory_snapshot.h"
#include "widgets/details/health_view.h"

namespace stepscope::widgets {

[[nodiscard]] HealthTexts snapshotHealth(const model::MemorySnapshot& snapshot);
// The allocator's settings, annotations and keys that no reader knows.
[[nodiscard]] QList<DetailSection> snapshotSettings(const model::MemorySnapshot& snapshot);

} // namespace stepscope::widgets

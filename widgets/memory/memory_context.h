// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the parts of a memory page share. All of it outlives them.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/common/theme.h"
#include "widgets/memory/device_categories.h"
#include "widgets/viewmodel/memory_cursor.h"
#include "widgets/viewmodel/memory_judgement.h"

#include <QString>

#include <memory>

namespace stepscope::widgets {

struct MemoryContext
{
    SnapshotPtr snapshot;
    StacksPtr stacks; // of the snapshot's record
    MemoryCursor* cursor;
    MemoryJudgement* figures;
    DeviceCategories* categories;
    ThemeSource* theme;

    // Null where the snapshot has no such device.
    [[nodiscard]] const model::MemoryDevice* device() const
    {
        return cursor->device() < snapshot->devices.size() ? &snapshot->devices[cursor->device()] : nullptr;
    }
    // What stands where a table of the device is to come.
    [[nodiscard]] QString beforeTable(const QString& busy) const
    {
        return device() != nullptr ? busy : QStringLiteral("The snapshot holds neither blocks nor a history.");
    }
    [[nodiscard]] const analysis::MemoryDeviceFigures* deviceFigures() const // null until they are there
    {
        const MemoryFiguresPtr& all = figures->figures();
        return all && cursor->device() < all->devices.size() ? &all->devices[cursor->device()] : nullptr;
    }
};

} // namespace stepscope::widgets

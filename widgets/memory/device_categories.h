// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What each allocation of the shown device is for, worked out in the background when the device changes. GUI thread
// only; what it hands out is immutable and may be kept.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/analysis/memory/memory_category.h"
#include "core/analysis/memory/stack_reader.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/viewmodel/memory_cursor.h"
#include "widgets/viewmodel/memory_judgement.h"

#include <QObject>

#include <memory>
#include <vector>

namespace stepscope::widgets {

using CategoriesPtr = std::shared_ptr<const std::vector<analysis::MemoryCategory>>;

class DeviceCategories : public QObject
{
    Q_OBJECT

public:
    DeviceCategories(SnapshotPtr snapshot, StacksPtr stacks, const MemoryCursor* cursor, QObject* parent = nullptr);

    void start(); // once

    // By allocation of the shown device; empty until they are known. Never null.
    [[nodiscard]] const CategoriesPtr& categories() const { return m_categories; }
    [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }

Q_SIGNALS:
    void changed();

private:
    void compute();

    SnapshotPtr m_snapshot;
    StacksPtr m_stacks;
    const MemoryCursor* m_cursor;
    CategoriesPtr m_categories = std::make_shared<const std::vector<analysis::MemoryCategory>>();
    JobRunner m_job;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/device_categories.h"

#include "core/analysis/memory/memory_phases.h"

namespace stepscope::widgets {

DeviceCategories::DeviceCategories(SnapshotPtr snapshot, StacksPtr stacks, const MemoryCursor* cursor, QObject* parent)
    : QObject(parent)
    , m_snapshot(std::move(snapshot))
    , m_stacks(std::move(stacks))
    , m_cursor(cursor)
{
    connect(cursor, &MemoryCursor::deviceChanged, this, [this]() {
        m_categories = std::make_shared<const std::vector<analysis::MemoryCategory>>();
        Q_EMIT changed();
        compute();
    });
}

void DeviceCategories::start()
{
    compute();
}

void DeviceCategories::compute()
{
    const std::size_t device = m_cursor->device();
    if (device >= m_snapshot->devices.size())
        return;
    m_job.start<CategoriesPtr>(
        [snapshot = m_snapshot, stacks = m_stacks, device](
            Progress&, const std::stop_token&) -> Expected<CategoriesPtr> {
            const model::MemoryDevice& of = snapshot->devices[device];
            return std::make_shared<const std::vector<analysis::MemoryCategory>>(
                analysis::allocationCategories(*snapshot, of, *stacks, analysis::memoryPhases(*snapshot, of, *stacks)));
        },
        [this](Expected<CategoriesPtr> categories) {
            if (!categories)
                return;
            m_categories = std::move(*categories);
            Q_EMIT changed();
        });
}

} // namespace stepscope::widgets

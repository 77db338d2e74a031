// SPDX-License-Identifier: GPL-3.0-or-later
// A page of a small memory snapshot on the (offscreen) screen.
#pragma once

#include "tests/support/snapshot_builder.h"
#include "tests/support/units.h"
#include "widgets/pages/memory_page.h"

#include <QCoreApplication>
#include <QTest>

#include <memory>

namespace stepscope::tests {

struct ShownSnapshot
{
    explicit ShownSnapshot(std::shared_ptr<const model::MemorySnapshot> snapshot, QSize size = QSize(1200, 760))
    {
        page = std::make_unique<widgets::MemoryPage>(std::move(snapshot), &theme);
        page->resize(size);
        page->show();
        page->activateWindow();
        ready = QTest::qWaitForWindowActive(page.get()) && settle();
    }
    bool settle()
    {
        const bool idle = QTest::qWaitFor([this]() { return page->isIdle(); }, 10'000);
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
        return idle && QTest::qWaitFor([this]() { return page->isIdle(); }, 10'000);
    }

    widgets::ThemeSource theme;
    std::unique_ptr<widgets::MemoryPage> page;
    bool ready = false;
};

// Six steps of a program that keeps a tensor of each, and an allocation that fails at last.
inline std::shared_ptr<const model::MemorySnapshot> leakingRun()
{
    SnapshotBuilder b;
    const StackId weights = b.stack({"model.py:10 __init__", "train.py:5 main"});
    const StackId forward = b.stack({"model.py:31 forward", "train.py:20 main"});
    const StackId leak = b.stack({"train.py:33 log_loss", "train.py:21 main"});
    (void)b.alloc(40 * kMiB, weights);
    for (int step = 0; step < 6; ++step) {
        b.begin("ProfilerStep#" + std::to_string(step));
        const std::uint64_t activation = b.alloc(30 * kMiB + 1000, forward);
        const std::uint64_t small = b.alloc(700, forward);
        (void)b.alloc(6 * kMiB, leak);
        b.free(activation);
        b.free(small);
        b.end("ProfilerStep#" + std::to_string(step));
    }
    b.oom(900 * kMiB, 100 * kMiB, forward);
    b.device(1);
    (void)b.alloc(2 * kMiB, weights);
    return b.assembled();
}

} // namespace stepscope::tests

// SPDX-License-Identifier: GPL-3.0-or-later
// A trace and a memory snapshot of one run, on one clock of Unix time: what is read as "….pickle" is the snapshot.
#pragma once

#include "app/gui/document.h"
#include "tests/support/loaded_trace.h"
#include "tests/support/snapshot_builder.h"
#include "tests/support/training_steps.h"

#include <QByteArray>

#include <cstdint>
#include <string>

namespace stepscope::tests {

inline constexpr std::int64_t kBase = 1'700'000'000'000'000'000; // Unix ns of time 0 of the traces

inline QByteArray traceWithClock(int steps = 3)
{
    QByteArray json = trainingSteps(steps);
    json.replace(json.indexOf('{'), 1, QByteArray("{\"baseTimeNanoseconds\":") + QByteArray::number(kBase) + ",");
    return json;
}

inline app::SnapshotPtr assembledFrom(SnapshotBuilder& b, const std::string& path)
{
    model::SnapshotRecord record = b.take();
    record.file.path = path;
    Progress progress;
    auto snapshot = model::assembleSnapshot(std::move(record), progress);
    return snapshot ? *snapshot : nullptr;
}

// Entries all along the trace, or before it.
inline app::SnapshotPtr snapshotAt(const model::Trace& trace, std::int64_t shiftNs, const std::string& path)
{
    SnapshotBuilder b;
    const StackId step = b.stack({"train.py:88 train_step", "train.py:12 main"});
    constexpr int kEntries = 40;
    const std::int64_t length = trace.rangeEnd - trace.rangeStart;
    for (int i = 0; i < kEntries; ++i) {
        b.time((kBase + trace.rangeStart + shiftNs + length * i / kEntries) / 1000);
        (void)b.alloc(1U << 20U, step);
    }
    return assembledFrom(b, path);
}

// A block of each of the steps stays.
inline app::SnapshotPtr leakingSnapshot(const model::Trace& trace, int steps, const std::string& path)
{
    SnapshotBuilder b;
    const StackId forward = b.stack({"model.py:31 forward", "train.py:20 main"});
    const StackId leak = b.stack({"train.py:33 log_loss", "train.py:21 main"});
    const std::int64_t length = trace.rangeEnd - trace.rangeStart;
    for (int step = 0; step < steps; ++step) {
        b.time((kBase + trace.rangeStart + length * step / steps) / 1000);
        b.begin("ProfilerStep#" + std::to_string(step));
        const std::uint64_t activation = b.alloc(30U << 20U, forward);
        (void)b.alloc(6U << 20U, leak);
        b.free(activation);
        b.end("ProfilerStep#" + std::to_string(step));
    }
    return assembledFrom(b, path);
}

inline app::LoadFunction loaderOfLeak(int steps)
{
    return [steps](const std::string& path, Progress& progress, std::stop_token stop) -> Expected<app::Loaded> {
        if (!path.ends_with(".pickle"))
            return app::defaultLoader()(path, progress, std::move(stop));
        const LoadedTrace loaded(traceWithClock(steps));
        return leakingSnapshot(*loaded.trace(), steps, path);
    };
}

inline app::LoadFunction loaderOfRun(std::int64_t shiftNs)
{
    return [shiftNs](const std::string& path, Progress& progress, std::stop_token stop) -> Expected<app::Loaded> {
        if (!path.ends_with(".pickle"))
            return app::defaultLoader()(path, progress, std::move(stop));
        const LoadedTrace loaded(traceWithClock());
        return snapshotAt(*loaded.trace(), shiftNs, path);
    };
}

} // namespace stepscope::tests

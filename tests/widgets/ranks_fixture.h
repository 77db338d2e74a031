// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of ranks as plain values, and as small traces, for tests of what shows them.
#pragma once

#include "core/ranks/world.h"
#include "tests/core/rank_builder.h"
#include "tests/support/units.h"
#include "widgets/ranks/rank_set.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <utility>
#include <vector>

namespace stepscope::tests {

inline constexpr std::int64_t kStepLength = 10 * kMs;

// Steps of 10 ms from number 3 on. In each an all-reduce, to which the late rank comes 3 ms after the others at 5 ms
// and which ends at 9 ms; and a short one that nobody is late to.
inline ranks::RankSummary rankOfWorld(std::int64_t rank, std::int64_t worldSize, std::int64_t late, int steps)
{
    ranks::RankSummary out = emptyRank(rank, worldSize);
    out.range = {0, steps * kStepLength};
    out.windowNs = steps * kStepLength;
    out.busyNs = out.windowNs / 2;
    out.medianStepNs = kStepLength;
    for (int i = 0; i < steps; ++i) {
        const std::int64_t start = i * kStepLength;
        addStep(out, 3 + i, {start, start + kStepLength});
        out.steps.back().busyNs = kStepLength / 2;
        out.steps.back().idleNs = kStepLength / 2;
        const std::int64_t arrival = start + 5 * kMs + (rank == late ? 3 * kMs : rank * 1000);
        addCollective(out, {arrival, start + 9 * kMs}, 2 * i, 3 + i);
        addCollective(out, {start + 9 * kMs + 200'000, start + 9 * kMs + 700'000}, 2 * i + 1, 3 + i);
    }
    return out;
}

inline widgets::RankJob jobOf(std::vector<ranks::RankSummary> members)
{
    widgets::RankJob job;
    for (const ranks::RankSummary& member : members)
        job.files.push_back({"/nowhere/" + member.file, false});
    job.world = ranks::mergeRanks(std::move(members));
    return job;
}

inline widgets::RankSetPtr setOf(std::vector<widgets::RankJob> jobs)
{
    auto set = std::make_shared<widgets::RankSet>();
    set->jobs = std::move(jobs);
    return set;
}

inline widgets::RankJob lateJob(int ranks = 4, std::int64_t worldSize = 4, int steps = 3)
{
    std::vector<ranks::RankSummary> members;
    members.reserve(static_cast<std::size_t>(ranks));
    for (int r = 0; r < ranks; ++r)
        members.push_back(rankOfWorld(r, worldSize, 2, steps));
    return jobOf(std::move(members));
}

// A step of 1 ms with an all-reduce; rank 1 comes to it 100 µs late.
// `startUs`: of the step, in the file.
inline QByteArray rankTrace(int rank, int worldSize, bool saysRank = true, int startUs = 0)
{
    QByteArray text = "{";
    if (saysRank)
        text += "\"distributedInfo\": {\"backend\": \"nccl\", \"rank\": " + QByteArray::number(rank)
            + ", \"world_size\": " + QByteArray::number(worldSize) + "},";
    const auto event = [&text](const char* category, const char* name, const QByteArray& rest) {
        text += QByteArray("\n{\"ph\":\"X\",\"cat\":\"") + category + "\",\"name\":\"" + name + "\"," + rest + "},";
    };
    const auto launch = [&](int time, int correlation) {
        event("cuda_runtime", "cudaLaunchKernel",
            "\"pid\":7,\"tid\":7,\"ts\":" + QByteArray::number(startUs + time)
                + ",\"dur\":5,\"args\":{\"correlation\":" + QByteArray::number(correlation) + "}");
    };
    const int late = rank == 1 ? 100 : 0;
    text += "\"baseTimeNanoseconds\": 1700000000000000000, \"traceEvents\": [";
    event("user_annotation", "ProfilerStep#3",
        "\"pid\":7,\"tid\":7,\"ts\":" + QByteArray::number(startUs) + ",\"dur\":1000");
    launch(10, 1);
    event("kernel", "gemm",
        "\"pid\":0,\"tid\":7,\"ts\":" + QByteArray::number(startUs + 20) + ",\"dur\":" + QByteArray::number(100 + late)
            + ",\"args\":{\"correlation\":1,\"device\":0,\"stream\":7}");
    launch(30, 2);
    event("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)",
        "\"pid\":0,\"tid\":20,\"ts\":" + QByteArray::number(startUs + 200 + late)
            + ",\"dur\":" + QByteArray::number(400 - late)
            + ",\"args\":{\"correlation\":2,\"device\":0,\"stream\":20,\"Collective name\":\"AllReduce\","
              "\"Process Group Name\":\"7\",\"Seq\":11}");
    text.chop(1);
    return text + "\n]}";
}

} // namespace stepscope::tests

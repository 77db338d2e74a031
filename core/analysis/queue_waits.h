// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What work waited for that was queued in time: its launch call had ended when the gap [e, s) before it began. Nothing
// of the same device runs in a gap, so what was waited for there can only have ended where the gap begins. The first
// rule that holds decides:
//
//   collective   a communication kernel of another device that runs in the gap and ends where it does: after e, and at
//                most kWaitLagNs before s (in files of whole µs up to 1 µs after it) → comm_wait, all of the gap
//   stream wait  the stream was told to wait for another one right before this work: a Stream Wait Event record of the
//                stream, the work being the first of the stream launched at or after it → all of the gap. comm_wait
//                when the last work launched before the record on the stream waited for is a communication kernel
//                (where that stream is not known: when such a kernel of another stream ends at e), else dependency.
//                Calls without a record do not say which stream waits and tell nothing
//   other stream in a file without Stream Wait Event records: work of other streams of the device ends at e, none of
//                this stream does → the first kQueuedLatencyNs of the gap, since the wait was over at e. comm_wait when
//                one of those is a communication kernel, else dependency
//   none         launch_latency for the first kQueuedLatencyNs
// What is left is unexplained. In files of whole µs an end up to 1 µs before e is an end at e.
//
// Built in O(work + records), O(work log work) where asked about streams; asked in O(log work + work that ends at e).
// Reads the arguments of at most kMostRecordsRead records, of those that explain a gap. One thread.

#include "core/analysis/gpu_utilisation.h"
#include "core/analysis/idle_cause.h"
#include "core/analysis/work_classes.h"
#include "core/model/trace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace stepscope::analysis {

inline constexpr std::int64_t kQueuedLatencyNs = 50'000; // longest latency of queued work that needs no explanation
inline constexpr std::int64_t kWaitLagNs = 10'000;       // from the end of what was waited for to the start of the work
inline constexpr std::size_t kMostRecordsRead = 2'000;

struct QueueWait
{
    IdleCause cause = IdleCause::LaunchLatency;
    bool wholeGap = false; // else its first kQueuedLatencyNs
    SliceId activity;      // the work waited for; where it is not known the record; may be invalid
};

class QueueWaits
{
public:
    QueueWaits(const model::Trace& trace, const GpuUse& use);

    // `device` is an index into GpuUse::devices, whose gap it is; `work` the piece of its GPU work that ends it.
    [[nodiscard]] QueueWait before(std::uint32_t device, Interval gap, SliceId work);

private:
    struct Launched // a piece of work by its launch
    {
        std::int64_t launch = 0;
        std::int64_t start = 0;
        SliceId work;
    };
    struct Ending // a piece of work that ends where a gap begins
    {
        std::int64_t end = 0;
        TrackId stream;
        SliceId work;
    };
    struct Collective
    {
        std::int64_t end = 0;
        std::uint32_t device = 0;
        SliceId work;
        std::size_t other = kNone; // the latest one before it of another device
    };
    struct Others // of other streams, ending where a gap begins
    {
        SliceId any;
        SliceId communication;
        bool sameStream = false; // work of the stream itself ends there too
    };
    static constexpr std::size_t kNone = ~std::size_t {0};

    void readCollectives();
    void readRecords();
    void matchRecords(TrackId stream, std::vector<SliceId> records);
    const std::vector<Launched>& launchedOn(TrackId stream);
    const std::vector<Ending>& endingsOf(std::uint32_t device);
    void addEndings(const DeviceUse& device, TrackId stream, const model::Lane& lane, std::vector<Ending>& out) const;
    [[nodiscard]] Others othersEndingAt(std::uint32_t device, std::int64_t time, TrackId stream);
    [[nodiscard]] SliceId collectiveEnding(std::uint32_t device, Interval gap) const;
    [[nodiscard]] SliceId recordBefore(SliceId work) const;
    [[nodiscard]] SliceId waitedFor(std::uint32_t device, SliceId record);

    const model::Trace& m_trace;
    const GpuUse& m_use;
    WorkClasses m_classes;
    std::int64_t m_tolerance = 0;
    std::vector<Collective> m_collectives; // by end
    bool m_hasRecords = false;
    std::vector<std::pair<SliceId, SliceId>> m_recordOf;       // work and the record before it; ascending
    std::map<TrackId, std::vector<Launched>> m_launched;       // by launch
    std::vector<std::optional<std::vector<Ending>>> m_endings; // by device; by end
    std::size_t m_reads = 0;
};

} // namespace stepscope::analysis

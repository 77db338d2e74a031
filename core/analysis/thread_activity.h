// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a CPU thread does at each moment, as far as it keeps a GPU waiting.
//
// At a moment t, of the placed slices of the thread (start <= t < end) that have a meaning, the innermost decides: the
// one that starts last; of equals the shortest; of equals a blocking call. With a meaning are
//   data loading    isDataLoading() → input
//   blocking calls  by name (model::isBlockingCall), and device-to-host copies that wait (findBlockingCopies) → sync
// Without any: host_dispatch where a slice covers t, or a CPU record of the thread (anything but runtime and driver
// calls) starts no later than t; else unexplained: nobody recorded what the thread did.
// The activity of input is the outermost label that loads data around the deciding slice (else the outermost such
// Python frame); that of sync the call. Parents are looked for kMostParents up.
//
// Built in O(slices of the thread + k log k) for k slices with a meaning; asked in O(log k + pieces). Immutable once
// built.

#include "core/analysis/idle_cause.h"
#include "core/model/trace.h"
#include "core/util/interval_ops.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

struct ActivityPiece
{
    Interval span;
    IdleCause cause = IdleCause::Unexplained;
    SliceId activity;
};

// The meaning of slices, judged once for each name and kind; shared by all threads of a trace.
class SliceMeanings
{
public:
    explicit SliceMeanings(const model::Trace& trace);

    // Input or Sync; HostDispatch for those without a meaning of their own.
    [[nodiscard]] IdleCause of(SliceId id) const;

private:
    const model::Trace& m_trace;
    std::vector<std::uint8_t> m_byName;    // which kinds of slices of that name have a meaning
    std::vector<SliceId> m_blockingCopies; // ascending
};

class ThreadActivity
{
public:
    static constexpr int kMostParents = 128;

    ThreadActivity(const model::Trace& trace, const SliceMeanings& meanings, TrackId thread);

    // Appends the pieces of a not empty interval: disjoint, in order of time, covering it; neighbours differ.
    void split(Interval interval, std::vector<ActivityPiece>& out) const;

private:
    struct Meaningful
    {
        Interval span;
        SliceId slice;
        IdleCause cause = IdleCause::Input;
    };

    std::vector<Meaningful> readSlices(const model::Trace& trace, const SliceMeanings& meanings, TrackId thread);
    void layOut(const model::Trace& trace, const SliceMeanings& meanings, std::vector<Meaningful> slices);
    void emit(Interval span, IdleCause cause, SliceId activity);
    void splitSilence(Interval interval, std::vector<ActivityPiece>& out) const;

    std::vector<ActivityPiece> m_pieces; // input and sync, in order of time, disjoint
    bool m_recorded = false;             // there is a CPU record …
    std::int64_t m_firstRecord = 0;      // … and the first one starts here
    IntervalSet m_calls;                 // runtime and driver calls before it
};

} // namespace stepscope::analysis

// SPDX-License-Identifier: GPL-3.0-or-later
// Small traces made by hand, without a file: what tests of views and widgets look at.
//
// Slices may be added in any order; build() brings everything into the canonical order of model::Trace and fills
// lanes, parents, GPU work, launches and the level-of-detail index. Handles stay valid: id() maps them to SliceIds.
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stepscope::tests {

class TraceFixture
{
public:
    using Handle = std::size_t;

    ProcessId process(const std::string& pid, const std::string& name);
    TrackId thread(ProcessId process, const std::string& tid, const std::string& name);
    TrackId stream(ProcessId process, std::int32_t device, std::int64_t stream);
    TrackId track(model::TrackKind kind, ProcessId process, const std::string& name);

    /// A slice on a lane of its own choosing; slices of one lane must not overlap.
    Handle slice(TrackId track, const std::string& name, model::EventKind kind, std::int64_t start, std::int64_t dur,
        std::uint32_t depth = 0, model::LaneSection section = model::LaneSection::Main);
    void launch(Handle call, Handle work);
    void flow(Handle from, Handle to, const std::string& category);
    void instant(TrackId track, const std::string& name, std::int64_t time);
    void counter(ProcessId process, const std::string& counter, const std::string& series,
        const std::vector<std::pair<std::int64_t, double>>& samples);

    std::shared_ptr<const model::Trace> build();
    /// After build().
    SliceId id(Handle handle) const { return m_ids[handle]; }

private:
    struct Entry
    {
        TrackId track;
        model::LaneSection section;
        std::uint32_t depth;
        std::int64_t start;
        std::int64_t dur;
        NameId name;
        model::EventKind kind;
    };
    std::uint16_t category(model::EventKind kind);
    void placeSlices();
    void linkWork();
    void linkFlows();
    void findParents();
    void findRange();

    std::shared_ptr<model::Trace> m_trace = std::make_shared<model::Trace>();
    std::vector<Entry> m_entries;
    std::vector<std::pair<Handle, Handle>> m_launches;
    std::vector<std::tuple<Handle, Handle, NameId>> m_flows;
    std::vector<std::tuple<TrackId, std::int64_t, NameId>> m_instants;
    std::vector<SliceId> m_ids;
};

/// One training run in miniature: a GPU with a compute and a communication stream, a main and an autograd thread,
/// Python frames, `steps` steps of 10 ms with `kernels` launches each, a counter and a few instants.
struct SampleTrace
{
    std::shared_ptr<const model::Trace> trace;
    SliceId kernel; // one kernel in the middle …
    SliceId launch; // … its launch call …
    SliceId op;     // … and the operator around that
    std::vector<SliceId> steps;
};
SampleTrace sampleTrace(int steps = 6, int kernels = 20);

} // namespace stepscope::tests

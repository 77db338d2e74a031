// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/data_loading.h"

#include "core/analysis/sums.h"
#include "core/util/text_parts.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace stepscope::analysis {
namespace {

using model::EventKind;

constexpr std::string_view kLoaderSpan = "enumerate(DataLoader)";
constexpr std::string_view kLoaderFolder = "torch/utils/data/";

// Lower case, everything but letters and digits as "_": "Data Wait" is "data_wait".
std::string folded(std::string_view label)
{
    std::string out(label);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
        else if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9'))
            c = '_';
    }
    return out;
}

bool isLoadingLabel(std::string_view label)
{
    constexpr std::array kWords {"data_wait", "wait_data", "wait_for_data", "wait_for_batch", "batch_wait",
        "dataloader", "data_loader", "data_load", "dataload", "load_data", "data_fetch", "fetch_data", "data_time",
        "next_batch", "get_batch", "load_batch", "fetch_batch", "get_train_batch", "batch_fetch", "batch_load"};
    constexpr std::size_t kLongestLabel = 200; // longer ones are no labels that someone wrote
    if (label.size() > kLongestLabel || hasPart(label, "::"))
        return false;
    constexpr std::array kCollectives {
        "all2all", "alltoall", "all_to_all", "allreduce", "all_reduce", "allgather", "all_gather", "reduce_scatter"};
    const std::string text = folded(label);
    const auto isIn = [&text](const char* word) { return hasPart(text, word); };
    return std::any_of(kWords.begin(), kWords.end(), isIn)
        && std::none_of(kCollectives.begin(), kCollectives.end(), isIn);
}

// "path/file.py(12): function": the function.
std::string_view functionOf(std::string_view frame)
{
    const std::size_t at = frame.rfind("): ");
    return at == std::string_view::npos ? std::string_view() : frame.substr(at + 3);
}

bool isLoadingFrame(std::string_view frame)
{
    const std::string folder(frame.substr(0, frame.find('(')));
    if (hasPart(folder, kLoaderFolder))
        return true;
    const std::string_view function = functionOf(frame);
    constexpr std::array<std::string_view, 4> kFunctions {"next_batch", "get_batch", "load_batch", "fetch_batch"};
    return std::find(kFunctions.begin(), kFunctions.end(), function) != kFunctions.end();
}

// Frames that wait for someone else, or that only hand on.
bool tellsNothing(std::string_view name, EventKind kind)
{
    if (isDataLoading(name, kind) || model::isApiCall(kind))
        return true;
    if (kind != EventKind::PythonFunction)
        return false;
    constexpr std::array kWaits {"multiprocessing/", "threading.py", "selectors.py", "queue.py", "method 'acquire'",
        "method poll", "method 'poll'", "method read of", "built-in function next", "method next of"};
    return std::any_of(kWaits.begin(), kWaits.end(), [name](const char* part) { return hasPart(name, part); });
}

bool hasWorkers(std::string_view name)
{
    return hasPart(name, "_MultiProcessingDataLoaderIter") || hasPart(name, "_try_get_data");
}

class DetailReader
{
public:
    DetailReader(const model::Trace& trace, SliceId span)
        : m_trace(trace)
        , m_span(span)
    {
    }

    InputDetail read()
    {
        collect();
        subtractChildren();
        InputDetail detail;
        detail.otherProcesses = hasWorkers(m_trace.nameOf(m_span));
        std::map<NameId, std::int64_t> byName;
        for (std::size_t i = 0; i < m_below.size(); ++i) {
            const std::string_view name = m_trace.nameOf(m_below[i]);
            if (hasWorkers(name))
                detail.otherProcesses = true;
            if (!tellsNothing(name, m_trace.kindOf(m_below[i])))
                addTo(byName[m_trace.slices.name[m_below[i].index()]], std::max<std::int64_t>(0, m_self[i]));
        }
        for (const auto& [name, self] : byName) {
            if (self > detail.selfNs) {
                detail.selfNs = self;
                detail.hottest = name;
            }
        }
        // What the main thread does beside waiting for its workers is not what the data costs.
        if (detail.otherProcesses)
            detail = {NameId(), 0, true, false};
        else
            detail.mostlyUnrecorded = m_unrecorded > m_trace.slices.dur[m_span.index()] / 2;
        return detail;
    }

private:
    void collect()
    {
        const std::int64_t start = m_trace.slices.start[m_span.index()];
        const std::int64_t end = m_trace.slices.end(m_span);
        const model::Track& track = m_trace.tracks[m_trace.trackOf(m_span).index()];
        for (std::size_t l = track.firstLane.index(); l < track.lastLane.index(); ++l) {
            const model::Lane& lane = m_trace.lanes[l];
            if (lane.section != model::LaneSection::Main && lane.section != model::LaneSection::Python)
                continue;
            for (SliceId id = m_trace.firstEndingAfter(lane, start); id < lane.last; id = SliceId(id.index() + 1)) {
                if (m_trace.slices.start[id.index()] >= end || m_below.size() >= kDetailSlices)
                    break;
                if (id != m_span && m_trace.slices.start[id.index()] >= start && m_trace.slices.end(id) <= end)
                    m_below.push_back(id);
            }
        }
    }

    // Lanes ascend, so m_below is sorted.
    void subtractChildren()
    {
        m_unrecorded = m_trace.slices.dur[m_span.index()];
        for (const SliceId id : m_below)
            m_self.push_back(m_trace.slices.dur[id.index()]);
        for (const SliceId id : m_below) {
            const SliceId parent = m_trace.slices.parent[id.index()];
            if (parent == m_span)
                addTo(m_unrecorded, -m_trace.slices.dur[id.index()]);
            const auto at = std::lower_bound(m_below.begin(), m_below.end(), parent);
            if (at != m_below.end() && *at == parent)
                addTo(m_self[static_cast<std::size_t>(at - m_below.begin())], -m_trace.slices.dur[id.index()]);
        }
    }

    const model::Trace& m_trace;
    SliceId m_span;
    std::vector<SliceId> m_below;
    std::vector<std::int64_t> m_self;
    std::int64_t m_unrecorded = 0; // of the span, below nothing
};

} // namespace

bool isDataLoading(std::string_view name, EventKind kind)
{
    if (model::isApiCall(kind) || model::isDeviceSide(kind))
        return false;
    if (name.substr(0, kLoaderSpan.size()) == kLoaderSpan)
        return true;
    if (kind == EventKind::PythonFunction)
        return isLoadingFrame(name);
    return (kind == EventKind::UserAnnotation || kind == EventKind::CpuOp) && isLoadingLabel(name);
}

InputDetail inputDetail(const model::Trace& trace, SliceId span)
{
    if (!span.valid() || span.index() >= trace.slices.size() || !trace.slices.placed(span))
        return {};
    return DetailReader(trace, span).read();
}

std::string inputNote(const InputDetail& detail)
{
    if (detail.otherProcesses)
        return "the loader's workers are other processes and not in this trace";
    if (!detail.hottest.valid())
        return "nothing was recorded inside the loader";
    if (detail.mostlyUnrecorded)
        return "most of the loader's time has no record; Python stacks would tell";
    return {};
}

} // namespace stepscope::analysis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_fixture.h"

#include "tests/support/units.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace stepscope::tests {

using model::EventKind;
using model::LaneSection;
using model::TrackKind;

ProcessId TraceFixture::process(const std::string& pid, const std::string& name)
{
    model::Process process;
    process.pid = pid;
    process.pidIsNumber
        = !pid.empty() && std::all_of(pid.begin(), pid.end(), [](char c) { return c >= '0' && c <= '9'; });
    process.name = name;
    process.sortIndex = static_cast<std::int64_t>(m_trace->processes.size());
    m_trace->processes.push_back(process);
    return ProcessId(m_trace->processes.size() - 1);
}

TrackId TraceFixture::track(TrackKind kind, ProcessId process, const std::string& name)
{
    model::Track track;
    track.kind = kind;
    track.process = process;
    track.name = name;
    track.sortIndex = static_cast<std::int64_t>(m_trace->tracks.size());
    m_trace->tracks.push_back(track);
    return TrackId(m_trace->tracks.size() - 1);
}

TrackId TraceFixture::thread(ProcessId process, const std::string& tid, const std::string& name)
{
    const TrackId id = track(TrackKind::CpuThread, process, name);
    m_trace->tracks[id.index()].tid = tid;
    return id;
}

TrackId TraceFixture::stream(ProcessId process, std::int32_t device, std::int64_t stream)
{
    const TrackId id = track(TrackKind::GpuStream, process, "stream " + std::to_string(stream));
    m_trace->tracks[id.index()].device = device;
    m_trace->tracks[id.index()].stream = stream;
    m_trace->tracks[id.index()].tid = std::to_string(stream);
    return id;
}

TraceFixture::Handle TraceFixture::slice(TrackId track, const std::string& name, EventKind kind, std::int64_t start,
    std::int64_t dur, std::uint32_t depth, LaneSection section)
{
    m_entries.push_back({track, section, depth, start, dur, m_trace->names.intern(name), kind});
    return m_entries.size() - 1;
}

void TraceFixture::launch(Handle call, Handle work)
{
    m_launches.emplace_back(call, work);
}

void TraceFixture::flow(Handle from, Handle to, const std::string& category)
{
    m_flows.emplace_back(from, to, m_trace->names.intern(category));
}

void TraceFixture::instant(TrackId track, const std::string& name, std::int64_t time)
{
    m_instants.emplace_back(track, time, m_trace->names.intern(name));
}

void TraceFixture::counter(ProcessId process, const std::string& counter, const std::string& series,
    const std::vector<std::pair<std::int64_t, double>>& samples)
{
    model::CounterSeries entry;
    entry.process = process;
    entry.counter = counter;
    entry.series = series;
    for (const auto& [time, value] : samples) {
        entry.time.push_back(time);
        entry.value.push_back(value);
        entry.offset.push_back(0);
    }
    m_trace->counters.push_back(std::move(entry));
}

std::uint16_t TraceFixture::category(EventKind kind)
{
    static constexpr const char* kNames[]
        = {"other", "cpu_op", "user_annotation", "python_function", "cuda_runtime", "cuda_driver", "overhead", "Trace",
            "kernel", "gpu_memcpy", "gpu_memset", "mtia_ccp_events", "gpu_user_annotation", "cuda_sync", "cuda_event"};
    auto& categories = m_trace->categories;
    for (std::size_t i = 0; i < categories.size(); ++i) {
        if (categories[i].kind == kind)
            return static_cast<std::uint16_t>(i);
    }
    categories.push_back({m_trace->names.intern(kNames[static_cast<std::size_t>(kind)]), kind});
    return static_cast<std::uint16_t>(categories.size() - 1);
}

void TraceFixture::placeSlices()
{
    std::vector<std::size_t> order(m_entries.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    const auto laneKey = [this](std::size_t i) {
        const Entry& e = m_entries[i];
        return std::tuple(e.track.value, e.section, e.depth);
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tuple(laneKey(a), m_entries[a].start) < std::tuple(laneKey(b), m_entries[b].start);
    });
    m_ids.resize(m_entries.size());
    model::SliceTable& slices = m_trace->slices;
    for (std::size_t at = 0; at < order.size(); ++at) {
        const Entry& e = m_entries[order[at]];
        m_ids[order[at]] = SliceId(at);
        if (at == 0 || laneKey(order[at]) != laneKey(order[at - 1])) {
            model::Lane lane;
            lane.track = e.track;
            lane.section = e.section;
            lane.depth = e.depth;
            lane.first = SliceId(at);
            m_trace->lanes.push_back(lane);
        }
        m_trace->lanes.back().last = SliceId(at + 1);
        slices.start.push_back(e.start);
        slices.dur.push_back(e.dur);
        slices.name.push_back(e.name);
        slices.category.push_back(category(e.kind));
        slices.parent.push_back(SliceId());
        slices.offsetLow.push_back(static_cast<std::uint32_t>(at));
        slices.offsetHigh.push_back(0);
        slices.flags.push_back(0);
        ++m_trace->tracks[e.track.index()].slices;
    }
    for (std::size_t t = 0; t < m_trace->tracks.size(); ++t) {
        const auto ofTrack = [t](const model::Lane& lane) { return lane.track.index() == t; };
        const auto& lanes = m_trace->lanes;
        const auto first = std::find_if(lanes.begin(), lanes.end(), ofTrack);
        const auto last = std::find_if_not(first, lanes.end(), ofTrack);
        m_trace->tracks[t].firstLane = LaneId(static_cast<std::size_t>(first - lanes.begin()));
        m_trace->tracks[t].lastLane = LaneId(static_cast<std::size_t>(last - lanes.begin()));
    }
}

void TraceFixture::linkWork()
{
    std::map<SliceId, SliceId> launchOf;
    for (const auto& [call, work] : m_launches)
        launchOf[m_ids[work]] = m_ids[call];
    std::map<SliceId, std::vector<GpuWorkId>> workOf;
    for (model::Lane& lane : m_trace->lanes) {
        const model::Track& track = m_trace->tracks[lane.track.index()];
        if (track.kind != TrackKind::GpuStream || lane.section != LaneSection::Main)
            continue;
        lane.firstGpuWork = GpuWorkId(m_trace->gpuWork.size());
        for (std::uint32_t i = lane.first.value; i < lane.last.value; ++i) {
            const auto it = launchOf.find(SliceId(i));
            const SliceId launch = it == launchOf.end() ? SliceId() : it->second;
            if (launch.valid()) {
                workOf[launch].push_back(GpuWorkId(m_trace->gpuWork.size()));
                ++m_trace->tracks[m_trace->trackOf(launch).index()].launches;
            }
            m_trace->gpuWork.slice.push_back(SliceId(i));
            m_trace->gpuWork.launch.push_back(launch);
            m_trace->gpuWork.bytes.push_back(model::GpuWorkTable::kUnknownBytes);
            m_trace->gpuWork.correlation.push_back(0);
            m_trace->gpuWork.fromGraph.push_back(0);
            ++m_trace->tracks[lane.track.index()].gpuWork;
        }
    }
    m_trace->launches.offsets.push_back(0);
    for (const auto& [launch, work] : workOf) {
        m_trace->launches.launches.push_back(launch);
        m_trace->launches.targets.insert(m_trace->launches.targets.end(), work.begin(), work.end());
        m_trace->launches.offsets.push_back(static_cast<std::uint32_t>(m_trace->launches.targets.size()));
    }
}

void TraceFixture::linkFlows()
{
    for (const auto& [from, to, name] : m_flows) {
        const auto category = static_cast<std::uint16_t>(m_trace->categories.size());
        m_trace->categories.push_back({name, EventKind::Other});
        m_trace->flows.push_back({m_ids[from], m_ids[to], category, name});
    }
    m_trace->flowsByTarget = m_trace->flows;
    const auto byFrom = [](const model::Flow& a, const model::Flow& b) { return a.from < b.from; };
    const auto byTarget = [](const model::Flow& a, const model::Flow& b) { return a.to < b.to; };
    std::stable_sort(m_trace->flows.begin(), m_trace->flows.end(), byFrom);
    std::stable_sort(m_trace->flowsByTarget.begin(), m_trace->flowsByTarget.end(), byTarget);
}

void TraceFixture::findParents()
{
    model::SliceTable& slices = m_trace->slices;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const SliceId id(i);
        std::int64_t best = -1;
        for (std::size_t j = 0; j < slices.size(); ++j) {
            const bool contains = slices.start[j] <= slices.start[i] && slices.end(SliceId(j)) >= slices.end(id);
            const bool isLarger = slices.dur[j] > slices.dur[i];
            if (contains && isLarger && m_trace->trackOf(id) == m_trace->trackOf(SliceId(j))
                && (best < 0 || slices.dur[j] < best)) {
                best = slices.dur[j];
                slices.parent[i] = SliceId(j);
            }
        }
    }
}

void TraceFixture::findRange()
{
    std::int64_t first = INT64_MAX;
    std::int64_t last = INT64_MIN;
    const auto take = [&](std::int64_t time) {
        first = std::min(first, time);
        last = std::max(last, time);
    };
    for (std::size_t i = 0; i < m_trace->slices.size(); ++i) {
        take(m_trace->slices.start[i]);
        take(m_trace->slices.end(SliceId(i)));
    }
    for (const auto& [track, time, name] : m_instants)
        take(time);
    for (const model::CounterSeries& series : m_trace->counters) {
        for (const std::int64_t time : series.time)
            take(time);
    }
    m_trace->rangeStart = first <= last ? first : 0;
    m_trace->rangeEnd = first <= last ? last : 0;
}

std::shared_ptr<const model::Trace> TraceFixture::build()
{
    placeSlices();
    linkWork();
    linkFlows();
    if (m_entries.size() < 4000) // quadratic; larger fixtures are for speed and need no parents
        findParents();
    std::stable_sort(m_instants.begin(), m_instants.end());
    for (const auto& [track, time, name] : m_instants) {
        m_trace->instants.time.push_back(time);
        m_trace->instants.track.push_back(track);
        m_trace->instants.name.push_back(name);
        m_trace->instants.category.push_back(category(EventKind::Other));
        m_trace->instants.phase.push_back('i');
        m_trace->instants.scope.push_back('t');
        m_trace->instants.offset.push_back(0);
        m_trace->instants.flags.push_back(0);
    }
    findRange();
    m_trace->longest.build(m_trace->slices.dur.span());
    return m_trace;
}

SampleTrace sampleTrace(int steps, int kernels)
{
    static constexpr const char* kOps[] = {"aten::mm", "aten::add", "aten::native_layer_norm",
        "aten::_scaled_dot_product_flash_attention", "aten::cudnn_convolution"};
    static constexpr const char* kKernels[]
        = {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1",
            "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
            "at::detail::Array<char*, 3> >"
            "(int, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3>)",
            "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float, float>(int, float)",
            "flash_fwd_kernel", "cudnn_infer_ampere_scudnn_winograd_128x128_ldg1_ldg4_relu_tile148t_nt_v1"};
    TraceFixture f;
    const ProcessId cpu = f.process("4711", "python train.py");
    const ProcessId gpu = f.process("0", "python train.py");
    const TrackId main = f.thread(cpu, "4711", "thread 4711 (pt_main_thread)");
    const TrackId autograd = f.thread(cpu, "4800", "thread 4800 (pt_autograd_0)");
    const TrackId compute = f.stream(gpu, 0, 7);
    const TrackId nccl = f.stream(gpu, 0, 20);
    SampleTrace result;
    std::vector<TraceFixture::Handle> stepHandles;
    TraceFixture::Handle kernel = 0;
    TraceFixture::Handle launch = 0;
    TraceFixture::Handle op = 0;
    for (int s = 0; s < steps; ++s) {
        const std::int64_t t = s * 10 * kMs;
        stepHandles.push_back(
            f.slice(main, "ProfilerStep#" + std::to_string(s), EventKind::UserAnnotation, t, 10 * kMs));
        f.slice(main, "train.py(12): train", EventKind::PythonFunction, t, 9 * kMs, 0, LaneSection::Python);
        f.slice(main, "torch/nn/modules/module.py(1501): _call_impl", EventKind::PythonFunction, t + kMs, 7 * kMs, 1,
            LaneSection::Python);
        const std::int64_t slot = 8 * kMs / kernels;
        for (int k = 0; k < kernels; ++k) {
            const std::int64_t at = t + kMs + k * slot;
            const bool backward = k >= kernels / 2;
            const TrackId thread = backward ? autograd : main;
            const auto o = f.slice(thread, kOps[k % 5], EventKind::CpuOp, at, slot * 3 / 4, backward ? 0 : 1);
            const auto c
                = f.slice(thread, "cudaLaunchKernel", EventKind::Runtime, at + slot / 4, slot / 4, backward ? 1 : 2);
            const auto w = f.slice(compute, kKernels[k % 5], EventKind::Kernel, at + slot / 2, slot * (k % 3 + 1) / 4);
            f.launch(c, w);
            if (s == steps / 2 && k == 4) {
                kernel = w;
                launch = c;
                op = o;
            }
        }
        f.slice(compute, "ProfilerStep#" + std::to_string(s), EventKind::GpuAnnotation, t + kMs, 8 * kMs, 0,
            LaneSection::Annotation);
        f.slice(nccl, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", EventKind::Kernel,
            t + 6 * kMs, 3 * kMs);
        f.instant(main, "[memory]", t + 2 * kMs);
    }
    f.counter(gpu, "GPU memory", "allocated", {{0, 1e9}, {10 * kMs, 3e9}, {25 * kMs, 2e9}});
    result.trace = f.build();
    result.kernel = f.id(kernel);
    result.launch = f.id(launch);
    result.op = f.id(op);
    for (const auto handle : stepHandles)
        result.steps.push_back(f.id(handle));
    return result;
}

} // namespace stepscope::tests

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/flops.h"

#include "core/analysis/device_peaks.h"
#include "core/analysis/sums.h"
#include "core/util/text_parts.h"

#include <algorithm>
#include <array>
#include <map>
#include <tsl/robin_map.h>
#include <tuple>

namespace stepscope::analysis {
namespace {

// Sums of split products are named after them, but do none.
KernelFamily productFamily(std::string_view name)
{
    const bool sums = name.find("splitKreduce") != std::string_view::npos;
    return sums ? KernelFamily::Reduction : kernelFamily(name);
}

class Counter
{
public:
    Counter(const model::Trace& trace, const Window& window)
        : m_trace(trace)
        , m_window(window)
        , m_families(trace.names.size())
    {
    }

    FlopStats run()
    {
        if (!m_trace.shapes.recorded())
            return {};
        countCalls();
        dropOuterCalls();
        for (std::uint32_t i = 0; i < m_trace.gpuWork.size(); ++i)
            addWork(GpuWorkId(i));
        for (std::size_t i = 0; i < m_stats.calls.size(); ++i)
            attribute(m_stats.calls[i], m_bestWork[i]);
        std::erase_if(m_stats.calls, [](const CountedCall& call) { return !call.work.valid(); });
        m_stats.calls.shrink_to_fit(); // kept as long as the trace
        return finish();
    }

private:
    using BestWork = std::array<GpuWorkId, 2>; // of a call; invalid: none

    void countCalls()
    {
        std::vector<bool> hasRule(m_trace.names.size());
        for (std::size_t i = 0; i < hasRule.size(); ++i)
            hasRule[i] = flopRule(m_trace.names.view(NameId(i))) != FlopRule::None;
        for (std::uint32_t i = 0; i < m_trace.slices.size(); ++i) {
            const SliceId id(i);
            const NameId dims = m_trace.shapes.dimsOf(id);
            if (!dims.valid() || !hasRule[m_trace.slices.name[i].index()])
                continue;
            if (const auto count = countOf(m_trace.slices.name[i], dims, m_trace.shapes.constantsOf(id))) {
                m_callAt.emplace(i, static_cast<std::uint32_t>(m_stats.calls.size()));
                m_stats.calls.push_back({id, *count, 0, {}});
                m_bestWork.emplace_back();
            }
        }
    }

    std::optional<FlopCount> countOf(NameId op, NameId dims, NameId constants)
    {
        const auto [at, isNew] = m_counts.try_emplace({op.value, dims.value, constants.value});
        if (isNew)
            at->second = flopCount(m_trace.names.view(op), parseDims(m_trace.names.view(dims)),
                parseConstants(m_trace.names.view(constants)));
        return at->second;
    }

    // The innermost counted call around a slice, itself left out.
    [[nodiscard]] std::uint32_t callAround(SliceId id) const
    {
        for (id = m_trace.slices.parent[id.index()]; id.valid(); id = m_trace.slices.parent[id.index()]) {
            const auto found = m_callAt.find(id.value);
            if (found != m_callAt.end())
                return found->second;
        }
        return kNone;
    }

    void dropOuterCalls()
    {
        m_isOuter.assign(m_stats.calls.size(), false);
        for (const CountedCall& call : m_stats.calls) {
            const std::uint32_t outer = callAround(call.op);
            if (outer != kNone)
                m_isOuter[outer] = true;
        }
    }

    void addWork(GpuWorkId work)
    {
        const SliceId launch = m_trace.gpuWork.launch[work.index()];
        const Share share = shareOf(m_trace, m_trace.gpuWork.slice[work.index()], m_window.gpu, m_window.whole);
        if (!launch.valid() || !share.placed)
            return;
        const std::uint32_t call = callAround(launch);
        if (call == kNone || m_isOuter[call])
            return;
        addTo(m_stats.calls[call].deviceNs, share.span.length());
        keepBest(m_bestWork[call], work);
    }

    [[nodiscard]] NameId nameOf(GpuWorkId work) const
    {
        return m_trace.slices.name[m_trace.gpuWork.slice[work.index()].index()];
    }
    [[nodiscard]] std::int64_t durationOf(GpuWorkId work) const
    {
        return m_trace.slices.dur[m_trace.gpuWork.slice[work.index()].index()];
    }
    bool multiplies(GpuWorkId work)
    {
        const NameId name = nameOf(work);
        std::optional<KernelFamily>& family = m_families[name.index()];
        if (!family)
            family = productFamily(m_trace.names.view(name));
        return *family == KernelFamily::Matrix || *family == KernelFamily::Convolution
            || *family == KernelFamily::Attention;
    }

    // What multiplies comes first, then what is longer; of equals the first.
    bool isBetter(GpuWorkId a, GpuWorkId b)
    {
        return !b.valid() || (multiplies(a) != multiplies(b) ? multiplies(a) : durationOf(a) > durationOf(b));
    }
    void keepBest(BestWork& best, GpuWorkId work)
    {
        if (isBetter(work, best[0]))
            best = {work, best[0]};
        else if (isBetter(work, best[1]))
            best[1] = work;
    }

    void attribute(CountedCall& call, const BestWork& best)
    {
        call.work = best[0];
        if (!call.work.valid())
            return;
        const bool inTwo = call.count.products > 1 && best[1].valid() && multiplies(best[1]);
        addKernel(best[0], call.count.flops / (inTwo ? 2 : 1));
        if (inTwo)
            addKernel(best[1], call.count.flops / 2);
    }

    void addKernel(GpuWorkId work, std::uint64_t flops)
    {
        const auto [at, isNew] = m_kernelAt.try_emplace(nameOf(work).value, m_stats.kernels.size());
        const SliceId slice = m_trace.gpuWork.slice[work.index()];
        if (isNew) {
            m_stats.kernels.emplace_back();
            m_stats.kernels.back().name = nameOf(work);
            m_stats.kernels.back().device = m_trace.tracks[m_trace.trackOf(slice).index()].device;
        }
        KernelFlops& kernel = m_stats.kernels[at->second];
        addTo(kernel.flops, flops);
        ++kernel.calls;
        if (!m_trace.slices.timed(slice))
            return;
        addTo(kernel.deviceNs, durationOf(work));
        addTo(kernel.timedFlops, flops);
    }

    FlopStats finish()
    {
        std::sort(m_stats.kernels.begin(), m_stats.kernels.end(), [this](const KernelFlops& a, const KernelFlops& b) {
            return a.flops != b.flops ? a.flops > b.flops : m_trace.names.view(a.name) < m_trace.names.view(b.name);
        });
        return std::move(m_stats);
    }

    static constexpr std::uint32_t kNone = 0xffffffffU;
    const model::Trace& m_trace;
    const Window& m_window;
    std::vector<std::optional<KernelFamily>> m_families; // by NameId, where asked for
    FlopStats m_stats;
    std::vector<BestWork> m_bestWork;                      // by call
    std::vector<bool> m_isOuter;                           // by call
    tsl::robin_map<std::uint32_t, std::uint32_t> m_callAt; // slice -> call
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::optional<FlopCount>> m_counts;
    std::map<std::uint32_t, std::size_t> m_kernelAt; // name -> row
};

} // namespace

const KernelFlops* FlopStats::of(NameId kernel) const
{
    const auto found
        = std::find_if(kernels.begin(), kernels.end(), [&](const KernelFlops& row) { return row.name == kernel; });
    return found == kernels.end() ? nullptr : &*found;
}

FlopStats flopStats(const model::Trace& trace, const Window& window)
{
    return Counter(trace, window).run();
}

const char* precisionName(Precision precision)
{
    static constexpr std::array<const char*, 3> kNames = {"fp16/bf16", "tf32", "fp32"};
    return kNames[static_cast<std::size_t>(precision)];
}

// Words that libraries put into kernel names: cuBLAS and cuDNN (s16816gemm_bf16, hgemm, sgemm), CUTLASS (bfloat16_t),
// hipBLASLt (_BBS_, _HHS_, _SB_), nvjet (nvjet_hsh, nvjet_tst).
std::optional<Precision> kernelPrecision(std::string_view name)
{
    if (hasAnyPart(name, {"e4m3", "e5m2", "fp8", "f8", "i8i8", "s8_", "dgemm", "f64", "double"}))
        return std::nullopt;
    if (hasAnyPart(name, {"tf32", "TF32"}))
        return Precision::Tf32;
    if (hasAnyPart(name,
            {"bf16", "bfloat16", "BFloat16", "fp16", "f16", "half", "Half", "hgemm", "h884", "h1688", "h16816", "s884",
                "fmha", "flash", "_BBS_", "_HHS_", "_B_", "_HB_", "nvjet_h", "nvjet_t"}))
        return Precision::Half;
    if (hasAnyPart(name, {"s1688"})) // single-precision sums; other inputs than float32 are named
        return Precision::Tf32;
    if (hasAnyPart(name, {"sgemm", "scudnn", "ffma", "_SB_"}))
        return Precision::Single;
    return std::nullopt;
}

std::vector<FamilyEfficiency> familyEfficiency(const model::Trace& trace, const FlopStats& stats)
{
    std::map<std::tuple<std::int32_t, KernelFamily, Precision>, FamilyEfficiency> sums;
    for (const KernelFlops& kernel : stats.kernels) {
        const std::string_view name = trace.names.view(kernel.name);
        const auto precision = kernelPrecision(name);
        if (!precision || kernel.deviceNs <= 0)
            continue;
        const KernelFamily family = kernelFamily(name);
        FamilyEfficiency& row = sums[{kernel.device, family, *precision}];
        row.device = kernel.device;
        row.family = family;
        row.precision = *precision;
        addTo(row.flops, kernel.timedFlops);
        addTo(row.deviceNs, kernel.deviceNs);
    }
    std::vector<FamilyEfficiency> rows;
    for (auto& [key, row] : sums) {
        row.tflops = static_cast<double>(row.flops) / static_cast<double>(row.deviceNs) / 1e3;
        row.peak = peakTflops(trace, row.device, row.precision);
        if (row.peak && row.tflops <= *row.peak) // beyond it the name has misled us
            row.share = row.tflops / *row.peak;
        rows.push_back(row);
    }
    std::stable_sort(rows.begin(), rows.end(),
        [](const FamilyEfficiency& a, const FamilyEfficiency& b) { return a.deviceNs > b.deviceNs; });
    return rows;
}

} // namespace stepscope::analysis

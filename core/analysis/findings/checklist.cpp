// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings/checklist.h"

#include "core/analysis/findings/compiled_work.h"
#include "core/analysis/findings/tensor_cores.h"
#include "core/analysis/flops.h"
#include "core/analysis/trace_figures.h"
#include "core/util/text_parts.h"
#include "core/util/time.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <initializer_list>
#include <string_view>

namespace stepscope::analysis {
namespace {

using Words = std::initializer_list<std::string_view>;

class Checks
{
public:
    Checks(const model::Trace& trace, const TraceFigures& figures, const std::vector<Finding>& findings)
        : m_trace(trace)
        , m_figures(figures)
        , m_findings(findings)
        , m_cores(tensorCoresOf(trace))
    {
    }

    // Each says what it looks for; the order is that of the list shown.
    std::vector<ChecklistItem> run() const
    {
        return {halfPrecision(), tf32(), noHiddenSyncs(), pinnedCopies(), asynchronousCopies(), workers(),
            fusedOptimizer(), setToNone(), compiled(), graphs(), fusedAttention()};
    }

private:
    struct KernelsFound
    {
        std::uint64_t calls = 0;
        const KernelRow* most = nullptr;
    };

    template <class Takes> [[nodiscard]] KernelsFound kernels(const Takes& takes) const
    {
        KernelsFound found;
        for (const KernelRow& row : m_figures.kernels.rows) {
            if (!takes(row, m_trace.names.view(row.name)))
                continue;
            found.calls += row.calls;
            if (found.most == nullptr)
                found.most = &row;
        }
        return found;
    }
    [[nodiscard]] static std::string counted(std::uint64_t count, const char* one, const char* many)
    {
        return fmt::format("{} {}", formatCount(count), count == 1 ? one : many);
    }
    [[nodiscard]] std::string kernelsText(const KernelsFound& found) const
    {
        return fmt::format("{}, such as {}", counted(found.calls, "kernel", "kernels"),
            shortKernelName(m_trace.names.view(found.most->name)));
    }
    [[nodiscard]] bool cpuRecorded() const
    {
        return !m_figures.operators.empty() || !m_trace.launches.launches.empty()
            || !m_trace.launches.withoutWork.empty();
    }
    // Calls of the operators and annotations whose name contains one of the words.
    [[nodiscard]] std::uint64_t operators(Words words) const
    {
        std::uint64_t calls = 0;
        for (const OperatorRow& row : m_figures.operators)
            calls += hasAnyPart(m_trace.names.view(row.name), words) ? row.calls : 0;
        return calls;
    }
    [[nodiscard]] bool anyName(Words words) const
    {
        for (std::size_t i = 0; i < m_trace.names.size(); ++i) {
            if (hasAnyPart(m_trace.names.view(NameId(i)), words))
                return true;
        }
        return false;
    }
    // What serves attention without multiplying: softmax, and keeping the cache of keys and values.
    static bool servesAttention(std::string_view name)
    {
        return hasAnyPart(name, {"softmax", "reshape_and_cache", "kv_indices"});
    }
    [[nodiscard]] bool multiplies(const KernelRow& row) const
    {
        return row.family == KernelFamily::Matrix || row.family == KernelFamily::Convolution
            || (row.family == KernelFamily::Attention && !servesAttention(m_trace.names.view(row.name)));
    }
    static constexpr std::uint64_t kFewBytes = 1'000'000; // from pageable memory: nothing to be gained
    static bool isTf32(std::string_view name) { return kernelPrecision(name) == Precision::Tf32; }
    static bool isHalf(std::string_view name)
    {
        return !isTf32(name)
            && hasAnyPart(name,
                {"bf16", "BF16", "f16_", "_f16", "fp16", "half", "Half", "bfloat16", "BFloat16", "h884", "h1688",
                    "h16816", "hgemm", "s16816", "hmma", "HHS", "BBS", "HSS", "BSS"});
    }

    // FP8 and less: what is asked for, and more.
    static bool isNarrow(std::string_view name)
    {
        return hasAnyPart(name,
            {"e4m3", "E4m3", "E4M3", "e5m2", "E5m2", "E5M2", "e2m1", "E2m1", "E2M1", "fp8", "FP8", "fp4", "FP4",
                "float8", "Float8"});
    }

    [[nodiscard]] ChecklistItem halfPrecision() const
    {
        ChecklistItem item {"BF16 or FP16 matrix kernels", CheckState::CannotTell, "", ""};
        const KernelsFound all = kernels([this](const KernelRow& row, std::string_view) { return multiplies(row); });
        const KernelsFound half
            = kernels([this](const KernelRow& row, std::string_view name) { return multiplies(row) && isHalf(name); });
        const KernelsFound narrow = kernels(
            [this](const KernelRow& row, std::string_view name) { return multiplies(row) && isNarrow(name); });
        if (all.calls == 0) {
            item.evidence = "no matrix kernels";
        } else if (half.calls > 0 || narrow.calls > 0) {
            item.state = CheckState::Seen;
            item.evidence = half.calls > 0 ? kernelsText(half) : "FP8 or narrower: " + kernelsText(narrow);
        } else {
            item.state = CheckState::NotSeen;
            item.evidence = kernelsText(all);
            item.advice = m_cores == TensorCores::Half ? "train with torch.autocast(\"cuda\", dtype=torch.float16) and "
                                                         "a GradScaler: this GPU has no BF16 units"
                                                       : "train with torch.autocast(\"cuda\", dtype=torch.bfloat16)";
            if (m_cores == TensorCores::None) {
                item.state = CheckState::CannotTell;
                item.evidence = "this GPU has no tensor cores";
                item.advice.clear();
            }
        }
        return item;
    }

    [[nodiscard]] ChecklistItem tf32() const
    {
        ChecklistItem item {"TF32 matrix kernels", CheckState::CannotTell, "", ""};
        if (m_cores == TensorCores::None || m_cores == TensorCores::Half) {
            item.evidence = "this GPU has no TF32 units";
            return item;
        }
        const KernelsFound tf
            = kernels([this](const KernelRow& row, std::string_view name) { return multiplies(row) && isTf32(name); });
        const KernelsFound plain = kernels([this](const KernelRow& row, std::string_view name) {
            return multiplies(row) && usesTensorCores(name, row.family) == false && !isHalf(name);
        });
        if (tf.calls > 0) {
            item.state = CheckState::Seen;
            item.evidence = kernelsText(tf);
        } else if (plain.calls > 0) {
            item.state = CheckState::NotSeen;
            item.evidence = kernelsText(plain);
            item.advice = "torch.set_float32_matmul_precision(\"high\"); torch.backends.cudnn.allow_tf32 = True";
        } else {
            item.evidence = "no float32 matrix kernels";
        }
        return item;
    }

    [[nodiscard]] ChecklistItem noHiddenSyncs() const
    {
        ChecklistItem item {"steps without hidden syncs", CheckState::CannotTell, "", ""};
        if (m_figures.shownSteps.empty()) {
            item.evidence = "no steps are marked";
            return item;
        }
        if (!cpuRecorded()) {
            item.evidence = "no calls of the CPU were recorded";
            return item;
        }
        const SyncMarker* longest = nullptr;
        std::uint64_t inside = 0;
        for (const SyncMarker& marker : m_figures.syncs) {
            if (marker.step == StepIndex::kNone || marker.atStepEnd.value_or(true))
                continue;
            ++inside;
            if (longest == nullptr || marker.blockedNs() > longest->blockedNs())
                longest = &marker;
        }
        item.state = inside == 0 ? CheckState::Seen : CheckState::NotSeen;
        item.evidence = inside == 0
            ? "none before the end of a step"
            : fmt::format("{} of them, the longest {} in {}", formatCount(inside), formatDuration(longest->blockedNs()),
                longest->op.valid() ? m_trace.names.view(longest->op) : m_trace.nameOf(longest->slice));
        if (inside > 0 && !isFound("sync.in_step") && !isFound("idle.sync"))
            item.evidence += "; the GPU hardly idles because of them";
        if (inside > 0)
            item.advice = "read losses and metrics once in many steps; avoid .item() and .cpu() in the step";
        return item;
    }

    [[nodiscard]] bool isFound(std::string_view rule) const
    {
        return std::any_of(
            m_findings.begin(), m_findings.end(), [rule](const Finding& finding) { return finding.rule == rule; });
    }

    [[nodiscard]] const CopyRow* hostToDevice(CopyMemory memory) const
    {
        const auto at = std::find_if(m_figures.copies.begin(), m_figures.copies.end(),
            [memory](const CopyRow& row) { return row.what.direction == "HtoD" && row.what.memory == memory; });
        return at == m_figures.copies.end() ? nullptr : &*at;
    }

    [[nodiscard]] ChecklistItem pinnedCopies() const
    {
        ChecklistItem item {"pinned host memory for copies to the GPU", CheckState::CannotTell, "", ""};
        const CopyRow* pinned = hostToDevice(CopyMemory::Pinned);
        const CopyRow* pageable = hostToDevice(CopyMemory::Pageable);
        if (pageable != nullptr && pageable->bytes.value_or(kFewBytes) < kFewBytes) {
            if (pinned != nullptr)
                item.state = CheckState::Seen;
            item.evidence = fmt::format("{} {} of {} from pageable memory", pinned != nullptr ? "all but" : "only",
                counted(pageable->count, "copy", "copies"), formatBytes(*pageable->bytes));
        } else if (pageable != nullptr) {
            item.state = CheckState::NotSeen;
            item.evidence = fmt::format("{} from pageable memory{}", counted(pageable->count, "copy", "copies"),
                pageable->bytes ? ", " + formatBytes(*pageable->bytes) : std::string());
            item.advice = "pin_memory=True in the DataLoader";
        } else if (pinned != nullptr) {
            item.state = CheckState::Seen;
            item.evidence = pinned->count == 1 ? std::string("the only copy")
                                               : fmt::format("all {} copies", formatCount(pinned->count));
        } else if (const CopyRow* unknown = hostToDevice(CopyMemory::Unknown); unknown != nullptr) {
            item.evidence = fmt::format(
                "{} to the GPU; the file does not say from which memory", counted(unknown->count, "copy", "copies"));
        } else {
            item.evidence = "no copies to the GPU";
        }
        return item;
    }

    [[nodiscard]] ChecklistItem asynchronousCopies() const
    {
        ChecklistItem item {"asynchronous copies between CPU and GPU", CheckState::CannotTell, "", ""};
        const bool copies = std::any_of(m_figures.copies.begin(), m_figures.copies.end(),
            [](const CopyRow& row) { return row.what.direction == "HtoD"; });
        const auto waits = std::count_if(m_figures.syncs.begin(), m_figures.syncs.end(), [&](const SyncMarker& marker) {
            return marker.op.valid()
                && hasAnyPart(m_trace.names.view(marker.op), {"aten::copy_", "aten::to", "aten::_to_copy"});
        });
        if (waits > 0) {
            item.state = CheckState::NotSeen;
            item.evidence
                = fmt::format("{} made the CPU wait", counted(static_cast<std::uint64_t>(waits), "copy", "copies"));
            item.advice = "tensor.to(device, non_blocking=True) from pinned memory";
        } else if (copies && !m_figures.operators.empty()) {
            item.state = CheckState::Seen;
            item.evidence = "no copy operator waits for the GPU";
        } else {
            item.evidence = copies ? "no operators were recorded" : "no copies to the GPU";
        }
        return item;
    }

    [[nodiscard]] ChecklistItem workers() const
    {
        ChecklistItem item {"persistent data loading workers", CheckState::CannotTell, "", ""};
        if (operators({"_SingleProcessDataLoaderIter"}) > 0) {
            item.state = CheckState::NotSeen;
            item.evidence = "data is loaded in the main process (num_workers=0)";
            item.advice = "num_workers > 0 and persistent_workers=True in the DataLoader";
        } else if (anyName({"dataloader.py(", "_MultiProcessingDataLoaderIter"})
            && anyName({"multiprocessing/process.py(", "popen_fork.py(", "popen_spawn_posix.py("})) {
            item.state = CheckState::NotSeen;
            item.evidence = "worker processes are started inside the recording";
            item.advice = "persistent_workers=True in the DataLoader";
        } else if (operators({"_MultiProcessingDataLoaderIter"}) > 0) {
            item.evidence = "workers are used; no start of an epoch is in the recording";
        } else {
            item.evidence = "no DataLoader in the recording";
        }
        return item;
    }

    [[nodiscard]] ChecklistItem fusedOptimizer() const
    {
        ChecklistItem item {"fused optimizer", CheckState::CannotTell, "", ""};
        const std::uint64_t fused
            = operators({"_fused_adam", "_fused_sgd", "_fused_adagrad", "FusedAdam", "FusedLAMB"});
        const KernelsFound kernel = kernels([](const KernelRow&, std::string_view name) {
            return hasAnyPart(name, {"FusedAdam", "FusedSgd", "fused_adam", "FusedOptimizer"});
        });
        if (fused > 0 || kernel.calls > 0) {
            item.state = CheckState::Seen;
            item.evidence = kernel.calls > 0 ? kernelsText(kernel) : fmt::format("{} calls", formatCount(fused));
        } else if (operators({"Optimizer.step#"}) > 0) {
            item.state = CheckState::NotSeen;
            item.evidence = operators({"aten::_foreach_"}) > 0 ? "the foreach implementation is used"
                                                               : "one operator for each parameter";
            item.advice = "fused=True in the optimizer";
        } else {
            item.evidence = "no optimizer step in the recording";
        }
        return item;
    }

    [[nodiscard]] ChecklistItem setToNone() const
    {
        ChecklistItem item {"zero_grad with set_to_none", CheckState::CannotTell, "", ""};
        const std::uint64_t calls = operators({"Optimizer.zero_grad#"});
        const std::uint64_t zeroed = zeroedInZeroGrad();
        if (zeroed > 0) {
            item.state = CheckState::NotSeen;
            item.evidence = fmt::format("zero_grad fills {} tensors with zeros", formatCount(zeroed));
            item.advice = "optimizer.zero_grad(set_to_none=True), the default since PyTorch 2.0";
        } else if (calls > 0) {
            item.state = CheckState::Seen;
            item.evidence = fmt::format("{} calls of zero_grad fill nothing", formatCount(calls));
        } else {
            item.evidence = "no zero_grad in the recording";
        }
        return item;
    }

    // Zeroing operators right inside zero_grad annotations.
    [[nodiscard]] std::uint64_t zeroedInZeroGrad() const
    {
        std::array<NameId, 2> zero {m_trace.names.find("aten::zero_"), m_trace.names.find("aten::_foreach_zero_")};
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < m_trace.slices.size(); ++i) {
            const NameId name = m_trace.slices.name[i];
            if (!name.valid() || (name != zero[0] && name != zero[1]))
                continue;
            SliceId id = m_trace.slices.parent[i];
            while (id.valid() && !hasAnyPart(m_trace.nameOf(id), {"Optimizer.zero_grad#"}))
                id = m_trace.slices.parent[id.index()];
            const std::int64_t start = m_trace.slices.start[i];
            count += id.valid() && contains(m_figures.window.cpu, start) ? 1 : 0;
        }
        return count;
    }

    [[nodiscard]] ChecklistItem compiled() const
    {
        ChecklistItem item {"compiled kernels", CheckState::NotSeen, "", "torch.compile(model)"};
        const KernelsFound triton = kernels(isCompiledKernel);
        const std::uint64_t regions = compiledRegions(m_trace, m_figures);
        if (triton.calls > 0 || regions > 0) {
            item.state = CheckState::Seen;
            item.evidence = triton.calls > 0 ? kernelsText(triton) : fmt::format("{} regions", formatCount(regions));
            item.advice.clear();
        } else {
            item.evidence = "no kernel of a compiler";
        }
        return item;
    }

    [[nodiscard]] ChecklistItem graphs() const
    {
        ChecklistItem item {"graph-launched kernels", CheckState::NotSeen, "",
            "CUDA graphs: torch.compile(mode=\"reduce-overhead\") or torch.cuda.make_graphed_callables()"};
        if (m_trace.launches.launches.empty()) {
            item.state = CheckState::CannotTell;
            item.evidence = "no launch calls were recorded";
            item.advice.clear();
            return item;
        }
        const std::uint64_t launches = graphLaunches();
        std::uint64_t pieces = 0;
        for (std::size_t i = 0; i < m_trace.gpuWork.size(); ++i) {
            const SliceId id = m_trace.gpuWork.slice[i];
            pieces += m_trace.gpuWork.fromGraph[i] != 0
                    && shareOf(m_trace, id, m_figures.window.gpu, m_figures.window.whole).counts
                ? 1
                : 0;
        }
        if (pieces > 0 || launches > 0) {
            item.state = CheckState::Seen;
            item.evidence = pieces > 0 ? counted(pieces, "piece of GPU work", "pieces of GPU work")
                                       : counted(launches, "launch of a graph", "launches of graphs");
            item.advice.clear();
        } else {
            item.evidence = "every kernel has a launch of its own";
        }
        return item;
    }

    [[nodiscard]] std::uint64_t graphLaunches() const
    {
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < m_trace.slices.size(); ++i) {
            const std::string_view name = m_trace.nameOf(SliceId(i));
            count += (name == "cudaGraphLaunch" || name == "hipGraphLaunch" || name == "cuGraphLaunch")
                    && contains(m_figures.window.cpu, m_trace.slices.start[i])
                ? 1
                : 0;
        }
        return count;
    }

    [[nodiscard]] ChecklistItem fusedAttention() const
    {
        ChecklistItem item {"fused attention", CheckState::CannotTell, "", ""};
        const KernelsFound fused = kernels([](const KernelRow&, std::string_view name) {
            return hasAnyPart(name, {"flash", "Flash", "fmha", "Fmha", "mem_efficient", "AttentionKernel", "sdpa"})
                && !servesAttention(name);
        });
        const std::uint64_t math = operators({"aten::_scaled_dot_product_attention_math"});
        const bool byHand
            = operators({"aten::_softmax", "aten::softmax"}) > 0 && operators({"aten::bmm", "aten::baddbmm"}) > 0;
        if (fused.calls > 0) {
            item.state = CheckState::Seen;
            item.evidence = kernelsText(fused);
        } else if (math > 0 || byHand) {
            item.state = CheckState::NotSeen;
            item.evidence = math > 0 ? "scaled_dot_product_attention falls back to plain operators"
                                     : "softmax between batched matrix products";
            item.advice = "torch.nn.functional.scaled_dot_product_attention in BF16 or FP16";
        } else {
            item.evidence = "no attention in the recording";
        }
        return item;
    }

    const model::Trace& m_trace;
    const TraceFigures& m_figures;
    const std::vector<Finding>& m_findings;
    TensorCores m_cores;
};

} // namespace

const char* checkStateName(CheckState state)
{
    return state == CheckState::Seen ? "seen" : state == CheckState::NotSeen ? "not_seen" : "cannot_tell";
}

std::vector<ChecklistItem> checklistOf(
    const model::Trace& trace, const TraceFigures& figures, const std::vector<Finding>& findings)
{
    if (figures.gpu.devices.empty())
        return {};
    return Checks(trace, figures, findings).run();
}

} // namespace stepscope::analysis

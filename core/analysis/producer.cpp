// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/producer.h"

#include <algorithm>
#include <array>

namespace stepscope::analysis {
namespace {

// What the trace holds, asked by name.
class Features
{
public:
    explicit Features(const model::Trace& trace)
        : m_trace(trace)
    {
        for (const model::Category& category : trace.categories)
            m_categories.push_back(trace.names.view(category.name));
    }

    [[nodiscard]] bool key(std::string_view name) const
    {
        return std::any_of(m_trace.metadata.begin(), m_trace.metadata.end(),
            [name](const model::MetadataEntry& entry) { return entry.key == name; });
    }
    [[nodiscard]] bool category(std::string_view name) const
    {
        return std::find(m_categories.begin(), m_categories.end(), name) != m_categories.end();
    }
    [[nodiscard]] bool pid(std::string_view text) const
    {
        return std::any_of(m_trace.processes.begin(), m_trace.processes.end(),
            [text](const model::Process& process) { return process.pid == text; });
    }
    [[nodiscard]] bool trackNamed(std::string_view part) const
    {
        return std::any_of(m_trace.tracks.begin(), m_trace.tracks.end(),
            [part](const model::Track& track) { return track.name.find(part) != std::string::npos; });
    }
    [[nodiscard]] bool metadataText(std::string_view part) const
    {
        return std::any_of(m_trace.metadata.begin(), m_trace.metadata.end(),
            [part](const model::MetadataEntry& entry) { return entry.json.find(part) != std::string::npos; });
    }
    [[nodiscard]] const model::Trace& trace() const { return m_trace; }

private:
    const model::Trace& m_trace;
    std::vector<std::string_view> m_categories;
};

struct EraRule
{
    const char* era;
    const char* evidence;
    bool (*holds)(const Features&);
};

// Newest first: the first feature found decides.
constexpr std::array<EraRule, 9> kEras {{
    {"2.11 or later (2026)", "stream rows named \"(sync)\"", [](const Features& f) { return f.trackNamed(" (sync)"); }},
    {"2.8 or later", "cuda_event records", [](const Features& f) { return f.category("cuda_event"); }},
    {"2.4 or later", "baseTimeNanoseconds", [](const Features& f) { return f.trace().baseTimeNs.has_value(); }},
    {"2.2 to 2.3", "cuda_sync records", [](const Features& f) { return f.category("cuda_sync"); }},
    {"2.1 to 2.3", "driver versions or calls",
        [](const Features& f) { return f.category("cuda_driver") || f.key("cuda_driver_version"); }},
    {"1.13 to 2.3", "ac2g or fwdbwd flows",
        [](const Features& f) { return f.category("ac2g") || f.category("fwdbwd"); }},
    {"1.11 to 2.3", "traceName, python_function or gpu_memcpy",
        [](const Features& f) {
            return f.key("traceName") || f.category("python_function") || f.category("gpu_memcpy");
        }},
    {"1.9 to 1.10", "cpu_op with Kernel categories or deviceProperties",
        [](const Features& f) { return f.category("cpu_op") || f.key("deviceProperties"); }},
    {"1.8", "category Operator", [](const Features& f) { return f.category("Operator"); }},
}};

struct NameRule
{
    const char* name;
    const char* evidence;
    bool (*holds)(const Features&);
};

constexpr std::array<NameRule, 9> kOthers {{
    {"Horovod timeline", "NEGOTIATE phases",
        [](const Features& f) {
            return f.trace().names.find("NEGOTIATE_ALLREDUCE").valid()
                || f.trace().names.find("NEGOTIATE_BROADCAST").valid();
        }},
    {"VizTracer", "viztracer_metadata", [](const Features& f) { return f.key("viztracer_metadata"); }},
    {"rocprof", "rocprof in otherData", [](const Features& f) { return f.metadataText("rocprof"); }},
    {"TensorFlow timeline", "rows named \"Compute\"",
        [](const Features& f) {
            return std::any_of(f.trace().processes.begin(), f.trace().processes.end(), [](const model::Process& p) {
                return p.name.find("/job:") != std::string::npos || p.name.find("Compute") != std::string::npos;
            });
        }},
    {"Intel unitrace", "ze calls", [](const Features& f) { return f.trackNamed("L0") || f.metadataText("unitrace"); }},
    {"Chrome tracing", "Chrome's categories",
        [](const Features& f) {
            return f.category("toplevel") || f.category("devtools.timeline") || f.category("cc");
        }},
    {"Chrome tracing", "clientInfo", [](const Features& f) { return f.key("clientInfo"); }},
    {"Chrome tracing", "category __metadata", [](const Features& f) { return f.category("__metadata"); }},
    {"Perfetto or catapult test data", "stackFrames", [](const Features& f) { return f.key("stackFrames"); }},
}};

bool isPyTorch(const Features& f)
{
    return f.key("schemaVersion") || f.key("deviceProperties") || f.key("distributedInfo") || f.category("cpu_op")
        || f.category("Operator") || f.category("kernel") || f.category("python_function") || f.category("cuda_runtime")
        || f.pid("Spans");
}

} // namespace

Producer guessProducer(const model::Trace& trace)
{
    const Features features(trace);
    Producer producer {ProducerKind::Unknown, "unknown", {}, {}};
    if (features.pid("CPU functions") || features.pid("CUDA functions"))
        return {ProducerKind::LegacyAutograd, "PyTorch legacy autograd profiler", "", {"pid \"CPU functions\""}};
    if (features.category("async_npu") || features.category("HostToDevice") || features.category("enqueue"))
        return {ProducerKind::TorchNpu, "Ascend PyTorch profiler (torch_npu)", "", {"categories of the NPU"}};
    if (isPyTorch(features)) {
        producer.kind = ProducerKind::PyTorch;
        producer.name = "PyTorch profiler";
        for (const EraRule& rule : kEras) {
            if (!rule.holds(features))
                continue;
            producer.era = rule.era;
            producer.evidence.emplace_back(rule.evidence);
            return producer;
        }
        return producer;
    }
    for (const NameRule& rule : kOthers) {
        if (rule.holds(features))
            return {ProducerKind::OtherKnown, rule.name, "", {rule.evidence}};
    }
    return producer;
}

std::string metadataValue(const model::Trace& trace, std::string_view key)
{
    for (const model::MetadataEntry& entry : trace.metadata) {
        if (entry.key != key || !entry.valid)
            continue;
        std::string text = entry.json;
        if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
            text = text.substr(1, text.size() - 2);
        return text;
    }
    return {};
}

std::string torchVersion(const model::Trace& trace)
{
    std::string version = metadataValue(trace, "torch_version");
    return version.empty() ? guessProducer(trace).era : version;
}

} // namespace stepscope::analysis

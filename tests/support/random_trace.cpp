// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_trace.h"

#include <fmt/format.h>

namespace stepscope::tests {
namespace {

std::string quoted(const std::string& text)
{
    return fmt::format("\"{}\"", text);
}

class Generator
{
public:
    explicit Generator(std::uint64_t seed)
        : m_random(seed)
    {
    }

    GeneratedEvent next();

private:
    std::uint64_t below(std::uint64_t n) { return m_random() % n; }
    bool chance(unsigned percent) { return below(100) < percent; }
    template <std::size_t N> std::string pick(const char* const (&texts)[N]) { return texts[below(N)]; }

    std::string time();
    std::string duration();
    std::string name();
    void gpuArgs(GeneratedEvent& event);
    void runtimeArgs(GeneratedEvent& event);
    void slice(GeneratedEvent& event);
    void metadata(GeneratedEvent& event);
    void identity(GeneratedEvent& event);
    void other(GeneratedEvent& event, const std::string& phase);

    std::mt19937_64 m_random;
    std::int64_t m_now = 1'700'000'000'000'000;
    std::uint64_t m_correlation = 1;
};

std::string Generator::time()
{
    m_now += static_cast<std::int64_t>(below(30));
    const std::int64_t at = m_now - static_cast<std::int64_t>(chance(20) ? below(200) : 0);
    switch (below(8)) {
    case 0:
        return fmt::format("{}", at);
    case 1:
        return fmt::format("\"{}.{:03}\"", at, below(1000));
    case 2:
        return fmt::format("{}.{}", at, below(100000));
    default:
        return fmt::format("{}.{:03}", at, below(1000));
    }
}

std::string Generator::duration()
{
    switch (below(12)) {
    case 0:
        return "0";
    case 1:
        return fmt::format("-{}.{:03}", below(5), below(1000));
    case 2:
        return fmt::format("\"{}\"", below(100));
    default:
        return fmt::format("{}.{:03}", chance(5) ? below(3000) : below(120), below(1000));
    }
}

std::string Generator::name()
{
    static constexpr const char* kNames[] = {"aten::mm", "aten::add_", "void gemm<float, {int}>(float const*, [x])",
        "cudaLaunchKernel", "cudaMemcpyAsync", "cudaDeviceSynchronize", "ProfilerStep#3", "nn.Module: Linear_0",
        "quote \\\"inside\\\", \\\"ph\\\": \\\"X\\\"", "C:\\\\path\\\\file.py(12): run", "tab\\tand\\nline",
        "\\u00e9\\ud83d\\ude00", "Gr\xC3\xBC\xC3\x9F", "brackets }, { \\\"name\\\": ]", "", "a/b\\/c",
        "enumerate(DataLoader)#_SingleProcess"};
    return chance(15) ? fmt::format("op_{}", below(400)) : pick(kNames);
}

void Generator::gpuArgs(GeneratedEvent& event)
{
    const std::uint64_t stream = below(3) * 10 + 7;
    event.args.emplace_back("device", chance(80) ? "0" : "\"0x0\"");
    event.args.emplace_back("stream", fmt::format("{}", stream));
    if (chance(90))
        event.args.emplace_back("correlation", fmt::format("{}", m_correlation - below(m_correlation < 6 ? 1 : 6)));
    if (chance(20))
        event.args.emplace_back("bytes", fmt::format("{}", below(1U << 30U)));
    if (chance(10))
        event.args.emplace_back("graph node id", fmt::format("{}", below(3)));
    if (chance(10))
        event.args.emplace_back("memory bandwidth (GB/s)", chance(50) ? "12.5e3" : "Infinity");
}

void Generator::runtimeArgs(GeneratedEvent& event)
{
    event.args.emplace_back("cbid", "211");
    if (chance(95))
        event.args.emplace_back("correlation", fmt::format("{}", chance(85) ? m_correlation++ : m_correlation));
    if (chance(20))
        event.args.emplace_back("External id", fmt::format("-{}", below(1000)));
}

void Generator::slice(GeneratedEvent& event)
{
    static constexpr const char* kCategories[] = {"cpu_op", "cpu_op", "user_annotation", "cuda_runtime", "cuda_runtime",
        "cuda_driver", "kernel", "kernel", "gpu_memcpy", "gpu_memset", "gpu_user_annotation", "cuda_sync", "overhead",
        "python_function", "Trace", "something else", "", "Kernel"};
    const std::string category = pick(kCategories);
    event.fields.emplace_back("cat", quoted(category));
    event.fields.emplace_back("dur", duration());
    if (chance(3))
        event.fields.pop_back(); // unfinished
    event.hasArgs = true;
    const bool gpu = category == "kernel" || category == "Kernel" || category.compare(0, 4, "gpu_") == 0
        || category == "cuda_sync";
    if (gpu)
        gpuArgs(event);
    else if (category.compare(0, 5, "cuda_") == 0)
        runtimeArgs(event);
    else if (chance(30))
        event.args.emplace_back("Input Dims", "[[1, 2], [], [[3]], {\"a\": null}]");
    else
        event.hasArgs = chance(50);
    if (chance(3)) {
        event.fields.emplace_back("bind_id", fmt::format("\"0x{:x}\"", below(20)));
        event.fields.emplace_back(chance(50) ? "flow_out" : "flow_in", "true");
    }
}

void Generator::metadata(GeneratedEvent& event)
{
    static constexpr const char* kKinds[]
        = {"process_name", "process_labels", "process_sort_index", "thread_name", "thread_sort_index", "unknown_meta"};
    const std::string kind = pick(kKinds);
    event.fields.emplace_back("name", quoted(kind));
    event.hasArgs = true;
    if (kind.find("sort_index") != std::string::npos)
        event.args.emplace_back("sort_index", fmt::format("{}", static_cast<std::int64_t>(below(20)) - 5));
    else
        event.args.emplace_back(kind == "process_labels" ? "labels" : "name", fmt::format("\"stream {} \"", below(9)));
}

void Generator::identity(GeneratedEvent& event)
{
    switch (below(4)) {
    case 0:
        event.fields.emplace_back("id", fmt::format("\"0x{:x}\"", below(12)));
        return;
    case 1:
        event.fields.emplace_back("id2", fmt::format("{{\"{}\": \"{}\"}}", chance(50) ? "local" : "global", below(5)));
        return;
    default:
        event.fields.emplace_back("id", fmt::format("{}", below(12)));
    }
}

void Generator::other(GeneratedEvent& event, const std::string& phase)
{
    static constexpr const char* kCategories[] = {"ac2g", "fwdbwd", "async", ""};
    event.fields.emplace_back("cat", quoted(pick(kCategories)));
    if (phase == "C") {
        event.hasArgs = true;
        event.args.emplace_back(pick({"used", "free", ""}), fmt::format("{}.5", below(100)));
        event.args.emplace_back("text", chance(50) ? "\"7\"" : "NaN");
    } else if (phase != "B" && phase != "E" && phase != "i") {
        identity(event);
    }
    if (phase == "f" && chance(70))
        event.fields.emplace_back("bp", "\"e\"");
    if (phase == "i")
        event.fields.emplace_back("s", quoted(pick({"t", "p", "g"})));
}

GeneratedEvent Generator::next()
{
    static constexpr const char* kPhases[] = {"B", "E", "B", "E", "s", "f", "t", "b", "e", "n", "S", "F", "T", "C", "C",
        "i", "I", "P", "N", "O", "D", "v", "R", "Z"};
    static constexpr const char* kThreads[]
        = {"1", "2", "7", "\"7\"", "17", "\"stream 7\"", "-3", "4294967299", "1000007"};
    GeneratedEvent event;
    const auto dice = static_cast<unsigned>(below(100));
    const std::string phase = dice < 60 ? "X" : dice < 68 ? "M" : pick(kPhases);
    event.fields.emplace_back("ph", quoted(phase));
    if (phase == "X")
        slice(event);
    else if (phase == "M")
        metadata(event);
    else
        other(event, phase);
    if (phase != "M" && !(phase == "E" && chance(50)))
        event.fields.emplace_back("name", quoted(name()));
    event.fields.emplace_back("pid", chance(80) ? "0" : pick({"0", "\"0\"", "3", "\"Spans\"", "\"\""}));
    event.fields.emplace_back("tid", pick(kThreads));
    if (phase != "M" || chance(50))
        event.fields.emplace_back("ts", phase == "M" ? "0" : time());
    if (chance(5))
        std::swap(event.fields[0], event.fields[event.fields.size() - 1]);
    return event;
}

void writeMembers(std::string& out, const std::vector<std::pair<std::string, std::string>>& members,
    std::string_view separator, std::string_view colon)
{
    for (std::size_t i = 0; i < members.size(); ++i)
        out.append(i > 0 ? separator : std::string_view())
            .append(quoted(members[i].first))
            .append(colon)
            .append(members[i].second);
}

} // namespace

std::vector<GeneratedEvent> randomEvents(std::uint64_t seed, std::size_t count)
{
    Generator generator(seed);
    std::vector<GeneratedEvent> events;
    for (std::size_t i = 0; i < count; ++i)
        events.push_back(generator.next());
    return events;
}

std::string writeEvent(const GeneratedEvent& event, Style style)
{
    const bool tight = style == Style::Compact;
    const bool perLine = style == Style::KeyPerLine;
    const std::string_view colon = tight ? ":" : ": ";
    std::string out = style == Style::Classic ? "{\n    " : perLine ? "{\n      " : "{";
    writeMembers(out, event.fields, tight ? "," : perLine ? ",\n      " : ", ", colon);
    if (event.hasArgs) {
        out += tight ? "," : perLine ? ",\n      " : style == Style::Classic ? ",\n    " : ", ";
        out.append("\"args\"").append(colon).append(style == Style::Classic || perLine ? "{\n      " : "{");
        writeMembers(out, event.args, tight ? "," : ", ", colon);
        out += style == Style::Classic || perLine ? "\n    }" : "}";
    }
    return out + (style == Style::Classic || perLine ? "\n  }" : "}");
}

std::string writeTrace(const std::vector<GeneratedEvent>& events, Style style, std::vector<std::size_t>* places)
{
    std::string out;
    std::string_view separator;
    std::string_view tail;
    switch (style) {
    case Style::Compact:
        out = R"({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"GPU [0]","totalGlobalMem":85899345920}],)"
              R"("distributedInfo":{"rank":3,"world_size":8},"traceEvents":[)";
        separator = ",";
        tail = R"(],"traceName":"a, \"b\"","baseTimeNanoseconds":1700000000000000000})";
        break;
    case Style::Array:
        out = "[\n";
        separator = ",\n";
        tail = "\n]\n";
        break;
    case Style::Classic:
    case Style::KeyPerLine:
        out = "\n{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [\n    {\n      \"id\": 0, \"name\": \"GPU\"\n    "
              "}\n"
              "  ],\n  \"traceEvents\": [\n  ";
        separator = style == Style::Classic ? ",\n  " : ",\n    ";
        tail = "\n  ],\n  \"traceName\": \"./trace.json\",\n  \"displayTimeUnit\": \"ms\"\n}\n";
        break;
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
        out += i > 0 ? separator : std::string_view();
        if (places != nullptr)
            places->push_back(out.size());
        out += writeEvent(events[i], style);
    }
    return out.append(tail);
}

} // namespace stepscope::tests

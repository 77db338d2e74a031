// SPDX-License-Identifier: GPL-3.0-or-later
// Loads a trace once, from the file to the published model, and prints what that took and what came out as one line of
// JSON. Freeing the model is not part of it. A process for each measurement: peak memory can't be reset otherwise.
//   bench_load FILE [--threads N] [--chunk BYTES]

#include "core/json/trace_loader.h"
#include "tests/bench/measure.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <optional>

namespace {

using stepscope::bench::Usage;

[[noreturn]] void die(std::string_view what)
{
    fmt::print(stderr, "bench_load: {}\n", what);
    std::exit(1);
}

std::size_t number(const char* text)
{
    std::size_t value = 0;
    const char* end = text + std::strlen(text);
    const auto [at, error] = std::from_chars(text, end, value);
    if (error != std::errc() || at != end)
        die(fmt::format("'{}' is not a number", text));
    return value;
}

struct Arguments
{
    std::string path;
    stepscope::json::LoadOptions options;
};

Arguments readArguments(int argc, char** argv)
{
    Arguments arguments;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--threads" && i + 1 < argc)
            arguments.options.threads = static_cast<unsigned>(number(argv[++i]));
        else if (argument == "--chunk" && i + 1 < argc)
            arguments.options.chunkBytes = number(argv[++i]);
        else if (arguments.path.empty() && !argument.starts_with("-"))
            arguments.path = argument;
        else
            die(fmt::format("unknown argument '{}'", argument));
    }
    if (arguments.path.empty())
        die("usage: bench_load FILE [--threads N] [--chunk BYTES]");
    return arguments;
}

// Sums over the columns: two loads with the same sums gave the same model, near enough for a benchmark.
std::uint64_t checksum(const stepscope::model::Trace& trace)
{
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < trace.slices.size(); ++i) {
        const stepscope::SliceId id(i);
        const std::uint64_t parts[]
            = {static_cast<std::uint64_t>(trace.slices.start[i]), static_cast<std::uint64_t>(trace.slices.dur[i]),
                trace.slices.offset(id), trace.slices.parent[i].value, trace.nameOf(id).size()};
        for (const std::uint64_t part : parts)
            sum = (sum ^ part) * 0x9E3779B97F4A7C15U + (sum >> 29U);
    }
    for (const stepscope::model::Flow& flow : trace.flows)
        sum = (sum ^ flow.from.value) * 0x9E3779B97F4A7C15U + flow.to.value;
    return sum;
}

} // namespace

int main(int argc, char** argv)
{
    const Arguments arguments = readArguments(argc, argv);
    stepscope::Progress progress;
    const Usage begin = Usage::now();
    const auto trace = stepscope::json::loadTrace(arguments.path, progress, {}, arguments.options);
    const Usage end = Usage::now();
    if (!trace)
        die(trace.error().message);
    const stepscope::model::Trace& t = **trace;
    fmt::print("{},\"events\":{},\"slices\":{},\"flows\":{},\"gpu_work\":{},\"instants\":{},\"lanes\":{},\"names\":{},"
               "\"text_bytes\":{},\"checksum\":{}}}\n",
        stepscope::bench::usageJson(begin, end), t.events, t.slices.size(), t.flows.size(), t.gpuWork.size(),
        t.instants.size(), t.lanes.size(), t.names.size(), t.file.textBytes, checksum(t));
    std::fflush(stdout);
    std::_Exit(0); // the numbers are out: tearing the model down would only cost time
}

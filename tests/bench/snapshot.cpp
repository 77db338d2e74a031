// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a memory snapshot once and prints what each part took as one line of JSON: reading the file, assembling the
// model, its figures, and the state at entries spread over the history. A process for each measurement.
//   bench_snapshot FILE

#include "core/analysis/memory/memory_figures.h"
#include "core/model/memory_state.h"
#include "core/pickle/snapshot_file.h"
#include "tests/bench/measure.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

namespace {

using stepscope::bench::Usage;

[[noreturn]] void die(const std::string& what)
{
    fmt::print(stderr, "bench_snapshot: {}\n", what);
    std::exit(1);
}

double cpuSeconds(const Usage& begin, const Usage& end)
{
    return end.userSeconds - begin.userSeconds + end.systemSeconds - begin.systemSeconds;
}

// CPU seconds of the longest of some states; every one must tile what is reserved.
double slowestState(const stepscope::model::MemorySnapshot& snapshot)
{
    using namespace stepscope;
    constexpr std::int32_t kStates = 200;
    const model::MemoryDevice& device = snapshot.devices[snapshot.defaultDevice];
    double slowest = 0;
    for (std::int32_t i = 0; i < kStates; ++i) {
        const auto entry = static_cast<std::int32_t>(std::int64_t {device.entryCount()} * i / kStates) - 1;
        const Usage begin = Usage::now();
        const model::MemoryState state = model::stateAt(snapshot, device, entry);
        const Usage end = Usage::now();
        slowest = std::max(slowest, cpuSeconds(begin, end));
        if (state.reserved() != device.reserved.at(entry))
            die(fmt::format("the state at entry {} is not what is reserved there", entry));
    }
    return slowest;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2)
        die("usage: bench_snapshot FILE");
    stepscope::Progress progress;
    const Usage begin = Usage::now();
    auto record = stepscope::pickle::readSnapshot(argv[1], progress);
    if (!record)
        die(record.error().message);
    const Usage read = Usage::now();
    const auto snapshot = stepscope::model::assembleSnapshot(std::move(*record), progress);
    if (!snapshot)
        die(snapshot.error().message);
    const Usage assembled = Usage::now();
    const auto figures = stepscope::analysis::computeMemoryFigures(**snapshot);
    const Usage computed = Usage::now();
    if (figures.devices.empty())
        die("no device");
    fmt::print("{{\"read\":{}}},\"assemble\":{}}},\"figures\":{}}},\"slowest_state_ms\":{:.3f}}}\n",
        stepscope::bench::usageJson(begin, read), stepscope::bench::usageJson(read, assembled),
        stepscope::bench::usageJson(assembled, computed), slowestState(**snapshot) * 1e3);
    std::fflush(stdout);
    std::_Exit(0); // the numbers are out: tearing the model down would only cost time
}

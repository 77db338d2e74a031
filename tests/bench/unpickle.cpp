// SPDX-License-Identifier: GPL-3.0-or-later
// Loads a memory snapshot once, from the file to the published model, and prints what that took and what came out as
// one line of JSON. Freeing the model is not part of it.
//   bench_unpickle FILE [--record]     --record: only up to what the file says, without the model

#include "core/pickle/snapshot_file.h"
#include "core/pickle/snapshot_loader.h"
#include "tests/bench/measure.h"

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

namespace {

using stepscope::bench::Usage;

[[noreturn]] void die(std::string_view what)
{
    fmt::print(stderr, "bench_unpickle: {}\n", what);
    std::exit(1);
}

void print(const stepscope::model::SnapshotRecord& record, const Usage& begin, const Usage& end)
{
    std::uint64_t entries = 0;
    std::uint64_t bytes = 0;
    for (const stepscope::model::DeviceRecord& device : record.devices) {
        entries += device.entries.count();
        for (const std::uint64_t size : device.entries.size)
            bytes += size;
    }
    fmt::print("{},\"entries\":{},\"bytes\":{},\"segments\":{},\"stacks\":{}}}\n",
        stepscope::bench::usageJson(begin, end), entries, bytes, record.segments.size(), record.stacks.size());
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2 || argc > 3 || (argc == 3 && std::string_view(argv[2]) != "--record"))
        die("usage: bench_unpickle FILE [--record]");
    stepscope::Progress progress;
    const Usage begin = Usage::now();
    if (argc == 3) {
        const auto record = stepscope::pickle::readSnapshot(argv[1], progress);
        const Usage end = Usage::now();
        if (!record)
            die(record.error().message);
        print(*record, begin, end);
        return 0;
    }
    const auto snapshot = stepscope::pickle::loadSnapshot(argv[1], progress);
    const Usage end = Usage::now();
    if (!snapshot)
        die(snapshot.error().message);
    print((*snapshot)->record, begin, end);
    return 0;
}

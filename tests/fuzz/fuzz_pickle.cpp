// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a memory snapshot (pickle, JSON, page, packed): read through a large and a very small window with the
// same result, and then loaded whole. What it makes is bounded by the bytes, its tables only point at what is there,
// and a refusal names a place within the text.
#include "core/pickle/snapshot_loader.h"
#include "tests/core/pickle_bytes.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/violation.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace {

using namespace stepscope;
using model::MemorySnapshot;

// The value in words, or why there is none.
std::string unpickled(std::string_view bytes, std::size_t window)
{
    const tests::Unpickled got = tests::unpickle(bytes, window);
    fuzzing::require(got.objects <= bytes.size(), "there are no more objects than bytes");
    fuzzing::require(got.errorAt < static_cast<std::int64_t>(bytes.size()), "a refusal names a byte");
    return fmt::format("{} {} {}", got.cut, got.end, got.text);
}

void checkStack(const MemorySnapshot& snapshot, StackId stack)
{
    fuzzing::require(!stack.valid() || stack.index() < snapshot.record.stacks.size(), "a stack is one of the table");
}

void checkSnapshot(const MemorySnapshot& snapshot, std::size_t bytes)
{
    std::size_t rows = 0;
    for (const model::DeviceRecord& device : snapshot.record.devices) {
        const model::MemoryEntries& entries = device.entries;
        rows += entries.count();
        for (std::size_t i = 0; i < entries.count(); ++i) {
            checkStack(snapshot, entries.stack[i]);
            fuzzing::require(entries.stream[i] < snapshot.record.streams.size(), "a stream is one of the table");
            fuzzing::require(
                entries.pool.empty() || entries.pool[i] < snapshot.record.pools.size(), "a pool is one of the table");
        }
    }
    for (const model::SegmentRecord& segment : snapshot.record.segments) {
        rows += 1 + segment.blocks.size();
        checkStack(snapshot, segment.stack);
        for (const model::BlockRecord& block : segment.blocks)
            checkStack(snapshot, block.stack);
    }
    fuzzing::require(rows <= bytes, "there are no more entries, segments and blocks than bytes");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    fuzzing::require(unpickled(text, 1) == unpickled(text, std::size_t {1} << 16U), "all windows give the same value");
    const fuzzing::MemoryFile file(bytes, size);
    Progress progress;
    const auto snapshot = pickle::loadSnapshot(file.path(), progress);
    if (snapshot)
        checkSnapshot(**snapshot, std::max<std::size_t>(size, (*snapshot)->record.file.textBytes));
    else
        fuzzing::require(!snapshot.error().message.empty(), "a refusal has a message");
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Memory snapshots written by hand for tests, in the order in which a program would act. Blocks are placed at the
// lowest free address of their stream (segments come as needed), so history, segments and blocks agree with each other
// unless a test writes single entries that do not.
//
//   SnapshotBuilder b;
//   const StackId step = b.stack({"train.py:88 train_step", "train.py:12 main"});
//   const std::uint64_t x = b.alloc(6 << 20, step);
//   b.free(x);
//   const auto snapshot = b.assembled();
#pragma once

#include "core/model/memory_snapshot.h"

#include <initializer_list>
#include <map>
#include <string_view>
#include <vector>

namespace stepscope::tests {

class SnapshotBuilder
{
public:
    explicit SnapshotBuilder(std::int32_t device = 0);

    // What follows is about this device; made at first use.
    SnapshotBuilder& device(std::int32_t id);
    SnapshotBuilder& stream(std::uint64_t handle);
    SnapshotBuilder& pool(model::PoolName name);
    SnapshotBuilder& category(std::string_view word); // of the following entries: as producers write that know it
    SnapshotBuilder& time(std::int64_t us);           // of the next entry; each entry is 10 µs after the one before

    // Frames innermost first, each "FILE:LINE FUNCTION".
    [[nodiscard]] StackId stack(std::initializer_list<std::string_view> frames);

    // Blocks; each returns or takes the address.
    std::uint64_t initial(std::uint64_t size, StackId stack = {}); // live before the history, no entry
    std::uint64_t alloc(std::uint64_t size, StackId stack = {});
    SnapshotBuilder& requestFree(std::uint64_t address, StackId stack = {});
    SnapshotBuilder& completeFree(std::uint64_t address, StackId stack = {});
    SnapshotBuilder& free(std::uint64_t address, StackId stack = {}); // both at once
    // Gives back segments without a block, as empty_cache() does.
    SnapshotBuilder& releaseCached();

    SnapshotBuilder& oom(std::uint64_t roundedSize, std::uint64_t deviceFree, StackId stack = {});
    SnapshotBuilder& begin(std::string_view annotation); // record_function ranges
    SnapshotBuilder& end(std::string_view annotation);
    SnapshotBuilder& setting(std::string_view key, std::string_view value);
    // An entry as such; changes nothing in the segments of the end.
    SnapshotBuilder& entry(model::MemoryAction action, std::uint64_t address, std::uint64_t size, StackId stack = {});

    [[nodiscard]] std::int32_t entries() const; // of the current device so far
    [[nodiscard]] const model::SnapshotRecord& record() const { return m_record; }

    // The record with the segments of the end. The builder is empty after it.
    [[nodiscard]] model::SnapshotRecord take();
    // Assembled by the reading rules; null when that fails.
    [[nodiscard]] std::shared_ptr<const model::MemorySnapshot> assembled()
    {
        Progress progress;
        auto snapshot = model::assembleSnapshot(take(), progress);
        return snapshot ? *snapshot : nullptr;
    }

private:
    struct Live
    {
        std::uint64_t size = 0;
        StackId stack;
        bool pending = false;
    };
    struct Segment
    {
        std::uint64_t size = 0;
        model::StreamIndex stream = 0;
        model::PoolIndex pool = 0;
        bool large = true;
        std::map<std::uint64_t, Live> blocks;
    };
    struct Device
    {
        std::map<std::uint64_t, Segment> segments;
        std::uint64_t next = 0x7f0000000000U; // where the next segment goes
    };

    model::DeviceRecord& current();
    std::uint64_t place(std::uint64_t size, StackId stack, bool recorded);
    Live* find(std::uint64_t address);
    void appendSegments(std::int32_t device, const Device& of);

    model::SnapshotRecord m_record;
    std::map<std::int32_t, Device> m_devices;
    std::map<std::string, std::int64_t, std::less<>> m_open; // annotations that have begun
    std::int32_t m_device = 0;
    model::StreamIndex m_stream = 0;
    model::PoolIndex m_pool = 0;
    NameId m_category;
    bool m_anyCategory = false;
    std::int64_t m_time = 1'700'000'000'000'000;
};

} // namespace stepscope::tests

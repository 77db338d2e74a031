// SPDX-License-Identifier: GPL-3.0-or-later
// A caching allocator in the simplest words, for oracle tests: random programs run on it, and it writes down the
// history as PyTorch would and, after every entry, all of its memory. Sizes, splits and merges follow section 3 of the
// snapshot format page; nothing here is shared with the code under test.
#pragma once

#include "core/model/snapshot_record.h"

#include <map>
#include <random>
#include <vector>

namespace stepscope::tests {

struct SimBlock
{
    std::uint64_t size = 0;
    std::uint64_t requested = 0;
    bool live = false;
    bool pending = false;
};

struct SimSegment // one contiguous piece of reserved memory
{
    std::uint64_t size = 0;
    model::StreamIndex stream = 0;
    model::PoolIndex pool = 0;
    bool large = true;
    using Blocks = std::map<std::uint64_t, SimBlock>;
    Blocks blocks; // tile it
};

using SimState = std::map<std::uint64_t, SimSegment>; // by address

struct SimOptions
{
    bool expandable = false;
    std::uint64_t maxSplit = 0;  // bytes; 0 none
    std::uint64_t divisions = 0; // roundup_power2_divisions of every range
    std::uint32_t streams = 2;
    std::uint32_t pools = 2;
    std::uint32_t seed = 1;
};

class AllocatorSim
{
public:
    explicit AllocatorSim(const SimOptions& options);

    void run(std::size_t entries);

    // The history from entry `cut` on and the segments of the end.
    [[nodiscard]] model::SnapshotRecord record(std::size_t cut = 0) const;
    [[nodiscard]] std::size_t entryCount() const { return m_entries.size(); }
    // After entry i; i = -1: before the first.
    [[nodiscard]] const SimState& after(std::int64_t i) const { return m_states[static_cast<std::size_t>(i + 1)]; }

private:
    struct Entry
    {
        model::MemoryAction action;
        std::uint64_t address;
        std::uint64_t size;
        model::StreamIndex stream;
        model::PoolIndex pool;
    };
    struct Place
    {
        std::uint64_t segment;
        std::uint64_t block;
    };

    void act();
    void allocate();
    void releaseCached();
    void unmapSome();
    void complete(Place place);
    void emit(model::MemoryAction action, std::uint64_t address, std::uint64_t size, const SimSegment& of);
    [[nodiscard]] std::vector<Place> placesOf(bool pending) const;
    [[nodiscard]] Place bestFit(std::uint64_t rounded, const SimSegment& like) const;
    Place grow(std::uint64_t rounded, const SimSegment& like);
    Place map(std::uint64_t rounded, const SimSegment& like);
    [[nodiscard]] std::uint64_t rounded(std::uint64_t requested) const;
    [[nodiscard]] bool splits(std::uint64_t rounded, std::uint64_t remainder) const;
    std::uint64_t pick(std::uint64_t bound) { return m_random() % bound; }
    static void mergeFree(SimSegment& segment);

    SimOptions m_options;
    std::mt19937_64 m_random;
    SimState m_now;
    std::uint64_t m_nextSegment = 0x7f0000000000U;
    std::vector<Entry> m_entries;
    std::vector<SimState> m_states;
};

} // namespace stepscope::tests

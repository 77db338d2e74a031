// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_history.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace stepscope::tests {

using model::MemoryAction;
using model::MemoryDevice;

namespace {

class History
{
public:
    History(std::uint64_t seed, const HistoryShape& shape)
        : m_random(seed)
        , m_shape(shape)
        , m_snapshot(std::make_shared<model::MemorySnapshot>())
    {
        m_snapshot->record.streams = {0};
        m_snapshot->record.pools = {{0, 0}};
        m_snapshot->record.devices.emplace_back();
        m_snapshot->devices.emplace_back();
        for (int i = 0; i < 12; ++i)
            addStack(i);
    }

    std::shared_ptr<const model::MemorySnapshot> build()
    {
        for (std::size_t i = 0; i < m_shape.initial; ++i)
            allocate(model::kBeforeHistory, model::kInitial);
        device().active.initial = m_active;
        device().held.initial = m_held;
        reserve(model::kBeforeHistory);
        device().reserved.initial = m_reserved;
        while (entryCount() < m_shape.entries)
            step();
        finish(device().active);
        finish(device().held);
        finish(device().reserved);
        return m_snapshot;
    }

private:
    MemoryDevice& device() { return m_snapshot->devices[0]; }
    model::MemoryEntries& entries() { return m_snapshot->record.devices[0].entries; }
    std::int32_t entryCount() { return static_cast<std::int32_t>(entries().count()); }
    std::size_t below(std::size_t bound) { return m_random() % bound; }

    void addStack(int number)
    {
        auto& record = m_snapshot->record;
        const NameId function = record.names.intern("forward_" + std::to_string(number));
        const NameId file = record.names.intern("/home/user/train/layer_" + std::to_string(number % 4) + ".py");
        const FrameId frame = record.stacks.internFrame({function, file, static_cast<std::uint32_t>(10 + number)});
        m_stacks.push_back(record.stacks.intern({&frame, 1}));
    }
    std::uint64_t randomSize()
    {
        const double magnitude
            = std::log(static_cast<double>(m_shape.largest)) * static_cast<double>(below(1000)) / 999;
        return static_cast<std::uint64_t>(std::exp(magnitude));
    }

    // One entry: what the curves are after it.
    void addEntry(MemoryAction action, std::uint64_t size, AllocId allocation)
    {
        auto& all = entries();
        all.action.push_back(action);
        all.address.push_back(allocation.valid() ? device().allocations.address[allocation.index()] : 0);
        all.size.push_back(size);
        m_time += static_cast<std::int64_t>(below(4) * below(30));
        all.timeUs.push_back(m_time);
        all.stack.push_back(allocation.valid() ? device().allocations.stack[allocation.index()] : StackId());
        all.stream.push_back(0);
        device().allocationOf.push_back(allocation);
        device().active.value.push_back(m_active);
        device().held.value.push_back(m_held);
        device().reserved.value.push_back(m_reserved);
    }
    AllocId allocate(std::int32_t entry, std::uint8_t flags)
    {
        auto& table = device().allocations;
        const AllocId id(table.count());
        const std::uint64_t size = randomSize();
        table.address.push_back(0x7f0000000000U + id.value * 0x100000U);
        table.size.push_back(size);
        table.blockSize.push_back((size + 511) / 512 * 512);
        table.born.push_back(entry);
        table.requested.push_back(model::kNeverInHistory);
        table.died.push_back(model::kNeverInHistory);
        table.stack.push_back(m_stacks[below(m_stacks.size())]);
        table.stream.push_back(0);
        table.pool.push_back(0);
        table.flags.push_back(flags);
        table.version.push_back(0);
        m_live.push_back(id);
        m_active += size;
        m_held += size;
        return id;
    }
    void reserve(std::int32_t entry)
    {
        if (m_active <= m_reserved)
            return;
        const std::uint64_t size = (m_active - m_reserved) + m_shape.largest;
        model::SegmentSpan span;
        span.address = 0x7f0000000000U + m_reserved;
        span.size = size;
        span.from = entry;
        device().spans.push_back(span);
        m_reserved += size;
        if (entry >= 0)
            addEntry(MemoryAction::SegmentAlloc, size, {});
    }
    void step()
    {
        if (below(200) == 0) {
            device().markers.push_back(entryCount());
            addEntry(MemoryAction::Annotate, 0, {});
        }
        if (m_freeing && m_live.size() <= m_shape.live / 4 + 1)
            m_freeing = false;
        if (m_shape.sawtooth && m_live.size() > m_shape.live)
            m_freeing = true;
        const bool frees = m_shape.sawtooth ? m_freeing : below(2 * m_shape.live) < m_live.size();
        if (frees && !m_live.empty()) {
            freeOne();
            return;
        }
        const auto id = allocate(entryCount(), 0);
        addEntry(MemoryAction::Alloc, device().allocations.size[id.index()], id);
        reserve(entryCount());
    }
    void freeOne()
    {
        auto& table = device().allocations;
        const std::size_t at = below(4) == 0 ? below(m_live.size()) : m_live.size() - 1;
        const AllocId id = m_live[at];
        m_live.erase(m_live.begin() + static_cast<std::ptrdiff_t>(at));
        table.requested[id.index()] = entryCount();
        m_held -= table.size[id.index()];
        addEntry(MemoryAction::FreeRequested, table.size[id.index()], id);
        table.died[id.index()] = entryCount();
        m_active -= table.size[id.index()];
        addEntry(MemoryAction::FreeCompleted, table.size[id.index()], id);
    }
    static void finish(model::MemoryCurve& curve)
    {
        curve.peak = curve.initial;
        for (std::size_t i = 0; i < curve.value.size(); ++i) {
            if (curve.value[i] <= curve.peak)
                continue;
            curve.peak = curve.value[i];
            curve.peakEntry = static_cast<std::int32_t>(i);
        }
    }

    std::mt19937_64 m_random;
    HistoryShape m_shape;
    std::shared_ptr<model::MemorySnapshot> m_snapshot;
    std::vector<StackId> m_stacks;
    std::vector<AllocId> m_live; // oldest first
    std::uint64_t m_active = 0;
    std::uint64_t m_held = 0;
    std::uint64_t m_reserved = 0;
    std::int64_t m_time = 1'700'000'000'000'000;
    bool m_freeing = false;
};

} // namespace

std::shared_ptr<const model::MemorySnapshot> randomHistory(std::uint64_t seed, const HistoryShape& shape)
{
    return History(seed, shape).build();
}

} // namespace stepscope::tests

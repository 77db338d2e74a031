// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/snapshot_builder.h"

#include "tests/support/units.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace stepscope::tests {

using namespace model;

namespace {

constexpr std::uint64_t kSmallest = 512;
constexpr std::uint64_t kSmallSegment = 2 * kMiB;
constexpr std::uint64_t kLargeSegment = 20 * kMiB;

std::uint64_t roundUp(std::uint64_t value, std::uint64_t unit)
{
    return std::max(unit, (value + unit - 1) / unit * unit);
}

template <class T> std::uint16_t indexIn(std::vector<T>& all, const T& value)
{
    const auto at = std::find(all.begin(), all.end(), value);
    if (at == all.end())
        all.push_back(value);
    return static_cast<std::uint16_t>(std::find(all.begin(), all.end(), value) - all.begin());
}

} // namespace

SnapshotBuilder::SnapshotBuilder(std::int32_t device)
{
    m_record.streams = {0};
    m_record.pools = {{0, 0}};
    m_record.container = "test";
    this->device(device);
}

SnapshotBuilder& SnapshotBuilder::device(std::int32_t id)
{
    m_device = id;
    (void)current();
    return *this;
}

DeviceRecord& SnapshotBuilder::current()
{
    auto at = std::find_if(m_record.devices.begin(), m_record.devices.end(),
        [this](const DeviceRecord& device) { return device.id == m_device; });
    if (at == m_record.devices.end()) {
        const auto after = std::find_if(m_record.devices.begin(), m_record.devices.end(),
            [this](const DeviceRecord& device) { return m_device >= 0 && (device.id > m_device || device.id < 0); });
        at = m_record.devices.emplace(after);
        at->id = m_device;
        m_devices[m_device];
    }
    return *at;
}

SnapshotBuilder& SnapshotBuilder::stream(std::uint64_t handle)
{
    m_stream = indexIn(m_record.streams, handle);
    return *this;
}

SnapshotBuilder& SnapshotBuilder::pool(PoolName name)
{
    m_pool = indexIn(m_record.pools, name);
    return *this;
}

SnapshotBuilder& SnapshotBuilder::category(std::string_view word)
{
    m_category = word.empty() ? NameId() : m_record.names.intern(word);
    m_anyCategory = true;
    return *this;
}

SnapshotBuilder& SnapshotBuilder::time(std::int64_t us)
{
    m_time = us;
    return *this;
}

StackId SnapshotBuilder::stack(std::initializer_list<std::string_view> frames)
{
    std::vector<FrameId> ids;
    ids.reserve(frames.size());
    for (const std::string_view text : frames) {
        const std::size_t blank = text.find(' ');
        const std::string_view place = text.substr(0, blank);
        const std::size_t colon = place.rfind(':');
        StackFrame frame;
        frame.function
            = m_record.names.intern(blank == std::string_view::npos ? std::string_view() : text.substr(blank + 1));
        frame.file = m_record.names.intern(place.substr(0, colon));
        if (colon != std::string_view::npos)
            frame.line
                = static_cast<std::uint32_t>(std::strtoul(std::string(place.substr(colon + 1)).c_str(), nullptr, 10));
        ids.push_back(m_record.stacks.internFrame(frame));
    }
    return m_record.stacks.intern(ids);
}

SnapshotBuilder& SnapshotBuilder::entry(MemoryAction action, std::uint64_t address, std::uint64_t size, StackId stack)
{
    MemoryEntries& entries = current().entries;
    entries.action.push_back(action);
    entries.address.push_back(address);
    entries.size.push_back(size);
    entries.timeUs.push_back(m_time);
    entries.stack.push_back(stack);
    entries.stream.push_back(m_stream);
    entries.pool.push_back(m_pool);
    if (m_anyCategory) {
        while (entries.category.size() + 1 < entries.count())
            entries.category.push_back(NameId());
        entries.category.push_back(m_category);
    }
    m_time += 10;
    return *this;
}

std::uint64_t SnapshotBuilder::place(std::uint64_t size, StackId stack, bool recorded)
{
    const std::uint64_t rounded = roundUp(size, kSmallest);
    const bool large = rounded > kMiB;
    Device& of = m_devices[m_device];
    for (auto& [start, segment] : of.segments) {
        if (segment.stream != m_stream || segment.pool != m_pool || segment.large != large)
            continue;
        std::uint64_t at = start;
        for (const auto& [address, live] : segment.blocks) {
            if (address - at >= rounded)
                break;
            at = address + roundUp(live.size, kSmallest);
        }
        if (at + rounded <= start + segment.size) {
            segment.blocks[at] = {size, stack, false};
            return at;
        }
    }
    Segment segment;
    segment.size = large ? std::max(kLargeSegment, roundUp(rounded, kSmallSegment)) : kSmallSegment;
    segment.stream = m_stream;
    segment.pool = m_pool;
    segment.large = large;
    const std::uint64_t start = of.next;
    of.next += segment.size + kSmallSegment;
    if (recorded)
        entry(MemoryAction::SegmentAlloc, start, segment.size, stack);
    segment.blocks[start] = {size, stack, false};
    of.segments.emplace(start, std::move(segment));
    return start;
}

std::uint64_t SnapshotBuilder::initial(std::uint64_t size, StackId stack)
{
    return place(size, stack, false);
}

std::uint64_t SnapshotBuilder::alloc(std::uint64_t size, StackId stack)
{
    const std::uint64_t address = place(size, stack, true);
    entry(MemoryAction::Alloc, address, size, stack);
    return address;
}

SnapshotBuilder::Live* SnapshotBuilder::find(std::uint64_t address)
{
    Device& of = m_devices[m_device];
    auto at = of.segments.upper_bound(address);
    if (at == of.segments.begin())
        return nullptr;
    auto& blocks = (--at)->second.blocks;
    const auto block = blocks.find(address);
    return block == blocks.end() ? nullptr : &block->second;
}

SnapshotBuilder& SnapshotBuilder::requestFree(std::uint64_t address, StackId stack)
{
    Live* live = find(address);
    if (live != nullptr)
        live->pending = true;
    return entry(MemoryAction::FreeRequested, address, live != nullptr ? live->size : 0, stack);
}

SnapshotBuilder& SnapshotBuilder::completeFree(std::uint64_t address, StackId stack)
{
    const Live* live = find(address);
    entry(MemoryAction::FreeCompleted, address, live != nullptr ? live->size : 0, stack);
    if (live != nullptr)
        std::prev(m_devices[m_device].segments.upper_bound(address))->second.blocks.erase(address);
    return *this;
}

SnapshotBuilder& SnapshotBuilder::free(std::uint64_t address, StackId stack)
{
    return requestFree(address, stack).completeFree(address, stack);
}

SnapshotBuilder& SnapshotBuilder::releaseCached()
{
    auto& segments = m_devices[m_device].segments;
    for (auto at = segments.begin(); at != segments.end();) {
        if (at->second.blocks.empty()) {
            entry(MemoryAction::SegmentFree, at->first, at->second.size);
            at = segments.erase(at);
        } else {
            ++at;
        }
    }
    return *this;
}

SnapshotBuilder& SnapshotBuilder::oom(std::uint64_t roundedSize, std::uint64_t deviceFree, StackId stack)
{
    current().ooms.push_back({static_cast<std::uint32_t>(entries()), deviceFree});
    return entry(MemoryAction::Oom, 0, roundedSize, stack);
}

SnapshotBuilder& SnapshotBuilder::begin(std::string_view annotation)
{
    m_open[std::string(annotation)] = m_time - 1; // behind the entry before
    return *this;
}

SnapshotBuilder& SnapshotBuilder::end(std::string_view annotation)
{
    const auto open = m_open.find(annotation);
    AnnotationRecord record;
    record.device = m_device;
    record.name = m_record.names.intern(annotation);
    record.startUs = open == m_open.end() ? m_time : open->second;
    record.endUs = m_time - 1; // entries from here on are outside
    m_record.annotations.push_back(record);
    return *this;
}

SnapshotBuilder& SnapshotBuilder::setting(std::string_view key, std::string_view value)
{
    m_record.settings.emplace_back(key, value);
    return *this;
}

std::int32_t SnapshotBuilder::entries() const
{
    const auto at = std::find_if(m_record.devices.begin(), m_record.devices.end(),
        [this](const DeviceRecord& device) { return device.id == m_device; });
    return at == m_record.devices.end() ? 0 : static_cast<std::int32_t>(at->entries.count());
}

void SnapshotBuilder::appendSegments(std::int32_t device, const Device& of)
{
    for (const auto& [start, segment] : of.segments) {
        SegmentRecord record;
        record.device = device;
        record.address = start;
        record.size = segment.size;
        record.stream = segment.stream;
        record.pool = segment.pool;
        record.large = segment.large;
        std::uint64_t at = start;
        const auto upTo = [&record, &at](std::uint64_t end) {
            if (at < end)
                record.blocks.push_back({at, end - at, std::nullopt, BlockState::Inactive, StackId()});
            at = end;
        };
        for (const auto& [address, live] : segment.blocks) {
            upTo(address);
            const std::uint64_t rounded = roundUp(live.size, kSmallest);
            record.blocks.push_back({address, rounded, live.size,
                live.pending ? BlockState::PendingFree : BlockState::Allocated, live.stack});
            at += rounded;
        }
        upTo(start + segment.size);
        m_record.segments.push_back(std::move(record));
    }
}

SnapshotRecord SnapshotBuilder::take()
{
    for (const auto& [device, of] : m_devices)
        appendSegments(device, of);
    std::stable_sort(m_record.annotations.begin(), m_record.annotations.end(),
        [](const AnnotationRecord& a, const AnnotationRecord& b) { return a.startUs < b.startUs; });
    m_devices.clear();
    return std::move(m_record);
}

} // namespace stepscope::tests

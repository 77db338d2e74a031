// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/segment_reader.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::pickle {

using model::BlockRecord;
using model::BlockState;
using model::SegmentRecord;

namespace {

std::optional<BlockState> stateOf(Word word)
{
    switch (word) {
    case Word::active_allocated:
    case Word::active:
        return BlockState::Allocated;
    case Word::active_pending_free:
    case Word::active_awaiting_free:
        return BlockState::PendingFree;
    case Word::inactive:
    case Word::free:
        return BlockState::Inactive;
    default:
        return std::nullopt;
    }
}

} // namespace

void SegmentReader::bad(std::string_view field, Value value)
{
    m_fields.note(
        m_fields.record().diagnostics, fmt::format("segment {}", m_fields.record().segments.size()), field, value);
}

template <class Field, class Read>
void SegmentReader::set(Field& field, std::string_view name, Value value, const Read& read)
{
    if (read)
        field = *read;
    else
        bad(name, value);
}

void SegmentReader::readAll(std::span<const Value> segments, bool host)
{
    for (const Value segment : segments)
        read(segment, host);
}

void SegmentReader::read(Value value, bool host)
{
    ValueArena& arena = m_fields.arena();
    if (!value.is(Kind::Dict) || arena.role(value) != Role::Elements) {
        bad("what should be a segment", value);
        return;
    }
    SegmentRecord segment;
    segment.device = host ? -1 : 0;
    m_blocks = {};
    const std::span<const Value> pairs = arena.elements(value);
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
        if (!readField(segment, FieldReader::word(pairs[i]), pairs[i + 1]))
            m_fields.unknownKey("a segment", pairs[i]);
    }
    if (!arena.find(value, nameOf(Word::total_size)).isSet())
        bad("total_size", {});
    readBlocks(segment, m_blocks);
    arena.replace(value, Role::Used);
    m_fields.record().segments.push_back(std::move(segment));
}

bool SegmentReader::readField(SegmentRecord& segment, Word key, Value value)
{
    switch (key) {
    case Word::device:
        set(segment.device, "device", value, m_fields.device(value));
        return true;
    case Word::address:
        set(segment.address, "address", value, m_fields.address(value));
        return true;
    case Word::total_size:
        set(segment.size, "total_size", value, m_fields.bytes(value));
        return true;
    case Word::stream:
        set(segment.stream, "stream", value, m_fields.stream(value));
        return true;
    case Word::segment_type:
        if (FieldReader::word(value) != Word::large && FieldReader::word(value) != Word::small)
            bad("segment_type", value);
        segment.large = FieldReader::word(value) != Word::small;
        return true;
    case Word::segment_pool_id:
        set(segment.pool, "segment_pool_id", value, m_fields.pool(value));
        return true;
    case Word::is_expandable:
        if (!value.is(Kind::True) && !value.is(Kind::False))
            bad("is_expandable", value);
        segment.expandable = value.is(Kind::True);
        return true;
    case Word::frames:
        set(segment.stack, "frames", value, m_fields.stack(value));
        return true;
    case Word::blocks:
        m_blocks = value;
        return true;
    case Word::allocated_size: // sums over the blocks
    case Word::active_size:
    case Word::requested_size:
        return true;
    default:
        return false;
    }
}

void SegmentReader::readBlocks(SegmentRecord& segment, Value list)
{
    const std::optional<std::vector<Value>> blocks = m_fields.takeList(list);
    if (!blocks) {
        bad("blocks", list);
        return;
    }
    segment.blocks.reserve(blocks->size());
    std::uint64_t nextAddress = segment.address;
    for (const Value element : *blocks)
        readBlock(segment, element, nextAddress);
    const auto byAddress = [](const BlockRecord& a, const BlockRecord& b) { return a.address < b.address; };
    if (!std::is_sorted(segment.blocks.begin(), segment.blocks.end(), byAddress))
        std::stable_sort(segment.blocks.begin(), segment.blocks.end(), byAddress);
}

void SegmentReader::readBlock(SegmentRecord& segment, Value value, std::uint64_t& nextAddress)
{
    ValueArena& arena = m_fields.arena();
    if (!value.is(Kind::Dict) || arena.role(value) != Role::Elements) {
        bad("what should be a block", value);
        return;
    }
    BlockRecord block;
    block.address = nextAddress; // older files: blocks follow each other
    const std::span<const Value> pairs = arena.elements(value);
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
        if (!readBlockField(block, FieldReader::word(pairs[i]), pairs[i + 1]))
            m_fields.unknownKey("a block", pairs[i]);
    }
    for (const Word needed : {Word::size, Word::state}) {
        if (!arena.find(value, nameOf(needed)).isSet())
            bad(fmt::format("the {} of a block", m_fields.record().names.view(nameOf(needed))), {});
    }
    arena.replace(value, Role::Used);
    nextAddress = block.address + block.size;
    segment.blocks.push_back(block);
}

bool SegmentReader::readBlockField(BlockRecord& block, Word key, Value value)
{
    switch (key) {
    case Word::address:
    case Word::addr:
        set(block.address, "the address of a block", value, m_fields.address(value));
        return true;
    case Word::size:
        set(block.size, "the size of a block", value, m_fields.bytes(value));
        return true;
    case Word::requested_size:
        set(block.requested, "the requested_size of a block", value, m_fields.bytes(value));
        return true;
    case Word::state:
        set(block.state, "the state of a block", value, stateOf(FieldReader::word(value)));
        return true;
    case Word::frames:
        set(block.stack, "the frames of a block", value, m_fields.stack(value));
        return true;
    case Word::history:
        readBlockHistory(block, value);
        return true;
    default:
        return false;
    }
}

// PyTorch 1.13: the allocations that have been in the block, the latest first.
void SegmentReader::readBlockHistory(BlockRecord& block, Value list)
{
    if (!list.is(Kind::List)) {
        bad("the history of a block", list);
        return;
    }
    const std::span<const Value> allocations = m_fields.arena().elements(list);
    if (allocations.empty())
        return;
    if (!allocations.front().is(Kind::Dict)) {
        bad("the history of a block", allocations.front());
        return;
    }
    const Value size = m_fields.arena().find(allocations.front(), nameOf(Word::real_size));
    const Value frames = m_fields.arena().find(allocations.front(), nameOf(Word::frames));
    if (!block.requested && size.isSet())
        set(block.requested, "the real_size of a block", size, m_fields.bytes(size));
    if (frames.isSet())
        set(block.stack, "the frames of a block", frames, m_fields.stack(frames));
}

} // namespace stepscope::pickle

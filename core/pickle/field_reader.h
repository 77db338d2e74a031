// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fields of a snapshot from decoded values, with the tables of the record they go into: streams, pools, call stacks,
// texts. Each list of frames is interned once, whoever refers to it. A value of a wrong type gives nothing; the caller
// says where it stood. One thread.

#include "core/model/snapshot_record.h"
#include "core/pickle/value_arena.h"
#include "core/pickle/words.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepscope::pickle {

inline constexpr std::size_t kMaxDevices = 1024; // more cannot be meant

class FieldReader
{
public:
    FieldReader(ValueArena& arena, model::SnapshotRecord& record);

    [[nodiscard]] ValueArena& arena() const { return m_arena; }
    [[nodiscard]] model::SnapshotRecord& record() const { return m_record; }
    [[nodiscard]] static Word word(Value value) { return value.is(Kind::Text) ? wordOf(value.name()) : Word::Other; }
    [[nodiscard]] std::string_view view(Value text) const { return m_record.names.view(text.name()); }

    [[nodiscard]] std::optional<std::uint64_t> address(Value value) const { return m_arena.bitsOf(value); }
    [[nodiscard]] std::optional<std::uint64_t> bytes(Value value) const; // not negative
    [[nodiscard]] std::optional<std::int64_t> integer(Value value) const { return m_arena.signedOf(value); }
    [[nodiscard]] std::optional<std::int32_t> device(Value value) const;
    [[nodiscard]] std::optional<model::StreamIndex> stream(Value value);
    [[nodiscard]] std::optional<model::PoolIndex> pool(Value value);
    // Invalid for an empty list and for None; nothing when it is no list of frames. Frames that are none are left out.
    [[nodiscard]] std::optional<StackId> stack(Value value);
    // The same of a list of texts, each of which is the function of a frame.
    [[nodiscard]] std::optional<StackId> textStack(Value value);
    // The elements of a list, which counts once: nothing when it is none or was taken before. So time and memory do not
    // grow with how often a file refers to one list.
    [[nodiscard]] std::optional<std::vector<Value>> takeList(Value list);
    // A text or None (invalid), else nothing.
    [[nodiscard]] std::optional<NameId> text(Value value) const;
    // The same, where "" and "N/A" are the writer's words for none.
    [[nodiscard]] std::optional<NameId> textOrNone(Value value) const;

    // Lists a key nobody reads, once. `where`: "an entry".
    void unknownKey(std::string_view where, Value key);
    void note(Diagnostics& diagnostics, std::string_view where, std::string_view field, Value value) const;
    [[nodiscard]] static std::string_view describe(Value value); // for people: "a list"

private:
    std::optional<FrameId> frame(Value value);
    NameId frameText(Value value);
    std::uint32_t lineNumber(Value value);
    void fxNote(NameId& note, Value value);
    std::optional<StackId> stackOf(Value value, bool texts);
    StackId internFrames(std::span<const Value> frames, bool texts);

    ValueArena& m_arena;
    model::SnapshotRecord& m_record;
    std::unordered_map<std::uint64_t, model::StreamIndex> m_streams;
    std::uint64_t m_lastStream = 0; // and its index: nearly all entries are on one
    model::StreamIndex m_lastStreamIndex = 0;
    std::map<model::PoolName, model::PoolIndex> m_pools;
    Value m_lastPool;
    model::PoolIndex m_lastPoolIndex = 0;
    struct KnownStack // of one sequence of frame objects
    {
        std::size_t begin = 0; // in m_sequences
        std::size_t count = 0;
        StackId stack;
    };
    std::array<KnownStack, 8192> m_knownStacks; // by hash
    std::vector<Value> m_sequences;
    std::vector<FrameId> m_frames;
    std::vector<std::pair<std::string_view, Value>> m_unknownKeys;
};

} // namespace stepscope::pickle

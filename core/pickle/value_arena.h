// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Owns what decoded values point at: the elements of lists, tuples and dictionaries, and wide numbers. Nothing is
// allocated for a single object; space given back by release() is used again for objects of the same size.
//
// An object is frozen once it is an element of another one and can then no longer change. Pickles of real data are
// written that way (an object is complete before something holds it), and it makes cycles impossible: whoever would
// close one changes a frozen object and is refused. Depth is limited, so recursion over values is safe. One thread.

#include "core/pickle/value.h"
#include "core/util/column.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::pickle {

enum class ArenaRefusal : std::uint8_t
{
    None,
    Frozen,
    TooDeep,
    TooMany
};

// What an object stands for once a reader has made something of it: a number of that kind is in its place.
enum class Role : std::uint8_t
{
    Elements, // itself
    Frame,    // a dictionary, as FrameId
    Stack,    // a list of frames, as StackId
    History,  // a list of entries, as its number
    Used,     // a dictionary whose fields have been read: it counts once
};

class ValueArena
{
public:
    static constexpr unsigned kMaxDepth = 64;

    // Is asked about elements that come into a list before they are stored. One that takes them keeps what it needs;
    // the list then stays empty of them.
    class ElementTaker
    {
    public:
        virtual ~ElementTaker() = default;
        virtual bool takeElements(Value list, std::span<const Value> elements) = 0;
    };
    // Objects, their elements, values under construction and memo slots are limited to this many each. What is packed a
    // thousand to one can ask for much more than its file explains; std::bad_alloc is thrown then.
    void setLimit(std::size_t values) { m_limit = std::min<std::size_t>(values, kNoSpace); }
    [[nodiscard]] std::size_t limit() const { return m_limit; }

    void setElementTaker(ElementTaker* taker) { m_taker = taker; }

    [[nodiscard]] Value integer(std::int64_t value);
    [[nodiscard]] Value unsignedInteger(std::uint64_t value);
    [[nodiscard]] Value real(double value);
    [[nodiscard]] Value list() { return object(Kind::List); }
    [[nodiscard]] Value dict() { return object(Kind::Dict); }
    [[nodiscard]] Value emptyTuple() { return object(Kind::Tuple); }
    // Adds elements to a list, or keys and values in turn to a dictionary.
    [[nodiscard]] ArenaRefusal extend(Value object, std::span<const Value> elements);
    [[nodiscard]] std::size_t objectCount() const { return m_nodes.size(); }

    // Elements of an object; keys and values in turn of a dictionary. Valid until something is added to the arena.
    [[nodiscard]] std::span<const Value> elements(Value object) const
    {
        const Node& node = m_nodes[object.index()];
        return node.role == Role::Elements ? std::span(m_items.data() + node.begin, node.count)
                                           : std::span<const Value> {};
    }
    // The last value of the key, as in Python; unset when it has none, and for dictionaries of more than kMaxSearched
    // keys, which no snapshot has: many could share one of millions.
    static constexpr std::size_t kMaxSearched = 256;
    [[nodiscard]] Value find(Value dict, NameId key) const;
    [[nodiscard]] std::optional<std::int64_t> signedOf(Value value) const; // of whole numbers within int64
    // Of whole numbers from -2^63 to 2^64 - 1; the negative ones by their bits: some writers have no unsigned numbers.
    [[nodiscard]] std::optional<std::uint64_t> bitsOf(Value value) const;
    [[nodiscard]] std::optional<double> realOf(Value value) const;

    // Puts what was made of the object in the place of its elements, which are given back.
    void replace(Value object, Role role, std::uint32_t number = 0);
    [[nodiscard]] Role role(Value object) const { return m_nodes[object.index()].role; }
    [[nodiscard]] std::optional<std::uint32_t> replacement(Value object, Role role) const
    {
        const Node& node = m_nodes[object.index()];
        return node.role == role ? std::optional(node.begin) : std::nullopt;
    }

private:
    struct Node
    {
        std::uint32_t begin = 0; // into m_items, or the number that replaced them
        std::uint32_t count = 0;
        std::uint32_t capacity = 0;
        std::uint8_t depth = 1;
        bool frozen = false;
        Role role = Role::Elements;
    };
    static constexpr std::size_t kReusedSizes = 512; // larger runs are not used again

    Value object(Kind kind);
    [[nodiscard]] ArenaRefusal adopt(Node& parent, std::span<const Value> elements);
    std::uint32_t allocate(std::uint32_t count); // kNoSpace when there are too many
    void giveBack(const Node& node);
    static constexpr std::uint32_t kNoSpace = 0xffffffffU;

    std::size_t m_limit = kNoSpace;
    ElementTaker* m_taker = nullptr;
    Column<Node> m_nodes;
    Column<Value> m_items;
    Column<std::uint64_t> m_wide; // by their bits: int64, uint64 or double
    std::array<std::vector<std::uint32_t>, kReusedSizes> m_free;
};

} // namespace stepscope::pickle

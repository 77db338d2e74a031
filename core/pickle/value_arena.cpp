// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/value_arena.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace stepscope::pickle {
namespace {

constexpr std::int64_t kSmallest = -(std::int64_t {1} << 59U);
constexpr std::int64_t kLargest = -(kSmallest + 1);

} // namespace

Value ValueArena::integer(std::int64_t value)
{
    if (value >= kSmallest && value <= kLargest)
        return {Kind::Int, static_cast<std::uint64_t>(value)};
    m_wide.push_back(static_cast<std::uint64_t>(value));
    return {Kind::WideInt, m_wide.size() - 1};
}

Value ValueArena::unsignedInteger(std::uint64_t value)
{
    if (value <= INT64_MAX)
        return integer(static_cast<std::int64_t>(value));
    m_wide.push_back(value);
    return {Kind::WideUnsigned, m_wide.size() - 1};
}

Value ValueArena::real(double value)
{
    m_wide.push_back(std::bit_cast<std::uint64_t>(value));
    return {Kind::Real, m_wide.size() - 1};
}

Value ValueArena::object(Kind kind)
{
    if (m_nodes.size() >= m_limit)
        throw std::bad_alloc();
    m_nodes.push_back({});
    return {kind, m_nodes.size() - 1};
}

ArenaRefusal ValueArena::adopt(Node& parent, std::span<const Value> elements)
{
    unsigned deepest = 0;
    for (const Value element : elements) {
        if (!element.isObject())
            continue;
        Node& child = m_nodes[element.index()];
        child.frozen = true;
        deepest = std::max<unsigned>(deepest, child.depth);
    }
    if (parent.frozen) // also by the loop above: it was to hold itself
        return ArenaRefusal::Frozen;
    if (deepest >= kMaxDepth)
        return ArenaRefusal::TooDeep;
    parent.depth = std::max(parent.depth, static_cast<std::uint8_t>(deepest + 1));
    return ArenaRefusal::None;
}

ArenaRefusal ValueArena::extend(Value object, std::span<const Value> elements)
{
    Node& node = m_nodes[object.index()];
    if (const ArenaRefusal refusal = adopt(node, elements); refusal != ArenaRefusal::None)
        return refusal;
    if (m_taker != nullptr && object.is(Kind::List) && m_taker->takeElements(object, elements))
        return ArenaRefusal::None;
    if (node.role != Role::Elements) // was read already, so it is part of something that was
        return ArenaRefusal::Frozen;
    const std::size_t count = node.count + elements.size();
    if (count >= kNoSpace)
        return ArenaRefusal::TooMany;
    if (count > node.capacity) {
        const std::size_t wanted = node.count == 0 ? count : std::max<std::size_t>(count, node.count * std::size_t {2});
        const auto capacity = static_cast<std::uint32_t>(std::min<std::size_t>(wanted, kNoSpace - 1));
        const std::uint32_t begin = allocate(capacity);
        if (begin == kNoSpace)
            return ArenaRefusal::TooMany;
        std::copy_n(m_items.data() + node.begin, node.count, m_items.data() + begin);
        giveBack(node);
        node.begin = begin;
        node.capacity = capacity;
    }
    std::copy(elements.begin(), elements.end(), m_items.data() + node.begin + node.count);
    node.count = static_cast<std::uint32_t>(count);
    return ArenaRefusal::None;
}

std::uint32_t ValueArena::allocate(std::uint32_t count)
{
    if (count < kReusedSizes && !m_free[count].empty()) {
        const std::uint32_t begin = m_free[count].back();
        m_free[count].pop_back();
        return begin;
    }
    const std::size_t begin = m_items.size();
    const std::size_t end = begin + count;
    if (end >= m_limit)
        return kNoSpace;
    if (end > m_items.capacity())
        m_items.reserve(std::max(end, m_items.capacity() * 2));
    m_items.resize(end);
    return static_cast<std::uint32_t>(begin);
}

void ValueArena::giveBack(const Node& node)
{
    if (node.capacity > 0 && node.capacity < kReusedSizes)
        m_free[node.capacity].push_back(node.begin);
}

void ValueArena::replace(Value object, Role role, std::uint32_t number)
{
    Node& node = m_nodes[object.index()];
    if (node.role == Role::Elements)
        giveBack(node);
    node.role = role;
    node.begin = number;
    node.count = 0;
    node.capacity = 0;
}

Value ValueArena::find(Value dict, NameId key) const
{
    const std::span<const Value> pairs = elements(dict);
    const Value wanted(Kind::Text, key.value);
    if (pairs.size() > 2 * kMaxSearched)
        return {};
    for (std::size_t i = pairs.size(); i >= 2; i -= 2) {
        if (pairs[i - 2] == wanted)
            return pairs[i - 1];
    }
    return {};
}

std::optional<std::int64_t> ValueArena::signedOf(Value value) const
{
    if (value.is(Kind::Int))
        return value.smallInt();
    if (value.is(Kind::WideInt))
        return static_cast<std::int64_t>(m_wide[value.index()]);
    if (!value.is(Kind::Real))
        return std::nullopt;
    const double number = *realOf(value);
    constexpr double kLimit = 9.2e18;
    if (!(std::abs(number) < kLimit) || number != std::floor(number))
        return std::nullopt;
    return static_cast<std::int64_t>(number);
}

std::optional<std::uint64_t> ValueArena::bitsOf(Value value) const
{
    if (value.is(Kind::WideUnsigned))
        return m_wide[value.index()];
    const std::optional<std::int64_t> number = signedOf(value);
    return number ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

std::optional<double> ValueArena::realOf(Value value) const
{
    if (value.is(Kind::Real))
        return std::bit_cast<double>(m_wide[value.index()]);
    if (value.is(Kind::WideUnsigned))
        return static_cast<double>(m_wide[value.index()]);
    if (const std::optional<std::int64_t> number = signedOf(value))
        return static_cast<double>(*number);
    return std::nullopt;
}

} // namespace stepscope::pickle

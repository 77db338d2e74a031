// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One decoded value of a pickle or JSON text in 8 bytes: 4 bits say what it is, 60 bits are the value or an index into
// the arena that made it (value_arena.h). Texts are ids in the string pool of the snapshot. Plain data.

#include "core/util/ids.h"

#include <cstdint>

namespace stepscope::pickle {

enum class Kind : std::uint8_t
{
    Unset, // zero bits: a memo slot nobody has filled
    None,
    False,
    True,
    Int,          // fits 60 bits
    WideInt,      // index of an int64
    WideUnsigned, // index of a uint64 of at least 2^63
    Digits,       // an integer beyond 64 bits, as text
    Real,         // index of a double
    Text,
    List,
    Tuple,
    Dict,
    Container, // a harmless class that was named but not called yet; see harmless_classes.h
};

class Value
{
public:
    constexpr Value() = default;
    constexpr Value(Kind kind, std::uint64_t payload)
        : m_bits((payload << kKindBits) | static_cast<std::uint64_t>(kind))
    {
    }
    [[nodiscard]] static constexpr Value boolean(bool value) { return {value ? Kind::True : Kind::False, 0}; }
    [[nodiscard]] static constexpr Value none() { return {Kind::None, 0}; }

    [[nodiscard]] constexpr Kind kind() const { return static_cast<Kind>(m_bits & kKindMask); }
    [[nodiscard]] constexpr bool is(Kind kind) const { return this->kind() == kind; }
    [[nodiscard]] constexpr bool isSet() const { return m_bits != 0; }
    [[nodiscard]] constexpr bool isObject() const // has elements
    {
        return is(Kind::List) || is(Kind::Tuple) || is(Kind::Dict);
    }
    [[nodiscard]] constexpr std::uint64_t payload() const { return m_bits >> kKindBits; }
    [[nodiscard]] constexpr std::int64_t smallInt() const { return static_cast<std::int64_t>(m_bits) >> kKindBits; }
    [[nodiscard]] constexpr std::uint32_t index() const { return static_cast<std::uint32_t>(payload()); }
    [[nodiscard]] constexpr NameId name() const { return NameId(index()); } // of Text and Digits
    friend constexpr bool operator==(Value, Value) = default;

private:
    static constexpr unsigned kKindBits = 4;
    static constexpr std::uint64_t kKindMask = 15;
    std::uint64_t m_bits = 0;
};
static_assert(sizeof(Value) == 8);

} // namespace stepscope::pickle

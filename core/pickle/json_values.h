// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads a JSON text into values, as PickleMachine does a pickle. Long lists are handed to the arena in batches, so a
// history never exists as objects. Strict, but for what Python's json module writes (NaN, Infinity) and for what is
// wrong inside strings, which is repaired and counted. Time O(bytes). One thread.

#include "core/pickle/byte_window.h"
#include "core/pickle/value_stack.h"
#include "core/util/diagnostics.h"
#include "core/util/string_pool.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope::pickle {

struct JsonResult
{
    Value root;
    bool cut = false; // the text ended early; root is what was read until then, unset when nothing was
};

class JsonValues
{
public:
    enum class Fractions : bool
    {
        AsNumbers,
        AsText // Kind::Digits: for who must not round
    };
    JsonValues(ByteWindow& input, ValueArena& arena, StringPool& names, Diagnostics& diagnostics,
        Fractions fractions = Fractions::AsNumbers);

    // Errors: NotATrace (not JSON; says which byte), and those of the input.
    [[nodiscard]] Expected<JsonResult> run();

private:
    enum class Expect : std::uint8_t
    {
        Value,
        ValueOrEnd, // after [
        Key,
        KeyOrEnd, // after {
        CommaOrEnd,
        Nothing // the root is complete
    };
    bool step(); // false: at the end, cut or failed
    bool value(char first);
    bool key();
    bool open(char bracket);
    bool close(char bracket);
    bool comma();
    bool flush(); // what lies above the mark goes into its object
    bool scalar();
    bool number(std::string_view text);
    std::optional<Value> string();
    std::optional<char> peek(); // the next character that is no blank
    bool failed(std::string_view what);
    bool cut();
    [[nodiscard]] Value owner() const { return m_stack[m_stack.floor() - 1]; }

    ByteWindow& m_input;
    ValueArena& m_arena;
    StringPool& m_names;
    Diagnostics& m_diagnostics;
    Fractions m_fractions;
    ValueStack m_stack;
    Expect m_expect = Expect::Value;
    bool m_cut = false;
    std::optional<Error> m_error;
};

} // namespace stepscope::pickle

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The fields of one event as token texts, found in one walk over its tokens. Nothing is decoded here.

#include "core/json/token_walk.h"
#include "core/util/diagnostics.h"

#include <cstdint>
#include <string_view>

namespace stepscope::json {

// A field's value as it stands: contents of a string (still escaped) or the text of a scalar.
struct FieldValue
{
    std::string_view text;
    bool present = false;
    bool quoted = false;
};

// Counts odd scalars of one event's tokens, and sees where the recorded arguments of an operator stand.
struct OddScalarCounter
{
    Diagnostics* diagnostics = nullptr;
    const char* text = nullptr;
    std::uint64_t textOffset = 0;
    const std::uint32_t* inputDims = nullptr; // tokens of the last lists of these names
    const std::uint32_t* concreteInputs = nullptr;

    void oddScalar(const OddScalar& odd) const
    {
        const auto kind = odd.bare ? DiagnosticKind::nonfinite_number : DiagnosticKind::int_out_of_range;
        const auto offset = static_cast<std::int64_t>(textOffset + odd.position);
        diagnostics->add(kind, offset,
            diagnostics->wantsSample(kind, offset) ? std::string(text + odd.position, odd.length) : std::string());
    }
    void listMember(std::string_view key, const std::uint32_t* token)
    {
        if (key == "Input Dims" || key == "Input dims") // of today, and of 2021
            inputDims = token;
        else if (key == "Concrete Inputs")
            concreteInputs = token;
    }
};

using EventWalk = TokenWalk<OddScalarCounter>;

struct EventFields
{
    FieldValue name, category, pid, tid, ts, dur, id, bindId, scope, instantScope;
    char phase = '\0';           // 0: none, or not one character
    bool bindsEnclosing = false; // bp: "e"
    bool flowIn = false;
    bool flowOut = false;
    const std::uint32_t* args = nullptr;      // token of the arguments object
    const std::uint32_t* inputDims = nullptr; // tokens of the lists of these names in the arguments
    const std::uint32_t* concreteInputs = nullptr;
    const std::uint32_t* id2 = nullptr;

    // Reads the object the walk stands on, and advances behind it. False: not strict JSON.
    bool read(EventWalk& walk);

private:
    bool readField(EventWalk& walk, std::string_view key);
    bool readArgs(EventWalk& walk);
};

} // namespace stepscope::json

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The few classes a pickle may name without being refused: plain containers, which are read as data. Nothing is looked
// up and nothing is called. All else that a pickle names would be code.

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepscope::pickle {

enum class HarmlessClass : std::uint8_t
{
    Dict,      // called with no argument (or, defaultdict, with the class of its values): an empty dictionary
    Sequence,  // called with one list or tuple: those elements
    ValueClass // the class of a defaultdict's values; never called
};

[[nodiscard]] std::optional<HarmlessClass> harmlessClass(std::string_view module, std::string_view name);

} // namespace stepscope::pickle

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/harmless_classes.h"

#include <algorithm>
#include <array>

namespace stepscope::pickle {

std::optional<HarmlessClass> harmlessClass(std::string_view module, std::string_view name)
{
    struct Known
    {
        std::string_view module;
        std::string_view name;
        HarmlessClass what;
    };
    // __builtin__ is the name of builtins in pickles of protocol 0 to 2.
    static constexpr std::array<Known, 18> kKnown {{
        {"collections", "OrderedDict", HarmlessClass::Dict},
        {"collections", "defaultdict", HarmlessClass::Dict},
        {"torch", "Size", HarmlessClass::Sequence},
        {"torch.jit._pickle", "build_intlist", HarmlessClass::Sequence},
        {"torch.jit._pickle", "build_tensorlist", HarmlessClass::Sequence},
        {"torch.jit._pickle", "build_doublelist", HarmlessClass::Sequence},
        {"torch.jit._pickle", "build_boollist", HarmlessClass::Sequence},
        {"builtins", "set", HarmlessClass::Sequence},
        {"builtins", "frozenset", HarmlessClass::Sequence},
        {"__builtin__", "set", HarmlessClass::Sequence},
        {"__builtin__", "frozenset", HarmlessClass::Sequence},
        {"builtins", "list", HarmlessClass::ValueClass},
        {"builtins", "dict", HarmlessClass::ValueClass},
        {"builtins", "int", HarmlessClass::ValueClass},
        {"builtins", "float", HarmlessClass::ValueClass},
        {"__builtin__", "list", HarmlessClass::ValueClass},
        {"__builtin__", "dict", HarmlessClass::ValueClass},
        {"__builtin__", "int", HarmlessClass::ValueClass},
    }};
    const auto* const known = std::find_if(kKnown.begin(), kKnown.end(),
        [module, name](const Known& entry) { return entry.module == module && entry.name == name; });
    return known == kKnown.end() ? std::nullopt : std::optional(known->what);
}

} // namespace stepscope::pickle

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/memory_category.h"

#include <array>

namespace stepscope::analysis {
namespace {

constexpr std::array<const char*, kMemoryCategories> kNames {"parameter", "optimizer state", "input", "temporary",
    "activation", "gradient", "autograd detail", "communication", "KV cache", "other"};

char folded(char c)
{
    return c == '_' || c == '-' ? ' ' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same(std::string_view word, std::string_view name)
{
    if (word.size() != name.size())
        return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (folded(word[i]) != folded(name[i]))
            return false;
    }
    return true;
}

} // namespace

const char* memoryCategoryName(MemoryCategory category)
{
    return kNames[static_cast<std::size_t>(category)];
}

std::optional<MemoryCategory> memoryCategoryOf(std::string_view word)
{
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (same(word, kNames[i]))
            return static_cast<MemoryCategory>(i);
    }
    return std::nullopt;
}

} // namespace stepscope::analysis

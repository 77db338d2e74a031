// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Positions of all structural characters ({ } [ ] : ,) and of the first character of each string and scalar of a JSON
// text, found by simdjson's first stage (SIMD, gigabytes a second). That stage also proves that all bytes are UTF-8,
// that no string holds a raw control character and that all strings are closed; grammar is checked by who walks the
// tokens. Owned and used by one thread; memory is kept from text to text.

#include <cstdint>
#include <memory>
#include <span>

namespace stepscope::json {

inline constexpr std::size_t kTextPadding = 64; // readable bytes needed behind the text

class StructuralIndex
{
public:
    StructuralIndex();
    ~StructuralIndex();
    StructuralIndex(const StructuralIndex&) = delete;
    StructuralIndex& operator=(const StructuralIndex&) = delete;

    // Indexes text[0, size), which must be followed by kTextPadding readable bytes. False when the text breaks one of
    // the promises above. An empty or blank text gives true and no tokens.
    [[nodiscard]] bool build(const char* text, std::size_t size);
    // Token positions, ascending; two sentinels equal to the size follow behind the span.
    [[nodiscard]] std::span<const std::uint32_t> tokens() const { return m_tokens; }

private:
    struct Stage1;
    std::unique_ptr<Stage1> m_stage1;
    std::span<const std::uint32_t> m_tokens;
};

// True when every escape in the text's strings is one that JSON knows and no \u escape is half a surrogate pair.
[[nodiscard]] bool escapesAreValid(const char* text, std::size_t size);

} // namespace stepscope::json

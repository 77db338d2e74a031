// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/structural_index.h"

#include <array>
#include <cstring>
#include <simdjson.h>

namespace stepscope::json {
namespace {

constexpr std::array<std::uint32_t, 2> kNoTokens {0, 0};

// Value of four hex digits, or -1.
int hex4(const char* at)
{
    int value = 0;
    for (int i = 0; i < 4; ++i) {
        const char c = at[i];
        const int digit = c >= '0' && c <= '9' ? c - '0'
            : c >= 'a' && c <= 'f'             ? c - 'a' + 10
            : c >= 'A' && c <= 'F'             ? c - 'A' + 10
                                               : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

// Length of the valid escape that starts at the backslash `at`, or 0.
std::size_t escapeLength(const char* at, const char* end)
{
    if (end - at < 2)
        return 0;
    if (std::strchr("\"\\/bfnrt", at[1]) != nullptr && at[1] != '\0')
        return 2;
    if (at[1] != 'u' || end - at < 6)
        return 0;
    const int unit = hex4(at + 2);
    if (unit < 0 || (unit >= 0xDC00 && unit <= 0xDFFF))
        return 0;
    if (unit < 0xD800 || unit > 0xDBFF)
        return 6;
    if (end - at < 12 || at[6] != '\\' || at[7] != 'u')
        return 0;
    const int low = hex4(at + 8);
    return low >= 0xDC00 && low <= 0xDFFF ? 12 : 0;
}

} // namespace

struct StructuralIndex::Stage1
{
    std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
};

StructuralIndex::StructuralIndex()
    : m_stage1(std::make_unique<Stage1>())
{
}

StructuralIndex::~StructuralIndex() = default;

bool StructuralIndex::build(const char* text, std::size_t size)
{
    m_tokens = {kNoTokens.data(), 0};
    if (size >= simdjson::SIMDJSON_MAXSIZE_BYTES)
        return false;
    if (!m_stage1->parser || m_stage1->parser->capacity() <= size) {
        const std::size_t capacity = size + size / 4 + 4096;
        if (simdjson::get_active_implementation()->create_dom_parser_implementation(
                capacity, simdjson::DEFAULT_MAX_DEPTH, m_stage1->parser)
            != simdjson::SUCCESS)
            return false;
    }
    const auto error
        = m_stage1->parser->stage1(reinterpret_cast<const std::uint8_t*>(text), size, simdjson::stage1_mode::regular);
    if (error == simdjson::EMPTY)
        return true;
    if (error != simdjson::SUCCESS)
        return false;
    m_tokens = {m_stage1->parser->structural_indexes.get(), m_stage1->parser->n_structural_indexes};
    return true;
}

bool escapesAreValid(const char* text, std::size_t size)
{
    const char* const end = text + size;
    const char* at = text;
    while (at < end) {
        at = static_cast<const char*>(std::memchr(at, '\\', static_cast<std::size_t>(end - at)));
        if (at == nullptr)
            return true;
        const std::size_t length = escapeLength(at, end);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

} // namespace stepscope::json

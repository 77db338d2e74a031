// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/structural_index.h"

#include "core/json/utf8.h"

#include <array>
#include <cstring>
#include <simdjson.h>

namespace stepscope::json {
namespace {

constexpr std::array<std::uint32_t, 2> kNoTokens {0, 0};

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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/args_provider.h"
#include "core/util/json_text.h"

#include <algorithm>

namespace stepscope::model {
namespace {

void append(const ArgValue& value, std::string& out)
{
    switch (value.kind) {
    case ArgValue::Kind::String:
        out += quoteJson(value.text);
        return;
    case ArgValue::Kind::Array:
    case ArgValue::Kind::Object:
        break;
    default:
        out += value.text;
        return;
    }
    const bool object = value.kind == ArgValue::Kind::Object;
    out += object ? '{' : '[';
    bool first = true;
    for (const auto& [key, member] : value.members) {
        if (!first)
            out += ", ";
        first = false;
        if (object)
            out.append(quoteJson(key)).append(": ");
        append(member, out);
    }
    out += object ? '}' : ']';
}

} // namespace

ArgValue::ArgValue() = default;
ArgValue::~ArgValue() = default;
ArgValue::ArgValue(const ArgValue& other) = default;
ArgValue::ArgValue(ArgValue&& other) noexcept = default;
ArgValue& ArgValue::operator=(const ArgValue& other) = default;
ArgValue& ArgValue::operator=(ArgValue&& other) noexcept = default;

const ArgValue* ArgValue::find(std::string_view key) const
{
    const auto found = std::find_if(members.rbegin(), members.rend(), [&](const auto& m) { return m.first == key; });
    return found == members.rend() ? nullptr : &found->second;
}

std::string ArgValue::toText() const
{
    std::string out;
    append(*this, out);
    return out;
}

} // namespace stepscope::model

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/value_reader.h"

#include "core/json/event_fields.h"
#include "core/json/sanitizer.h"
#include "core/json/structural_index.h"
#include "core/json/utf8.h"
#include "core/util/json_text.h"

#include <vector>

namespace stepscope::json {
namespace {

using model::ArgValue;

struct IgnoreOddScalars
{
    void oddScalar(const OddScalar&) const { }
};
using ValueWalk = TokenWalk<IgnoreOddScalars>;

constexpr int kMaxDepth = 512; // as deep as the walk goes

// A copy with the padding the structural index needs.
std::string padded(std::string_view text)
{
    std::string copy;
    copy.reserve(text.size() + kTextPadding);
    copy.append(text);
    copy.append(kTextPadding, ' ');
    return copy;
}

bool readInto(ValueWalk& walk, ArgValue& value, int depth);

bool readMembers(ValueWalk& walk, ArgValue& value, int depth)
{
    const bool object = value.kind == ArgValue::Kind::Object;
    const char closing = object ? '}' : ']';
    walk.advance();
    if (walk.take(closing))
        return true;
    do {
        std::string_view key;
        if (object && !walk.takeKey(key))
            return false;
        value.members.emplace_back(unescapeJson(key), ArgValue {});
        if (!readInto(walk, value.members.back().second, depth + 1))
            return false;
    } while (walk.take(','));
    return walk.take(closing);
}

bool readInto(ValueWalk& walk, ArgValue& value, int depth)
{
    if (walk.atEnd() || depth > kMaxDepth)
        return false;
    const char c = walk.peek();
    if (c == '{' || c == '[') {
        value.kind = c == '{' ? ArgValue::Kind::Object : ArgValue::Kind::Array;
        return readMembers(walk, value, depth);
    }
    if (c == '"') {
        std::string_view contents;
        value.kind = ArgValue::Kind::String;
        if (!walk.takeString(contents))
            return false;
        value.text = unescapeJson(contents);
        return true;
    }
    value.text = walk.scalarText();
    if (value.text == "true" || value.text == "false")
        value.kind = ArgValue::Kind::Bool;
    else if (value.text == "null")
        value.kind = ArgValue::Kind::Null;
    else if (value.text.find_first_not_of("0123456789+-.eE") == std::string::npos)
        value.kind = ArgValue::Kind::Number;
    else
        value.kind = ArgValue::Kind::Bare;
    return walk.skipValue();
}

} // namespace

std::optional<ArgValue> readValue(std::string_view text)
{
    const std::string copy = padded(text);
    StructuralIndex index;
    if (!index.build(copy.data(), text.size()) || !escapesAreValid(copy.data(), text.size()))
        return std::nullopt;
    IgnoreOddScalars ignore;
    const auto tokens = index.tokens();
    ValueWalk walk(copy.data(), tokens.data(), tokens.data() + tokens.size(), ignore);
    ArgValue value;
    if (!readInto(walk, value, 0) || !walk.atEnd())
        return std::nullopt;
    return value;
}

std::optional<std::string> checkValue(std::string_view text, std::uint64_t offset, Diagnostics& diagnostics)
{
    const std::string copy = padded(text);
    StructuralIndex index;
    if (index.build(copy.data(), text.size()) && escapesAreValid(copy.data(), text.size())) {
        Diagnostics found;
        OddScalarCounter odd {&found, copy.data(), offset};
        const auto tokens = index.tokens();
        EventWalk walk(copy.data(), tokens.data(), tokens.data() + tokens.size(), odd);
        if (walk.skipValue() && walk.atEnd()) {
            diagnostics.merge(found);
            return std::string(text);
        }
    }
    LookAhead lookAhead;
    SanitizedObject clean = sanitizeObject(text, 0, ObjectIs::AnyValue, lookAhead);
    if (clean.status != SanitizedObject::Status::Complete || clean.end != text.size())
        return std::nullopt;
    for (const Anomaly& anomaly : clean.anomalies)
        diagnostics.add(anomaly.kind, static_cast<std::int64_t>(offset + anomaly.offset), visibleText(anomaly.detail));
    return std::move(clean.json);
}

} // namespace stepscope::json

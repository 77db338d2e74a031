// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/event_fields.h"

#include <cstring>

namespace stepscope::json {
namespace {

template <bool IsTime = false> bool readScalar(EventWalk& walk, FieldValue& value)
{
    value.present = true;
    value.quoted = walk.peek() == '"';
    if (value.quoted)
        return walk.takeString(value.text);
    if (walk.peek() == '{' || walk.peek() == '[') {
        value.present = false; // an object where a scalar should be says nothing
        return walk.skipValue();
    }
    if (walk.atEnd())
        return false;
    value.text = walk.scalarText();
    return IsTime ? walk.skipTime() : walk.skipValue();
}

bool readChar(EventWalk& walk, char& character)
{
    FieldValue value;
    if (!readScalar(walk, value))
        return false;
    character = value.quoted && value.text.size() == 1 ? value.text[0] : '\0';
    return true;
}

bool readFlag(EventWalk& walk, bool& flag)
{
    FieldValue value;
    if (!readScalar(walk, value))
        return false;
    flag = value.present && value.text != "false" && value.text != "0";
    return true;
}

template <std::size_t N> bool equals(std::string_view key, const char (&word)[N])
{
    return std::memcmp(key.data(), word, N - 1) == 0; // the caller has compared the length
}

} // namespace

bool EventFields::read(EventWalk& walk)
{
    if (!walk.take('{'))
        return false;
    if (walk.take('}'))
        return true;
    std::string_view key;
    for (;;) {
        if (!walk.takeKey(key) || !readField(walk, key))
            return false;
        if (walk.take(','))
            continue;
        return walk.take('}');
    }
}

bool EventFields::readArgs(EventWalk& walk)
{
    args = walk.position();
    walk.sink().inputDims = walk.sink().concreteInputs = nullptr;
    const bool ok = walk.skipValue();
    inputDims = walk.sink().inputDims;
    concreteInputs = walk.sink().concreteInputs;
    return ok;
}

bool EventFields::readField(EventWalk& walk, std::string_view key)
{
    switch (key.size()) {
    case 1:
        if (equals(key, "s"))
            return readScalar(walk, instantScope);
        break;
    case 2:
        if (equals(key, "ph"))
            return readChar(walk, phase);
        if (equals(key, "ts"))
            return readScalar<true>(walk, ts);
        if (equals(key, "id"))
            return readScalar(walk, id);
        if (equals(key, "bp")) {
            FieldValue value;
            const bool ok = readScalar(walk, value);
            bindsEnclosing = value.text == "e";
            return ok;
        }
        break;
    case 3:
        if (equals(key, "cat"))
            return readScalar(walk, category);
        if (equals(key, "pid"))
            return readScalar(walk, pid);
        if (equals(key, "tid"))
            return readScalar(walk, tid);
        if (equals(key, "dur"))
            return readScalar<true>(walk, dur);
        if (equals(key, "id2")) {
            id2 = walk.position();
            return walk.skipValue();
        }
        break;
    case 4:
        if (equals(key, "name"))
            return readScalar(walk, name);
        if (equals(key, "args"))
            return readArgs(walk);
        break;
    case 5:
        if (equals(key, "scope"))
            return readScalar(walk, scope);
        break;
    case 7:
        if (equals(key, "bind_id"))
            return readScalar(walk, bindId);
        if (equals(key, "flow_in"))
            return readFlag(walk, flowIn);
        break;
    case 8:
        if (equals(key, "flow_out"))
            return readFlag(walk, flowOut);
        break;
    default:
        break;
    }
    return walk.skipValue();
}

} // namespace stepscope::json

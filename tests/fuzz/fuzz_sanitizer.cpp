// SPDX-License-Identifier: GPL-3.0-or-later
// Repairs the first object or array of any bytes, as an event and as any value. What it calls complete must be strict
// JSON that ends inside the text; every anomaly must lie in the text. checkValue() must not pass on what cannot be
// read.
#include "core/json/sanitizer.h"
#include "core/json/value_reader.h"
#include "tests/fuzz/violation.h"

#include <cstdint>
#include <fmt/format.h>
#include <string_view>

namespace {

using namespace stepscope;
using namespace stepscope::json;

void checkObject(std::string_view text, std::size_t at, ObjectIs objectIs)
{
    LookAhead lookAhead;
    const SanitizedObject object = sanitizeObject(text, at, objectIs, lookAhead);
    fuzzing::require(object.end <= text.size(), "an object ends inside the text");
    for (const Anomaly& anomaly : object.anomalies) {
        fuzzing::require(anomaly.offset <= text.size(), "an anomaly lies in the text");
        fuzzing::require(anomaly.count > 0, "an anomaly stands for one or more");
    }
    if (object.status != SanitizedObject::Status::Complete)
        return;
    fuzzing::require(object.end > at, "a complete object has bytes");
    if (!readValue(object.json))
        fuzzing::violated(fmt::format("what was repaired can be read: {}", object.json));
}

void checkMetadata(std::string_view value)
{
    Diagnostics diagnostics;
    const auto clean = checkValue(value, 0, diagnostics);
    if (clean && !readValue(*clean))
        fuzzing::violated(fmt::format("a value that was checked can be read: {}", *clean));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    const std::size_t at = text.find_first_of("{[");
    if (at == std::string_view::npos)
        return 0;
    checkObject(text, at, ObjectIs::Event);
    checkObject(text, at, ObjectIs::AnyValue);
    checkMetadata(text.substr(at));
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/args_reader.h"

#include "core/json/event_salvage.h"
#include "core/json/record_boundary.h"
#include "core/json/sanitizer.h"
#include "core/json/value_reader.h"

#include <algorithm>

namespace stepscope::json {
namespace {

constexpr std::size_t kFirstRead = std::size_t {8} << 10U;
constexpr std::size_t kLargestEvent = std::size_t {256} << 20U;

} // namespace

Expected<std::string> ArgsReader::textAt(std::uint64_t offset, std::size_t& end) const
{
    if (const auto unchanged = m_store->verifyUnchanged(); !unchanged)
        return tl::unexpected(unchanged.error());
    for (std::size_t want = kFirstRead;; want *= 8) {
        std::string text(want, '\0');
        const auto got = m_store->read(offset, {text.data(), text.size()});
        if (!got)
            return tl::unexpected(got.error());
        text.resize(*got);
        end = strictEnd(text, 0);
        if (end != kNotFound || *got < want || want >= kLargestEvent)
            return text;
    }
}

Expected<model::ArgValue> ArgsReader::eventAt(std::uint64_t offset) const
{
    std::size_t end = kNotFound;
    const auto text = textAt(offset, end);
    if (!text)
        return tl::unexpected(text.error());
    if (end != kNotFound) {
        if (auto value = readValue(std::string_view(*text).substr(0, end)))
            return std::move(*value);
    }
    LookAhead lookAhead;
    const SanitizedObject clean = sanitizeObject(*text, 0, ObjectIs::Event, lookAhead);
    if (clean.status == SanitizedObject::Status::Complete) {
        if (auto value = readValue(clean.json))
            return std::move(*value);
    }
    if (const auto event = salvageEvent(std::string_view(*text).substr(0, kFirstRead))) {
        if (auto value = readValue(*event))
            return std::move(*value);
    }
    return fail(
        ErrorClass::Unreadable, "The text of this event is too damaged to be read.", static_cast<std::int64_t>(offset));
}

Expected<std::string> ArgsReader::rawEventAt(std::uint64_t offset, std::size_t limit) const
{
    std::size_t end = kNotFound;
    auto text = textAt(offset, end);
    if (!text)
        return text;
    text->resize(std::min({text->size(), end, limit}));
    return text;
}

} // namespace stepscope::json

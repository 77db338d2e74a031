// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/args_reader.h"

#include "core/json/event_salvage.h"
#include "core/json/record_boundary.h"
#include "core/json/recovering_reader.h"
#include "core/json/sanitizer.h"
#include "core/json/value_reader.h"

#include <algorithm>
#include <stop_token>
#include <vector>

namespace stepscope::json {
namespace {

constexpr std::size_t kFirstRead = std::size_t {8} << 10U;
constexpr std::uint64_t kReadAtOnce = std::uint64_t {32} << 20U; // text whose events are decoded before they are let go
constexpr std::size_t kLargestEvent = std::size_t {256} << 20U;

// Where the event that cannot be read and starts the text ends: before what looks like the next one.
std::size_t damagedEnd(std::string_view text)
{
    return std::min({text.size(), kFirstRead, findLikelyEvent(text, 1)});
}

} // namespace

Expected<ArgsReader::Event> ArgsReader::read(std::uint64_t offset) const
{
    if (const auto unchanged = m_store->verifyUnchanged(); !unchanged)
        return tl::unexpected(unchanged.error());
    for (std::size_t want = kFirstRead;; want *= 8) {
        Event event {std::string(want, '\0'), std::nullopt};
        const auto got = m_store->read(offset, {event.text.data(), want});
        if (!got)
            return tl::unexpected(got.error());
        event.text.resize(*got);
        const bool more = *got == want && want < kLargestEvent;
        const ValueScan scan = scanValue(event.text, 0);
        if (scan.stop == ValueScan::Stop::EndOfText && more)
            continue;
        if (scan.complete()) {
            event.value = readValue(std::string_view(event.text).substr(0, scan.at));
            if (event.value) {
                event.text.resize(scan.at);
                return event;
            }
        }
        LookAhead lookAhead;
        const SanitizedObject clean = sanitizeObject(event.text, 0, ObjectIs::Event, lookAhead);
        if (clean.status == SanitizedObject::Status::EndOfText && more)
            continue;
        if (clean.status == SanitizedObject::Status::Complete) {
            event.text.resize(clean.end);
            event.value = readValue(clean.json);
        } else {
            event.text.resize(damagedEnd(event.text));
        }
        if (!event.value) {
            if (const auto salvaged = salvageEvent(event.text))
                event.value = readValue(*salvaged);
        }
        return event;
    }
}

Expected<model::ArgValue> ArgsReader::eventAt(std::uint64_t offset) const
{
    auto event = read(offset);
    if (!event)
        return tl::unexpected(event.error());
    if (!event->value)
        return fail(ErrorClass::Unreadable, "The text of this event is too damaged to be read.",
            static_cast<std::int64_t>(offset));
    return std::move(*event->value);
}

Expected<std::string> ArgsReader::rawEventAt(std::uint64_t offset, std::size_t limit) const
{
    auto event = read(offset);
    if (!event)
        return tl::unexpected(event.error());
    event->text.resize(std::min(event->text.size(), limit));
    return std::move(event->text);
}

Expected<void> ArgsReader::eachEvent(const TakeEvent& take) const
{
    if (const auto unchanged = m_store->verifyUnchanged(); !unchanged)
        return tl::unexpected(unchanged.error());
    std::stop_source stop;
    const auto seen = [&](std::uint64_t offset, std::string_view json) {
        if (!take(offset, json))
            stop.request_stop();
    };
    // The reading starts anew now and then: what the parser decodes beside the text is not wanted and must not pile up.
    for (std::uint64_t from = m_eventsAt; !stop.stop_requested();) {
        model::RawEvents decoded;
        EventParser parser(decoded);
        RecoveringReader reader(*m_store, parser, m_isObject, stop.get_token());
        reader.observe(seen);
        std::vector<ChunkResult> chunks;
        const auto outcome = reader.read(
            from, [from](std::uint64_t offset) { return offset >= from + kReadAtOnce; }, chunks);
        if (!outcome)
            return tl::unexpected(outcome.error());
        if (outcome->end != RecoveringReader::Outcome::End::Resumed)
            break;
        from = outcome->offset;
    }
    return {};
}

} // namespace stepscope::json

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/recovering_reader.h"

#include "core/json/event_salvage.h"
#include "core/json/sanitizer.h"
#include "core/json/token_walk.h"
#include "core/json/utf8.h"

#include <algorithm>

namespace stepscope::json {
namespace {

constexpr std::size_t kFirstLook = std::size_t {64} << 10U;
constexpr std::size_t kLargestEvent = std::size_t {256} << 20U; // a larger one is given up
constexpr std::size_t kSalvaged = std::size_t {64} << 10U;      // bytes of a damaged event searched for fields
constexpr std::size_t kSearched = std::size_t {256} << 10U;     // at a time
constexpr std::size_t kShown = 80;                              // bytes of damage in a diagnostic
constexpr std::uint64_t kChunkSpan = std::uint64_t {1} << 30U;  // offsets in a chunk have 32 bits

} // namespace

RecoveringReader::RecoveringReader(const io::TextStore& store, EventParser& parser, bool isObject, std::stop_token stop)
    : m_store(store)
    , m_parser(parser)
    , m_stop(std::move(stop))
    , m_window(store)
    , m_search(store)
    , m_ahead(store)
    , m_arrayEnd(store, isObject)
{
}

void RecoveringReader::note(DiagnosticKind kind, std::uint64_t offset, std::string_view detail, std::uint64_t count)
{
    m_chunk->diagnostics.add(kind, static_cast<std::int64_t>(offset), visibleText(detail), count);
}

Expected<RecoveringReader::Outcome> RecoveringReader::read(
    std::uint64_t from, const std::function<bool(std::uint64_t)>& resumesAt, std::vector<ChunkResult>& chunks)
{
    m_at = from;
    m_needComma = m_sawComma = false;
    m_resumesAt = &resumesAt;
    Outcome outcome;
    for (;;) {
        ChunkResult chunk = m_parser.beginChunk(m_at);
        m_chunk = &chunk;
        Expected<Step> next = Step::Go;
        while (next && *next == Step::Go && m_at - chunk.range.textOffset < kChunkSpan && !m_stop.stop_requested())
            next = step(outcome);
        if (!next)
            return tl::unexpected(next.error());
        chunk.endOffset = m_at;
        m_parser.endChunk(chunk);
        chunks.push_back(std::move(chunk));
        if (*next == Step::End || m_stop.stop_requested())
            return outcome;
    }
}

Expected<RecoveringReader::Step> RecoveringReader::step(Outcome& outcome)
{
    const auto text = m_window.at(m_at, 1);
    if (!text)
        return tl::unexpected(text.error());
    if (text->empty()) {
        outcome = {Outcome::End::EndOfText, m_at, false};
        return Step::End;
    }
    switch (text->front()) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
        m_at += std::min(skipBlanks(*text, 0), text->size());
        return Step::Go;
    case ',':
        if (!m_needComma)
            note(DiagnosticKind::stray_comma, m_at);
        m_needComma = false;
        m_sawComma = true;
        ++m_at;
        return Step::Go;
    case ']':
        return readBracket(outcome);
    case '{':
        if ((*m_resumesAt)(m_at)) {
            outcome = {Outcome::End::Resumed, m_at, false};
            return Step::End;
        }
        return readEvent(outcome);
    case '"':
    case '}':
        return readRest(outcome);
    default:
        return skipDamage(outcome, m_at);
    }
}

Expected<RecoveringReader::Step> RecoveringReader::readBracket(Outcome& outcome)
{
    const auto ends = endsArray(m_at);
    if (!ends)
        return tl::unexpected(ends.error());
    if (!*ends) {
        note(DiagnosticKind::damaged_event, m_at, "text between events: ]");
        ++m_at;
        return Step::Go;
    }
    if (m_sawComma)
        note(DiagnosticKind::stray_comma, m_at);
    outcome = {Outcome::End::ArrayEnded, m_at + 1, false};
    return Step::End;
}

// Where an event should be stands a key or a brace: when it goes on as what follows the events does, the bracket
// between them is missing.
Expected<RecoveringReader::Step> RecoveringReader::readRest(Outcome& outcome)
{
    const auto verdict = m_arrayEnd.judgeRest(m_at, m_lookAhead);
    if (!verdict)
        return tl::unexpected(verdict.error());
    if (*verdict != ArrayEnd::Verdict::Sound)
        return skipDamage(outcome, m_at);
    note(DiagnosticKind::damaged_metadata, m_at, "missing ] behind the events");
    outcome = {Outcome::End::ArrayEnded, m_at, false};
    return Step::End;
}

void RecoveringReader::eventRead(std::size_t bytes)
{
    m_at += bytes;
    m_lookAhead.consumed(bytes);
    m_needComma = true;
    m_sawComma = false;
}

Expected<RecoveringReader::Step> RecoveringReader::readEvent(Outcome& outcome)
{
    for (std::size_t want = kFirstLook;; want *= 4) {
        const auto view = m_window.exactly(m_at, want);
        if (!view)
            return tl::unexpected(view.error());
        const std::string_view text = *view;
        const bool more = !m_window.reachesEnd(m_at, want) && want < kLargestEvent && want < m_lookAhead.budget();
        const ValueScan scan = scanValue(text, 0);
        if (scan.complete() && parse(m_at, text.substr(0, scan.at), false)) {
            if (m_needComma)
                note(DiagnosticKind::damaged_event, m_at, "missing comma before this event");
            eventRead(scan.at);
            return Step::Go;
        }
        m_lookAhead.spend(scan.at);
        if (scan.stop == ValueScan::Stop::EndOfText && more)
            continue;
        SanitizedObject object = sanitizeObject(text, 0, ObjectIs::Event, m_lookAhead);
        if (object.status == SanitizedObject::Status::Complete && addSanitized(m_at, text, object)) {
            eventRead(object.end);
            return Step::Go;
        }
        m_lookAhead.spend(object.end);
        if (object.status != SanitizedObject::Status::EndOfText || !more) {
            m_cut = object.status == SanitizedObject::Status::EndOfText;
            return skipDamage(outcome, m_at + 1);
        }
    }
}

// `json` is followed by kTextPadding readable bytes.
bool RecoveringReader::parse(std::uint64_t offset, std::string_view json, bool damaged)
{
    if (!m_parser.parseOne(*m_chunk, json.data(), json.size(), offset, damaged))
        return false;
    if (m_observer)
        m_observer(offset, json);
    return true;
}

bool RecoveringReader::addSanitized(std::uint64_t offset, std::string_view text, SanitizedObject& object)
{
    const std::size_t size = object.json.size();
    object.json.append(kTextPadding, ' ');
    const bool harmless = std::all_of(object.anomalies.begin(), object.anomalies.end(),
        [](const Anomaly& a) { return a.kind == DiagnosticKind::stray_comma; });
    if (!parse(offset, std::string_view(object.json).substr(0, size), !harmless))
        return false;
    if (object.anomalies.empty())
        note(DiagnosticKind::damaged_event, offset, text.substr(0, kShown));
    for (const Anomaly& anomaly : object.anomalies)
        note(anomaly.kind, offset + anomaly.offset, anomaly.detail, anomaly.count);
    return true;
}

// Goes on behind the damage that starts at m_at: with the next whole event, or the end of the array, or the end of the
// text.
Expected<RecoveringReader::Step> RecoveringReader::skipDamage(Outcome& outcome, std::uint64_t searchFrom)
{
    const bool cut = std::exchange(m_cut, false);
    const auto resume = findResume(searchFrom, cut);
    if (!resume)
        return tl::unexpected(resume.error());
    if (const auto added = addDamaged(m_at, resume->offset, searchFrom > m_at, resume->endOfText); !added)
        return tl::unexpected(added.error());
    m_at = resume->offset;
    m_needComma = m_sawComma = false;
    if (!resume->endOfText)
        return Step::Go;
    outcome = {Outcome::End::EndOfText, m_at, true};
    return Step::End;
}

// An event that was cut by the end of the text is followed by nothing: brackets in it are its own.
Expected<RecoveringReader::Resume> RecoveringReader::findResume(std::uint64_t from, bool cut)
{
    char before = ' '; // last character that is no blank
    std::optional<std::uint64_t> bracket;
    for (std::uint64_t at = from; at < m_store.size() && !m_stop.stop_requested();) {
        const auto view = m_search.exactly(at, kSearched);
        if (!view)
            return tl::unexpected(view.error());
        for (std::size_t i = 0; i < view->size(); ++i) {
            const char c = (*view)[i];
            if (c == '{' && before != ':') {
                const auto starts = eventStartsAt(at + i);
                if (!starts)
                    return tl::unexpected(starts.error());
                if (*starts)
                    return Resume {at + i, false};
            } else if (c == ']' && !cut) {
                const auto verdict = m_arrayEnd.judge(at + i + 1, m_lookAhead);
                if (!verdict)
                    return tl::unexpected(verdict.error());
                if (*verdict == ArrayEnd::Verdict::Sound)
                    return Resume {at + i, false};
                if (!bracket && (before == '}' || before == ','))
                    bracket = at + i;
            }
            if (!isBlank(c))
                before = c;
        }
        at += view->size();
        m_lookAhead.consumed(view->size());
    }
    return bracket ? Resume {*bracket, false} : Resume {m_store.size(), true};
}

// Most events are small, and most braces start none: look at more only when need be.
Expected<bool> RecoveringReader::eventStartsAt(std::uint64_t offset)
{
    for (std::size_t want = std::size_t {16} << 10U;; want *= 16) {
        const auto view = m_ahead.exactly(offset, std::min(want, LookAhead::kFarthest));
        if (!view)
            return tl::unexpected(view.error());
        const ValueScan::Stop stop = scanEvent(*view, 0, m_lookAhead);
        if (stop != ValueScan::Stop::EndOfText || want >= LookAhead::kFarthest || m_ahead.reachesEnd(offset, want))
            return stop == ValueScan::Stop::Complete;
    }
}

// The stretch [from, to) holds one damaged event, or several. `tried`: the first one could not be read in any way.
// `cut`: the text ends in the last one, which is then none.
Expected<void> RecoveringReader::addDamaged(std::uint64_t from, std::uint64_t to, bool tried, bool cut)
{
    while (from < to && !m_stop.stop_requested()) {
        const auto next = findPieceEnd(from, to);
        if (!next)
            return tl::unexpected(next.error());
        if (cut && *next == to)
            return {};
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(*next - from, kSalvaged));
        const auto view = m_window.exactly(from, size);
        if (!view)
            return tl::unexpected(view.error());
        addPiece(from, *view, tried);
        tried = false;
        from = *next;
    }
    return {};
}

Expected<std::uint64_t> RecoveringReader::findPieceEnd(std::uint64_t from, std::uint64_t to)
{
    for (std::uint64_t at = from;; at += kSearched - kLongestBoundary) {
        const auto view = m_search.exactly(at, static_cast<std::size_t>(std::min<std::uint64_t>(to - at, kSearched)));
        if (!view)
            return tl::unexpected(view.error());
        const std::size_t found = findLikelyEvent(*view, 1);
        if (found != kNotFound)
            return at + found;
        if (at + kSearched >= to)
            return to;
    }
}

void RecoveringReader::addPiece(std::uint64_t offset, std::string_view bytes, bool tried)
{
    if (!tried && bytes.front() == '{') {
        SanitizedObject object = sanitizeObject(bytes, 0, ObjectIs::Event, m_lookAhead);
        if (object.status == SanitizedObject::Status::Complete && addSanitized(offset, bytes, object))
            return;
    }
    const std::string shown(bytes.substr(0, kShown));
    if (auto event = salvageEvent(bytes)) {
        const std::size_t length = event->size();
        event->append(kTextPadding, ' ');
        if (parse(offset, std::string_view(*event).substr(0, length), true)) {
            note(DiagnosticKind::damaged_event, offset, "kept without its arguments: " + shown);
            return;
        }
    }
    if (!holdsEventFields(bytes)) {
        note(DiagnosticKind::damaged_event, offset, "text between events: " + shown);
        return;
    }
    ++m_chunk->counts.events;
    ++m_chunk->counts.dropped;
    note(DiagnosticKind::damaged_event, offset, "left out: " + shown);
}

} // namespace stepscope::json

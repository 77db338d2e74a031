// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/recovering_reader.h"

#include "core/json/event_salvage.h"
#include "core/json/sanitizer.h"
#include "core/json/token_walk.h"
#include "core/json/utf8.h"

#include <algorithm>

namespace stepscope::json {
namespace {

constexpr std::size_t kWindow = std::size_t {1} << 20U;
constexpr std::size_t kLargestEvent = std::size_t {256} << 20U; // a larger one is given up
constexpr std::size_t kSalvaged = std::size_t {64} << 10U;      // bytes of damage searched for fields
constexpr std::uint64_t kChunkSpan = std::uint64_t {1} << 30U;  // offsets in a chunk have 32 bits

} // namespace

Expected<std::string_view> TextWindow::at(std::uint64_t offset, std::size_t bytes)
{
    const std::uint64_t end = m_base + m_size;
    const bool enough = offset >= m_base && (offset + bytes <= end || (offset <= end && reachesEnd() && m_size > 0));
    if (!enough) {
        const std::size_t want = std::max(bytes, kWindow);
        m_buffer.resize(want + kTextPadding);
        const auto got = m_store.read(offset, {m_buffer.data(), want});
        if (!got)
            return tl::unexpected(got.error());
        m_base = offset;
        m_size = *got;
        std::fill(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_size), m_buffer.end(), ' ');
    }
    return std::string_view(m_buffer.data() + (offset - m_base), static_cast<std::size_t>(m_base + m_size - offset));
}

RecoveringReader::RecoveringReader(const io::TextStore& store, EventParser& parser)
    : m_store(store)
    , m_parser(parser)
    , m_window(store)
{
}

void RecoveringReader::note(DiagnosticKind kind, std::uint64_t offset, std::string_view detail)
{
    m_chunk->diagnostics.add(kind, static_cast<std::int64_t>(offset), visibleText(detail));
}

Expected<RecoveringReader::Outcome> RecoveringReader::read(std::uint64_t from,
    const std::function<bool(std::uint64_t)>& resumesAt, const std::stop_token& stop, std::vector<ChunkResult>& chunks)
{
    m_at = from;
    m_needComma = m_sawComma = false;
    m_resumesAt = &resumesAt;
    Outcome outcome;
    for (;;) {
        ChunkResult chunk = m_parser.beginChunk(m_at);
        m_chunk = &chunk;
        Expected<Step> next = Step::Go;
        while (next && *next == Step::Go && m_at - chunk.range.textOffset < kChunkSpan && !stop.stop_requested())
            next = step(outcome);
        if (!next)
            return tl::unexpected(next.error());
        chunk.endOffset = m_at;
        m_parser.endChunk(chunk);
        chunks.push_back(std::move(chunk));
        if (*next == Step::End || stop.stop_requested())
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
        ++m_at;
        return Step::Go;
    case ',':
        if (!m_needComma)
            note(DiagnosticKind::stray_comma, m_at);
        m_needComma = false;
        m_sawComma = true;
        ++m_at;
        return Step::Go;
    case ']':
        if (m_sawComma)
            note(DiagnosticKind::stray_comma, m_at);
        outcome = {Outcome::End::ArrayEnded, m_at + 1, false};
        return Step::End;
    case '{':
        if ((*m_resumesAt)(m_at)) {
            outcome = {Outcome::End::Resumed, m_at, false};
            return Step::End;
        }
        return readEvent(outcome);
    default:
        return skipDamage(outcome, m_at);
    }
}

Expected<RecoveringReader::Step> RecoveringReader::readEvent(Outcome& outcome)
{
    for (std::size_t want = LookAhead::kFarthest;; want *= 4) {
        const auto view = m_window.at(m_at, want);
        if (!view)
            return tl::unexpected(view.error());
        const std::string_view text = *view;
        const std::size_t end = strictEnd(text, 0);
        if (end != kNotFound && m_parser.parseOne(*m_chunk, text.data(), end, m_at, false)) {
            if (m_needComma)
                note(DiagnosticKind::damaged_event, m_at, "missing comma before this event");
            m_at += end;
            m_lookAhead.consumed(end);
            m_needComma = true;
            m_sawComma = false;
            return Step::Go;
        }
        SanitizedObject object = sanitizeObject(text, 0, ObjectIs::Event, m_lookAhead);
        if (object.status == SanitizedObject::Status::EndOfText && !m_window.reachesEnd() && want < kLargestEvent)
            continue;
        if (object.status == SanitizedObject::Status::Complete && addSanitized(text, object)) {
            m_lookAhead.consumed(object.end);
            m_at += object.end;
            m_needComma = true;
            m_sawComma = false;
            return Step::Go;
        }
        return skipDamage(outcome, m_at + 1);
    }
}

bool RecoveringReader::addSanitized(std::string_view text, SanitizedObject& object)
{
    const std::size_t size = object.json.size();
    object.json.append(kTextPadding, ' ');
    const bool harmless = std::all_of(object.anomalies.begin(), object.anomalies.end(),
        [](const Anomaly& a) { return a.kind == DiagnosticKind::stray_comma; });
    if (!m_parser.parseOne(*m_chunk, object.json.data(), size, m_at, !harmless))
        return false;
    if (object.anomalies.empty())
        note(DiagnosticKind::damaged_event, m_at, text.substr(0, 80));
    for (const Anomaly& anomaly : object.anomalies)
        note(anomaly.kind, m_at + anomaly.offset, anomaly.detail);
    return true;
}

// `}` `]` and then the next top-level key, the end of the document or the end of the text.
bool RecoveringReader::endsArray(std::string_view text, std::size_t at) const
{
    std::size_t next = text.find_first_not_of(" \t\r\n", at + 1);
    if (next == std::string_view::npos || text[next] == '}')
        return true;
    if (text[next] != ',')
        return false;
    next = text.find_first_not_of(" \t\r\n", next + 1);
    if (next == std::string_view::npos || text[next] != '"')
        return false;
    const std::size_t quote = text.find('"', next + 1);
    if (quote == std::string_view::npos || quote - next > 200)
        return false;
    next = text.find_first_not_of(" \t\r\n", quote + 1);
    return next != std::string_view::npos && text[next] == ':';
}

// Goes on behind the damage that starts at m_at: with the next whole event, or the end of the array, or the end of the
// text.
Expected<RecoveringReader::Step> RecoveringReader::skipDamage(Outcome& outcome, std::uint64_t searchFrom)
{
    const std::uint64_t from = m_at;
    char before = ' '; // last character that is no blank
    for (std::uint64_t at = searchFrom;;) {
        const auto view = m_window.at(at, LookAhead::kFarthest);
        if (!view)
            return tl::unexpected(view.error());
        if (view->empty()) {
            outcome = {Outcome::End::EndOfText, at, true};
            m_at = at;
            return Step::End;
        }
        const std::string_view text = *view;
        const std::size_t searched = m_window.reachesEnd() ? text.size() : text.size() - LookAhead::kFarthest / 2;
        for (std::size_t i = 0; i < searched; ++i) {
            const char c = text[i];
            const bool event = c == '{' && (before == ',' || before == '}' || before == '[' || before == ' ')
                && isWholeEvent(text, i, m_lookAhead);
            const bool arrayEnd = c == ']' && (before == '}' || before == ',') && endsArray(text, i);
            if (event || arrayEnd) {
                addDamaged(from, at + i);
                m_at = at + i;
                m_needComma = m_sawComma = false;
                return Step::Go;
            }
            if (!isBlank(c))
                before = c;
        }
        at += searched;
        m_lookAhead.consumed(searched);
    }
}

void RecoveringReader::addDamaged(std::uint64_t from, std::uint64_t to)
{
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(to - from, kSalvaged));
    const auto view = m_window.at(from, size);
    const std::string bytes(view ? view->substr(0, size) : std::string_view {});
    if (auto event = salvageEvent(bytes)) {
        const std::size_t length = event->size();
        event->append(kTextPadding, ' ');
        if (m_parser.parseOne(*m_chunk, event->data(), length, from, true)) {
            note(DiagnosticKind::damaged_event, from, "kept without its arguments: " + bytes.substr(0, 80));
            return;
        }
    }
    if (!holdsEventFields(bytes)) {
        note(DiagnosticKind::damaged_event, from, "text between events: " + bytes.substr(0, 80));
        return;
    }
    ++m_chunk->counts.events;
    ++m_chunk->counts.dropped;
    note(DiagnosticKind::damaged_event, from, "left out: " + bytes.substr(0, 80));
}

} // namespace stepscope::json

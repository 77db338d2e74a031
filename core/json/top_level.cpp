// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/top_level.h"

#include "core/json/number_text.h"
#include "core/json/record_boundary.h"
#include "core/json/token_walk.h"
#include "core/json/utf8.h"
#include "core/json/value_reader.h"
#include "core/util/json_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace stepscope::json {
namespace {

constexpr std::size_t kMuch = std::size_t {4} << 20U; // text of a head in which a trace has begun its events

// One letter was changed, lost or added; not: none.
bool oneEditFrom(std::string_view a, std::string_view b)
{
    const std::size_t common = std::min(a.size(), b.size());
    const std::size_t head
        = static_cast<std::size_t>(std::mismatch(a.begin(), a.begin() + common, b.begin()).first - a.begin());
    const std::string_view restA = a.substr(head);
    const std::string_view restB = b.substr(head);
    if (restA.size() == restB.size())
        return !restA.empty() && restA.substr(1) == restB.substr(1);
    return restA.size() == restB.size() + 1 ? restA.substr(1) == restB
                                            : restB.size() == restA.size() + 1 && restB.substr(1) == restA;
}

// Walks `"key": value` members of the top-level object.
class TopLevelReader
{
public:
    TopLevelReader(std::string_view text, std::uint64_t offset, std::vector<model::MetadataEntry>& metadata,
        Diagnostics& diagnostics)
        : m_text(text)
        , m_offset(offset)
        , m_metadata(metadata)
        , m_diagnostics(diagnostics)
    {
    }

    enum class Stop
    {
        Events,
        Closed,
        EndOfText,
        Damaged,
        EventsAreText,
        EventsAreOdd
    };

    // Reads members from `at` on. Events: at() is behind the `[` of traceEvents; else it is where the trouble starts.
    Stop read(std::size_t at)
    {
        for (;;) {
            m_at = at = skipBlanks(m_text, at);
            if (at >= m_text.size())
                return Stop::EndOfText;
            if (m_text[at] == ',') { // stray ones are harmless here
                ++at;
                continue;
            }
            if (m_text[at] == '}') {
                m_at = at + 1;
                return Stop::Closed;
            }
            if (const auto stop = readMember(at))
                return *stop;
        }
    }
    [[nodiscard]] std::size_t at() const { return m_at; }
    void ignoreEvents() { m_sawEvents = true; }

    // Keeps text that is not valid JSON as it is.
    void addDamaged(std::size_t from, std::size_t to)
    {
        keepText(from, to);
        m_diagnostics.add(DiagnosticKind::damaged_metadata, static_cast<std::int64_t>(m_offset + from),
            m_metadata.back().json.substr(0, 80));
    }
    void keepText(std::size_t from, std::size_t to)
    {
        const std::string bytes
            = visibleText(m_text.substr(from, std::min<std::size_t>(to - from, model::kMetadataTextLimit)));
        model::MetadataEntry entry;
        const std::size_t quote = bytes.find('"', 1);
        entry.key
            = bytes.size() > 1 && bytes[0] == '"' && quote != std::string::npos ? bytes.substr(1, quote - 1) : "?";
        entry.json = bytes;
        entry.offset = m_offset + from;
        entry.bytes = to - from;
        entry.valid = false;
        m_metadata.push_back(std::move(entry));
    }

private:
    static Stop stopOf(const ValueScan& scan)
    {
        return scan.stop == ValueScan::Stop::EndOfText ? Stop::EndOfText : Stop::Damaged;
    }

    [[nodiscard]] bool startsEvents(std::size_t value) const
    {
        return m_text[value] == '[' && startsLikeEvent(m_text, skipBlanks(m_text, value + 1));
    }

    // Moves `at` behind the member there. Keeps its value, unless it is the events'.
    std::optional<Stop> readMember(std::size_t& at)
    {
        const ValueScan keyScan = scanValue(m_text, at);
        if (m_text[at] != '"' || !keyScan.complete())
            return m_text[at] != '"' ? Stop::Damaged : stopOf(keyScan);
        const std::string key = unescapeJson(m_text.substr(at + 1, keyScan.at - at - 2));
        const std::size_t colon = skipBlanks(m_text, keyScan.at);
        const std::size_t value = skipBlanks(m_text, colon + 1);
        if (value >= m_text.size())
            return Stop::EndOfText;
        if (m_text[colon] != ':')
            return Stop::Damaged;
        if (!m_sawEvents && oneEditFrom(key, "traceEvents") && startsEvents(value)) {
            m_diagnostics.add(DiagnosticKind::damaged_metadata, static_cast<std::int64_t>(m_offset + at),
                "the key of the events reads " + quoteJson(visibleText(key)));
            m_at = value + 1;
            return Stop::Events;
        }
        if (key == "traceEvents" && !m_sawEvents) {
            const char c = m_text[value];
            m_at = c == '[' ? value + 1 : value;
            return c == '[' ? Stop::Events : c == '"' ? Stop::EventsAreText : Stop::EventsAreOdd;
        }
        if (key == "traceEvents" && m_sawEvents)
            m_diagnostics.add(DiagnosticKind::damaged_metadata, static_cast<std::int64_t>(m_offset + at),
                "a second \"traceEvents\": its events are not read");
        const ValueScan scan = scanValue(m_text, value);
        const std::size_t next = skipBlanks(m_text, scan.at);
        if (!scan.complete() || next >= m_text.size())
            return stopOf(scan.complete() ? ValueScan {ValueScan::Stop::EndOfText} : scan);
        if (m_text[next] != ',' && m_text[next] != '}')
            return Stop::Damaged;
        add(key, value, scan.at);
        at = scan.at;
        return std::nullopt;
    }

    void add(const std::string& key, std::size_t from, std::size_t to)
    {
        model::MetadataEntry entry;
        entry.key = visibleText(key);
        entry.offset = m_offset + from;
        entry.bytes = to - from;
        const std::string_view text = m_text.substr(from, to - from);
        if (text.size() > model::kMetadataTextLimit) {
            entry.json = visibleText(text.substr(0, model::kMetadataTextLimit));
            entry.valid = false; // cut, so not to be parsed
        } else if (auto clean = checkValue(text, entry.offset, m_diagnostics)) {
            entry.json = std::move(*clean);
        } else {
            addDamaged(from, to);
            m_metadata.back().key = entry.key;
            return;
        }
        m_metadata.push_back(std::move(entry));
    }

    std::string_view m_text;
    std::uint64_t m_offset;
    std::vector<model::MetadataEntry>& m_metadata;
    Diagnostics& m_diagnostics;
    std::size_t m_at = 0;
    bool m_sawEvents = false;
};

Head refuse(std::string message, std::int64_t offset)
{
    Head head;
    head.form = Head::Form::NotATrace;
    head.error = {ErrorClass::NotATrace, std::move(message), offset, -1};
    return head;
}

bool hasKey(const std::vector<model::MetadataEntry>& metadata, std::string_view key)
{
    return std::any_of(metadata.begin(), metadata.end(), [&](const auto& entry) { return entry.key == key; });
}

// What an object without traceEvents is.
std::string nameDocument(const std::vector<model::MetadataEntry>& metadata)
{
    if (hasKey(metadata, "nodes") && hasKey(metadata, "schema"))
        return "This is a PyTorch execution trace (written by ExecutionTraceObserver), not a profiler trace. Open the "
               "file "
               "that torch.profiler's export_chrome_trace or tensorboard_trace_handler wrote.";
    if (hasKey(metadata, "rocprofiler-sdk-tool"))
        return "This is the JSON output of rocprofv3 (rocprofiler-sdk-tool), not a Chrome trace. Write a trace with "
               "torch.profiler, "
               "or convert this one to a Chrome trace first.";
    if (hasKey(metadata, "segments") || hasKey(metadata, "device_traces"))
        return "This is a CUDA memory snapshot as JSON, not a profiler trace.";
    std::string keys;
    for (std::size_t i = 0; i < std::min<std::size_t>(metadata.size(), 5); ++i)
        keys += (i > 0 ? ", " : "") + metadata[i].key;
    return "This JSON document has no \"traceEvents\", so it is not a trace"
        + (keys.empty() ? std::string(": it is an empty object.") : fmt::format("; its top-level keys are {}.", keys));
}

// Behind damage: the events may still be found by their key.
std::size_t findEventsKey(std::string_view text, std::size_t from)
{
    constexpr std::string_view kKey = "\"traceEvents\"";
    for (std::size_t at = text.find(kKey, from); at != kNotFound; at = text.find(kKey, at + 1)) {
        const std::size_t colon = skipBlanks(text, at + kKey.size());
        if (colon >= text.size() || text[colon] != ':')
            continue;
        const std::size_t bracket = skipBlanks(text, colon + 1);
        if (bracket < text.size() && text[bracket] == '[')
            return at;
    }
    return kNotFound;
}

// Without even the key: the first event that is whole.
std::size_t findEvent(std::string_view text, std::size_t from)
{
    LookAhead lookAhead;
    for (std::size_t at = text.find('{', from); at != kNotFound; at = text.find('{', at + 1)) {
        if (startsLikeEvent(text, at) && isWholeEvent(text, at, lookAhead))
            return at;
    }
    return kNotFound;
}

Head readArrayHead(std::string_view text, std::size_t at, bool whole)
{
    Head head;
    head.eventsAt = at + 1;
    std::size_t next = skipBlanks(text, at + 1);
    while (next < text.size() && text[next] == ',')
        next = skipBlanks(text, next + 1);
    if (next >= text.size() && !whole)
        return head;
    head.form = Head::Form::Array;
    if (next >= text.size() || text[next] == '{' || text[next] == ']')
        return head;
    if (text[next] == '[' && text.find("[[") != kNotFound)
        return refuse(
            "This JSON array holds arrays, not events: it looks like the raw output of export_memory_timeline "
            "(time, action, bytes, category), which is not a trace.",
            static_cast<std::int64_t>(next));
    if (findEvent(text, next) != kNotFound)
        return head; // only the first event is damaged
    if (!whole && text.size() < kMuch)
        return Head {};
    return refuse("This JSON array does not hold events, so it is not a trace.", static_cast<std::int64_t>(next));
}

// The events of an object whose head is damaged at `from`: by their key, or by their looks. Returns whether there are
// any; what was read before as their part of the metadata is none.
bool findEvents(std::string_view text, std::size_t from, Head& head)
{
    const std::size_t key = findEventsKey(text, from);
    const std::size_t found = key != kNotFound ? key : findEvent(text, from);
    if (found == kNotFound)
        return false;
    while (!head.metadata.empty() && head.metadata.back().offset + head.metadata.back().bytes > found)
        head.metadata.pop_back();
    if (!head.metadata.empty())
        from = std::max<std::size_t>(from, head.metadata.back().offset + head.metadata.back().bytes);
    TopLevelReader(text, 0, head.metadata, head.diagnostics).addDamaged(from, found);
    head.form = Head::Form::Object;
    head.eventsAt = key != kNotFound ? text.find('[', key) + 1 : found;
    return true;
}

Head readObjectHead(std::string_view text, std::size_t at, bool whole)
{
    Head head;
    TopLevelReader reader(text, 0, head.metadata, head.diagnostics);
    using Stop = TopLevelReader::Stop;
    const Stop stop = reader.read(at + 1);
    const auto here = static_cast<std::int64_t>(reader.at());
    if (stop == Stop::Events) {
        head.form = Head::Form::Object;
        head.eventsAt = reader.at();
        return head;
    }
    if (stop == Stop::EventsAreText)
        return refuse("\"traceEvents\" holds text (a systrace or ftrace log), which Stepscope does not read.", here);
    // A value that does not seem to end may be damaged: when much text has come and the key of the events is in it,
    // that decides.
    if (stop == Stop::EndOfText && !whole && (text.size() < kMuch || findEventsKey(text, reader.at()) == kNotFound))
        return Head {};
    // Damage that leaves valid JSON (a brace too many) is looked for from the start.
    if (findEvents(text, stop == Stop::Closed ? at + 1 : reader.at(), head))
        return head;
    if (stop == Stop::Closed)
        return refuse(nameDocument(head.metadata), -1);
    if (stop == Stop::EventsAreOdd)
        return refuse("\"traceEvents\" is not an array, so this is not a trace.", here);
    if (!whole)
        return Head {};
    return refuse(stop == Stop::EndOfText
            ? fmt::format(
                "The file ends at byte {} before any \"traceEvents\": it is cut, or not a trace.", text.size())
            : "The JSON is damaged and no \"traceEvents\" follows: this is not a trace that can be read.",
        here);
}

} // namespace

Head readHead(std::string_view text, bool whole)
{
    const bool mark = text.substr(0, 3) == "\xEF\xBB\xBF";
    const std::size_t at = skipBlanks(text, mark ? 3 : 0);
    if (at >= text.size())
        return whole ? refuse("The file holds no JSON.", 0) : Head {};
    Head head = text[at] == '[' ? readArrayHead(text, at, whole)
        : text[at] == '{'       ? readObjectHead(text, at, whole)
                                : refuse("The file does not start like JSON ('{' or '['), so it is not a trace.",
                                    static_cast<std::int64_t>(at));
    if (mark)
        head.diagnostics.add(DiagnosticKind::encoding, 0, "UTF-8 byte-order mark");
    return head;
}

Tail readTail(std::string_view text, std::uint64_t offset, Head::Form form)
{
    Tail tail;
    std::size_t at = 0;
    if (form == Head::Form::Object) {
        TopLevelReader reader(text, offset, tail.metadata, tail.diagnostics);
        reader.ignoreEvents();
        using Stop = TopLevelReader::Stop;
        const Stop stop = reader.read(0);
        at = reader.at();
        if (stop == Stop::EndOfText) {
            if (at < text.size())
                reader.keepText(at, text.size());
            return tail;
        }
        if (stop == Stop::Damaged) {
            reader.addDamaged(at, text.size());
            tail.closed = true; // how it ends is part of the damage
            return tail;
        }
    }
    tail.closed = true;
    at = skipBlanks(text, at);
    if (at < text.size())
        tail.diagnostics.add(DiagnosticKind::trailing_data, static_cast<std::int64_t>(offset + at),
            fmt::format("{} bytes: {}", text.size() - at, visibleText(text.substr(at, 40))));
    return tail;
}

} // namespace stepscope::json

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

namespace stepscope::json {
namespace {

std::size_t skipBlanks(std::string_view text, std::size_t at)
{
    while (at < text.size() && isBlank(text[at]))
        ++at;
    return at;
}

// Position behind the value that starts at `at`; kNotFound when it does not end in the text.
std::size_t valueEnd(std::string_view text, std::size_t at)
{
    if (at >= text.size())
        return kNotFound;
    if (text[at] == '{' || text[at] == '[')
        return strictEnd(text, at);
    if (text[at] == '"') {
        for (std::size_t i = at + 1; i < text.size(); ++i) {
            if (text[i] == '"')
                return i + 1;
            i += text[i] == '\\' ? 1 : 0;
        }
        return kNotFound;
    }
    const std::size_t end = text.find_first_of(",}] \t\r\n", at);
    return end == at ? kNotFound : end;
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

    // Reads members from `at` on. Events: at() is behind the `[` of traceEvents.
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
            if (m_text[at] != '"')
                return Stop::Damaged;
            const std::size_t keyEnd = valueEnd(m_text, at);
            if (keyEnd == kNotFound)
                return Stop::EndOfText;
            const std::string key = unescapeJson(m_text.substr(at + 1, keyEnd - at - 2));
            at = skipBlanks(m_text, keyEnd);
            if (at >= m_text.size())
                return Stop::EndOfText;
            if (m_text[at] != ':')
                return Stop::Damaged;
            at = skipBlanks(m_text, at + 1);
            if (key == "traceEvents" && at < m_text.size() && !m_sawEvents) {
                m_at = at + 1;
                return m_text[at] == '[' ? Stop::Events : m_text[at] == '"' ? Stop::EventsAreText : Stop::EventsAreOdd;
            }
            const std::size_t end = valueEnd(m_text, at);
            if (end == kNotFound)
                return Stop::EndOfText;
            const std::size_t next = skipBlanks(m_text, end);
            if (next < m_text.size() && m_text[next] != ',' && m_text[next] != '}')
                return Stop::Damaged;
            add(key, at, end);
            at = end;
        }
    }
    [[nodiscard]] std::size_t at() const { return m_at; }
    void ignoreEvents() { m_sawEvents = true; }

    // Keeps text that is not valid JSON as it is.
    void addDamaged(std::size_t from, std::size_t to)
    {
        const std::string bytes
            = visibleText(m_text.substr(from, std::min<std::size_t>(to - from, model::kMetadataTextLimit)));
        m_diagnostics.add(
            DiagnosticKind::damaged_metadata, static_cast<std::int64_t>(m_offset + from), bytes.substr(0, 80));
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

Head readArrayHead(std::string_view text, std::size_t at, bool whole)
{
    Head head;
    head.eventsAt = at + 1;
    std::size_t next = skipBlanks(text, at + 1);
    while (next < text.size() && text[next] == ',')
        next = skipBlanks(text, next + 1);
    if (next >= text.size() && !whole)
        return head;
    if (next < text.size() && text[next] == '[' && text.find("[[") != kNotFound)
        return refuse(
            "This JSON array holds arrays, not events: it looks like the raw output of export_memory_timeline "
            "(time, action, bytes, category), which is not a trace.",
            static_cast<std::int64_t>(next));
    if (next < text.size() && text[next] != '{' && text[next] != ']')
        return refuse("This JSON array does not hold events, so it is not a trace.", static_cast<std::int64_t>(next));
    head.form = Head::Form::Array;
    return head;
}

Head readObjectHead(std::string_view text, std::size_t at, bool whole)
{
    Head head;
    TopLevelReader reader(text, 0, head.metadata, head.diagnostics);
    using Stop = TopLevelReader::Stop;
    const Stop stop = reader.read(at + 1);
    const auto here = static_cast<std::int64_t>(reader.at());
    switch (stop) {
    case Stop::Events:
        head.form = Head::Form::Object;
        head.eventsAt = reader.at();
        return head;
    case Stop::Closed:
        return refuse(nameDocument(head.metadata), -1);
    case Stop::EventsAreText:
        return refuse("\"traceEvents\" holds text (a systrace or ftrace log), which Stepscope does not read.", here);
    case Stop::EventsAreOdd:
        return refuse("\"traceEvents\" is not an array, so this is not a trace.", here);
    case Stop::EndOfText:
    case Stop::Damaged:
        break;
    }
    // A value that does not seem to end may be damaged: when much text has come and the events are in it, they decide.
    constexpr std::size_t kMuch = std::size_t {4} << 20U;
    if (stop == Stop::EndOfText && !whole && text.size() < kMuch)
        return Head {};
    const std::size_t key = findEventsKey(text, reader.at());
    if (key != kNotFound) {
        reader.addDamaged(reader.at(), key);
        reader.read(key);
        head.form = Head::Form::Object;
        head.eventsAt = reader.at();
        return head;
    }
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
        if (stop == Stop::EndOfText)
            return tail;
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

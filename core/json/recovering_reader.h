// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads a damaged stretch of the events array one event at a time, from a place where an event (or the array) is known
// to start, until it meets the start of a chunk that was read strictly, the end of the array, or the end of the text.
// What it yields depends on the text alone, not on chunks. Section 8.3 of the trace format reference.

#include "core/io/text_store.h"
#include "core/json/event_parser.h"
#include "core/json/record_boundary.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::json {

// A moving view of a text store.
class TextWindow
{
public:
    explicit TextWindow(const io::TextStore& store)
        : m_store(store)
    {
    }
    // Text from `offset` on: at least `bytes` of it, unless it ends before. The view is followed by kTextPadding
    // readable bytes and is valid until the next call. Errors of the store.
    [[nodiscard]] Expected<std::string_view> at(std::uint64_t offset, std::size_t bytes);
    // True when the last view reached the end of the text.
    [[nodiscard]] bool reachesEnd() const { return m_base + m_size >= m_store.size(); }

private:
    const io::TextStore& m_store;
    std::vector<char> m_buffer;
    std::uint64_t m_base = 0;
    std::size_t m_size = 0;
};

class RecoveringReader
{
public:
    RecoveringReader(const io::TextStore& store, EventParser& parser);

    struct Outcome
    {
        enum class End
        {
            Resumed,
            ArrayEnded,
            EndOfText
        } end
            = End::EndOfText;
        std::uint64_t offset = 0; // where it ended: the strict chunk, behind the bracket, or the end
        bool insideEvent = false; // EndOfText: an event was cut
    };
    // `resumesAt(offset)` tells whether a strictly read chunk starts there. Appends what was read to `chunks`.
    [[nodiscard]] Expected<Outcome> read(std::uint64_t from, const std::function<bool(std::uint64_t)>& resumesAt,
        const std::stop_token& stop, std::vector<ChunkResult>& chunks);

private:
    enum class Step
    {
        Go,
        End
    };
    Expected<Step> step(Outcome& outcome);
    Expected<Step> readEvent(Outcome& outcome);
    Expected<Step> skipDamage(Outcome& outcome, std::uint64_t searchFrom);
    bool addSanitized(std::string_view text, struct SanitizedObject& object);
    void addDamaged(std::uint64_t from, std::uint64_t to);
    [[nodiscard]] bool endsArray(std::string_view text, std::size_t at) const;
    void note(DiagnosticKind kind, std::uint64_t offset, std::string_view detail = {});

    const io::TextStore& m_store;
    EventParser& m_parser;
    TextWindow m_window;
    LookAhead m_lookAhead;
    ChunkResult* m_chunk = nullptr;
    const std::function<bool(std::uint64_t)>* m_resumesAt = nullptr;
    std::uint64_t m_at = 0;
    bool m_needComma = false; // an event was just read
    bool m_sawComma = false;  // since the last event or the start
};

} // namespace stepscope::json

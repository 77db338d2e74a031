// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads a damaged stretch of the events array one event at a time, from a place where an event (or the array) is known
// to start, until it meets the start of a chunk that was read strictly, the end of the array, or the end of the text.
// What it yields depends on the text alone, not on chunks. Section 8.3 of the trace format reference.
// An event that cannot be read ends where the next whole one starts; what lies between is one or more damaged events,
// each kept as far as its fields can be found, else counted as dropped. One thread. Linear but for bounded look-aheads.

#include "core/json/array_end.h"
#include "core/json/event_parser.h"
#include "core/json/record_boundary.h"
#include "core/json/text_window.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::json {

struct SanitizedObject;

class RecoveringReader
{
public:
    // `isObject`: the events are a member of an object, so other members may follow them.
    RecoveringReader(const io::TextStore& store, EventParser& parser, bool isObject, std::stop_token stop);

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
    [[nodiscard]] Expected<Outcome> read(
        std::uint64_t from, const std::function<bool(std::uint64_t)>& resumesAt, std::vector<ChunkResult>& chunks);
    // Called with each event that is read: its byte and its text as strict JSON, mended where it had to be.
    using Observer = std::function<void(std::uint64_t offset, std::string_view json)>;
    void observe(Observer observer) { m_observer = std::move(observer); }
    // Is the `]` at `offset` the end of the array, or was it put there by damage?
    [[nodiscard]] Expected<bool> endsArray(std::uint64_t offset) { return m_arrayEnd.isHere(offset, m_lookAhead); }

private:
    enum class Step
    {
        Go,
        End
    };
    Expected<Step> step(Outcome& outcome);
    Expected<Step> readBracket(Outcome& outcome);
    Expected<Step> readRest(Outcome& outcome);
    Expected<Step> readEvent(Outcome& outcome);
    void eventRead(std::size_t bytes);
    Expected<Step> skipDamage(Outcome& outcome, std::uint64_t searchFrom);
    struct Resume
    {
        std::uint64_t offset = 0;
        bool endOfText = false;
    };
    Expected<Resume> findResume(std::uint64_t from, bool cut);
    Expected<bool> eventStartsAt(std::uint64_t offset);
    bool parse(std::uint64_t offset, std::string_view json, bool damaged);
    bool addSanitized(std::uint64_t offset, std::string_view text, SanitizedObject& object);
    Expected<void> addDamaged(std::uint64_t from, std::uint64_t to, bool tried, bool cut);
    Expected<std::uint64_t> findPieceEnd(std::uint64_t from, std::uint64_t to);
    void addPiece(std::uint64_t offset, std::string_view bytes, bool tried);
    void note(DiagnosticKind kind, std::uint64_t offset, std::string_view detail = {}, std::uint64_t count = 1);

    const io::TextStore& m_store;
    EventParser& m_parser;
    std::stop_token m_stop;
    TextWindow m_window; // moves with m_at
    TextWindow m_search; // runs ahead to find where the damage ends
    TextWindow m_ahead;  // looks at what may be an event there
    ArrayEnd m_arrayEnd;
    LookAhead m_lookAhead;
    Observer m_observer;
    ChunkResult* m_chunk = nullptr;
    const std::function<bool(std::uint64_t)>* m_resumesAt = nullptr;
    std::uint64_t m_at = 0;
    bool m_needComma = false; // an event was just read
    bool m_sawComma = false;  // since the last event or the start
    bool m_cut = false;       // the text ended before the event that could not be read
};

} // namespace stepscope::json

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/timeline_loader.h"

#include "core/pickle/compression.h"
#include "core/pickle/json_values.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>

namespace stepscope::pickle {
namespace {

constexpr std::size_t kCategories = model::kMemoryCategories.size();
constexpr std::size_t kRowFields = 4;         // of the raw form: time, action, bytes, category
constexpr std::int64_t kBeforeRecording = -1; // the time of what was there before

class TimelineReader
{
public:
    TimelineReader(const ValueArena& arena, const StringPool& names, model::CategoryTimeline& timeline)
        : m_arena(arena)
        , m_names(names)
        , m_timeline(timeline)
    {
    }

    Expected<void> read(Value root)
    {
        const std::span<const Value> rows = elements(root);
        if (rows.empty() || elements(rows.front()).empty())
            return fail(ErrorClass::NotATrace, "This is no memory timeline of torch.profiler.");
        const bool isCoalesced = rows.size() == 2 && rows[1].is(Kind::List) && !elements(rows[1]).empty()
            && elements(rows[1]).front().is(Kind::List);
        if (isCoalesced)
            readCoalesced(elements(rows[0]), elements(rows[1]));
        else
            readChanges(rows);
        const auto& initial = m_timeline.initial;
        if (m_timeline.count() == 0
            && std::all_of(initial.begin(), initial.end(), [](auto bytes) { return bytes == 0; }))
            return fail(
                ErrorClass::NotATrace, "This is no memory timeline of torch.profiler: none of its rows is one.");
        return {};
    }

private:
    [[nodiscard]] std::span<const Value> elements(Value value) const
    {
        return value.is(Kind::List) ? m_arena.elements(value) : std::span<const Value> {};
    }
    void bad(std::size_t row, std::string_view what)
    {
        Diagnostics& diagnostics = m_timeline.diagnostics;
        diagnostics.add(DiagnosticKind::snapshot_field, -1,
            diagnostics.wantsSample(DiagnosticKind::snapshot_field, -1) ? fmt::format("row {}: {}", row, what)
                                                                        : std::string {});
    }
    // Microseconds; fractions come as text, so that none is rounded.
    [[nodiscard]] std::optional<std::int64_t> microseconds(Value value) const
    {
        if (value.is(Kind::Digits)) {
            const std::optional<ParsedTime> time = parseMicroseconds(m_names.view(value.name()));
            return time ? std::optional(time->ns) : std::nullopt;
        }
        const std::optional<std::int64_t> whole = m_arena.signedOf(value);
        constexpr std::int64_t kLimit = INT64_MAX / 1000;
        if (!whole || *whole > kLimit || *whole < -kLimit)
            return std::nullopt;
        return *whole * 1000;
    }

    // One row a time: a 0 for the stacked plot, then the bytes of each category.
    void readCoalesced(std::span<const Value> times, std::span<const Value> rows)
    {
        for (std::size_t i = 0; i < std::min(times.size(), rows.size()); ++i) {
            const std::optional<std::int64_t> time = microseconds(times[i]);
            const std::span<const Value> row = elements(rows[i]);
            std::array<std::int64_t, kCategories> held {};
            bool isValid = time.has_value() && row.size() == kCategories + 1;
            for (std::size_t c = 0; isValid && c < kCategories; ++c) {
                const std::optional<std::int64_t> bytes = m_arena.signedOf(row[c + 1]);
                isValid = bytes.has_value();
                held[c] = bytes.value_or(0);
            }
            if (isValid)
                append(i, *time, held);
            else
                bad(i, "no time with the bytes of eight categories");
        }
        if (times.size() != rows.size())
            bad(std::min(times.size(), rows.size()),
                fmt::format("{} times and {} rows of bytes", times.size(), rows.size()));
    }

    // A change each: bytes are signed, whatever the action is called.
    void readChanges(std::span<const Value> rows)
    {
        std::array<std::int64_t, kCategories> held {};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::span<const Value> row = elements(rows[i]);
            const bool isRow = row.size() == kRowFields;
            const std::optional<std::int64_t> time = isRow ? m_arena.signedOf(row[0]) : std::nullopt;
            const std::optional<std::int64_t> bytes = isRow ? m_arena.signedOf(row[2]) : std::nullopt;
            const std::optional<std::int64_t> category = isRow ? m_arena.signedOf(row[3]) : std::nullopt;
            const bool isValid
                = time && bytes && category && *category >= 0 && *category < static_cast<std::int64_t>(kCategories);
            std::int64_t sum = 0;
            if (!isValid || __builtin_add_overflow(held[static_cast<std::size_t>(*category)], *bytes, &sum)) {
                bad(i, "no time, action, bytes and category");
                continue;
            }
            held[static_cast<std::size_t>(*category)] = sum;
            if (*time == kBeforeRecording && m_timeline.count() == 0)
                m_timeline.initial[static_cast<std::size_t>(*category)] = notNegative(i, sum);
            else
                append(i, *time, held);
        }
    }

    std::uint64_t notNegative(std::size_t row, std::int64_t bytes)
    {
        if (bytes < 0)
            bad(row, "less than nothing is held");
        return bytes < 0 ? 0 : static_cast<std::uint64_t>(bytes);
    }

    void append(std::size_t row, std::int64_t time, const std::array<std::int64_t, kCategories>& held)
    {
        const std::size_t count = m_timeline.count();
        const bool isAgain = count > 0 && m_timeline.timeNs.back() == time; // the last state of a time is what it shows
        if (count > 0 && time < m_timeline.timeNs.back()) {
            bad(row, "earlier than the row before");
            return;
        }
        if (!isAgain)
            m_timeline.timeNs.push_back(time);
        for (std::size_t c = 0; c < kCategories; ++c) {
            if (isAgain)
                m_timeline.bytes[c].back() = notNegative(row, held[c]);
            else
                m_timeline.bytes[c].push_back(notNegative(row, held[c]));
        }
    }

    const ValueArena& m_arena;
    const StringPool& m_names;
    model::CategoryTimeline& m_timeline;
};

Expected<std::shared_ptr<const model::CategoryTimeline>> load(
    const std::string& path, Progress& progress, const std::stop_token& stop)
{
    progress.stage = LoadStage::Opening;
    const auto file = io::FileReader::open(path);
    if (!file)
        return tl::unexpected(file.error());
    progress.bytesTotal = (*file)->size();
    const Expected<io::OpenedText> opened = io::openText(*file);
    if (!opened)
        return tl::unexpected(opened.error());
    progress.stage = LoadStage::Reading;
    auto timeline = std::make_shared<model::CategoryTimeline>();
    ByteWindow window(*opened->source, progress, stop);
    ValueArena arena;
    arena.setLimit(valueLimit((*file)->size()));
    StringPool names;
    JsonValues json(window, arena, names, timeline->diagnostics, JsonValues::Fractions::AsText);
    const Expected<JsonResult> result = json.run();
    if (!result)
        return tl::unexpected(result.error());
    if (result->cut)
        timeline->diagnostics.add(DiagnosticKind::truncated_file, static_cast<std::int64_t>(window.position()),
            fmt::format("the timeline ends at byte {}", window.position()));
    if (const Expected<void> read = TimelineReader(arena, names, *timeline).read(result->root); !read)
        return tl::unexpected(read.error());
    timeline->file = {path, (*file)->size(), window.position(), compressionOf(opened->container)};
    progress.stage = LoadStage::Done;
    return std::shared_ptr<const model::CategoryTimeline>(std::move(timeline));
}

} // namespace

Expected<std::shared_ptr<const model::CategoryTimeline>> loadCategoryTimeline(
    const std::string& path, Progress& progress, std::stop_token stop)
{
    try {
        return load(path, progress, stop);
    } catch (const std::bad_alloc&) {
        return fail(ErrorClass::OutOfMemory, "There is not enough memory to open this timeline.");
    }
}

} // namespace stepscope::pickle

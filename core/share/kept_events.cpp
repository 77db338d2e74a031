// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/kept_events.h"

#include "core/util/time.h"

#include <algorithm>
#include <simdjson.h>

namespace stepscope::share {
namespace {

bool overlaps(Interval window, std::int64_t start, std::int64_t end)
{
    return start < window.end && (end > window.start || start >= window.start);
}

bool holds(Interval window, std::int64_t time)
{
    return time >= window.start && time < window.end;
}

} // namespace

// Phase and time of an event, the time from its text. Keeps its memory from event to event.
class KeptEvents::FieldReader
{
public:
    struct Fields
    {
        char phase = '\0';
        std::optional<std::int64_t> time; // ns
    };

    Fields read(std::string_view json)
    {
        m_text.assign(json);
        m_text.append(simdjson::SIMDJSON_PADDING, ' ');
        Fields out;
        simdjson::ondemand::document document;
        if (m_parser.iterate(m_text.data(), json.size(), m_text.size()).get(document) != simdjson::SUCCESS)
            return out;
        std::string_view phase;
        if (document["ph"].get(phase) == simdjson::SUCCESS && !phase.empty())
            out.phase = phase.front();
        simdjson::ondemand::value field;
        if (document["ts"].get(field) == simdjson::SUCCESS) {
            if (const std::optional<ParsedTime> time = parseMicroseconds(plain(field.raw_json_token())))
                out.time = time->ns;
        }
        return out;
    }

private:
    // Without the blanks behind it and the quotes of times that are written as text.
    static std::string_view plain(std::string_view token)
    {
        constexpr std::string_view kAround = " \t\r\n\"";
        const std::size_t first = token.find_first_not_of(kAround);
        if (first == std::string_view::npos)
            return {};
        return token.substr(first, token.find_last_not_of(kAround) + 1 - first);
    }

    simdjson::ondemand::parser m_parser;
    std::string m_text;
};

KeptEvents::~KeptEvents() = default;

KeptEvents::KeptEvents(const model::Trace& trace, const CutRequest& request)
    : m_request(request)
    , m_reader(std::make_unique<FieldReader>())
{
    addSlices(trace);
    addPoints(trace);
    std::sort(m_known.begin(), m_known.end(), [](const Known& a, const Known& b) { return a.offset < b.offset; });
    std::sort(m_starts.begin(), m_starts.end());
}

void KeptEvents::addSlices(const model::Trace& trace)
{
    const model::SliceTable& slices = trace.slices;
    std::vector<bool> kept(slices.size(), true);
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const SliceId id(i);
        if (!m_request.python && trace.kindOf(id) == model::EventKind::PythonFunction)
            kept[i] = false;
        else if (m_request.window)
            kept[i] = slices.placed(id) && overlaps(*m_request.window, slices.start[i], slices.end(id));
    }
    for (std::size_t work = 0; m_request.window && work < trace.gpuWork.size(); ++work) {
        const SliceId launch = trace.gpuWork.launch[work];
        if (launch.valid() && kept[trace.gpuWork.slice[work].index()] && !kept[launch.index()]) {
            kept[launch.index()] = true;
        }
    }
    for (std::size_t i = 0; m_request.window && i < slices.size(); ++i) {
        if (kept[i] && slices.start[i] < m_request.window->start)
            m_starts.push_back(slices.start[i]);
    }
    m_known.reserve(slices.size() + trace.endOffsets.size());
    for (std::size_t i = 0; i < slices.size(); ++i)
        m_known.push_back({slices.offset(SliceId(i)), kept[i]});
    for (const auto& [slice, offset] : trace.endOffsets)
        m_known.push_back({offset, kept[slice.index()]});
}

void KeptEvents::addPoints(const model::Trace& trace)
{
    const std::optional<Interval>& window = m_request.window;
    for (std::size_t i = 0; i < trace.instants.size(); ++i)
        m_known.push_back({trace.instants.offset[i], !window || holds(*window, trace.instants.time[i])});
    for (const model::CounterSeries& series : trace.counters) {
        for (std::size_t i = 0; i < series.time.size(); ++i)
            m_known.push_back({series.offset[i], !window || holds(*window, series.time[i])});
    }
}

bool KeptEvents::keeps(std::uint64_t offset, std::string_view json)
{
    // An event of several counter series, or of steps of one async span, stands here more than once.
    bool known = false;
    auto at = std::partition_point(
        m_known.begin(), m_known.end(), [offset](const Known& one) { return one.offset < offset; });
    for (; at != m_known.end() && at->offset == offset; ++at) {
        if (at->kept)
            return true;
        known = true;
    }
    return !known && keepsUnknown(json);
}

bool KeptEvents::keepsUnknown(std::string_view json)
{
    if (!m_request.window)
        return true;
    const FieldReader::Fields fields = m_reader->read(json);
    if (fields.phase == 'M')
        return true; // belongs to no time
    return fields.time
        && (holds(*m_request.window, *fields.time)
            || std::binary_search(m_starts.begin(), m_starts.end(), *fields.time));
}

} // namespace stepscope::share

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/search/trace_search.h"

#include <QRegularExpression>

#include <algorithm>
#include <unordered_map>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kFewestShare = 8; // hits in arguments are shown once they are an eighth of those that are

bool isAscii(const QString& text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 0x80; });
}

QRegularExpression patternOf(const SearchQuery& query)
{
    return QRegularExpression(query.isRegex ? query.text : QRegularExpression::escape(query.text),
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
}

// What says whether a text is wanted; for work on another thread, so with a pattern of its own.
std::function<bool(std::string_view)> matcherOf(const SearchQuery& query)
{
    if (!query.isRegex && isAscii(query.text))
        return
            [text = query.text.toStdString()](std::string_view of) { return analysis::containsIgnoringCase(of, text); };
    return [pattern = patternOf(query)](std::string_view of) {
        return pattern.match(QString::fromUtf8(of.data(), static_cast<qsizetype>(of.size()))).hasMatch();
    };
}

std::vector<std::uint8_t> categoriesOf(const model::Trace& trace, const SearchQuery& query)
{
    if (query.category < 0)
        return {};
    std::vector<std::uint8_t> wanted(trace.categories.size(), 0);
    if (static_cast<std::size_t>(query.category) < wanted.size())
        wanted[static_cast<std::size_t>(query.category)] = 1;
    return wanted;
}

std::vector<std::uint8_t> namesOf(const StringPool& names, const SearchQuery& query, const std::stop_token& stop)
{
    if (!query.isRegex && isAscii(query.text))
        return analysis::namesContaining(names, query.text.toStdString());
    const auto matches = matcherOf(query);
    std::vector<std::uint8_t> wanted(names.size(), 0);
    for (std::size_t i = 0; i < wanted.size() && !stop.stop_requested(); ++i)
        wanted[i] = matches(names.view(NameId(i))) ? 1 : 0;
    return wanted;
}

void setInstants(SearchHits& hits, const std::vector<InstantId>& byTime)
{
    hits.instants = byTime;
    hits.instantsById = byTime;
    std::sort(hits.instantsById.begin(), hits.instantsById.end());
}

// `hits` with the slices `more`, in any order, which are not among them.
std::optional<SearchHits> joined(const SearchHits& hits, const std::vector<SliceId>& more, const std::stop_token& stop)
{
    SearchHits all = hits;
    all.byNameOnly = false;
    std::vector<std::size_t> runs {0};
    for (std::size_t i = 0; i < more.size(); ++i) {
        all.inOrder.push_back(more[i]);
        if (all.inOrder.size() > 1)
            runs.push_back(all.inOrder.size() - 1);
    }
    if (!analysis::orderByTime(*all.trace, all.inOrder, std::move(runs), stop))
        return {};
    return all;
}

tl::unexpected<Error> stopped()
{
    return stepscope::fail(ErrorClass::Cancelled, "");
}

analysis::HitCounts countsOf(const SearchHits& hits)
{
    std::unordered_map<std::uint32_t, std::uint64_t> counts;
    for (const SliceId slice : hits.inOrder)
        ++counts[hits.trace->slices.name[slice.index()].value];
    analysis::HitCounts result {hits.inOrder.size(), {}};
    for (const auto& [name, slices] : counts)
        result.byName.push_back({NameId(name), slices});
    analysis::addInstants(result, *hits.trace, hits.instants); // also sorts
    return result;
}

} // namespace

TraceSearch::TraceSearch(std::shared_ptr<const model::Trace> trace, QObject* parent)
    : QObject(parent)
    , m_trace(std::move(trace))
{
    connect(&m_job, &JobRunner::runningChanged, this, &TraceSearch::changed);
    connect(&m_job, &JobRunner::progressChanged, this, [this](const JobProgress& progress) {
        if (m_percent < 0 || progress.bytesTotal == 0)
            return;
        m_percent = static_cast<int>(std::min<std::uint64_t>(100, progress.bytesDone * 100 / progress.bytesTotal));
        takeFound();
        Q_EMIT changed();
    });
}

void TraceSearch::setQuery(const SearchQuery& query)
{
    if (query == m_query)
        return;
    m_query = query;
    forget();
    const QRegularExpression pattern = patternOf(query);
    if (!pattern.isValid())
        m_problem = QStringLiteral("Not a pattern: %1").arg(pattern.errorString());
    else if (!query.text.isEmpty())
        startCounting();
    Q_EMIT changed();
}

void TraceSearch::forget()
{
    m_job.cancel();
    m_limit = {};
    m_counts = {};
    m_problem.clear();
    m_percent = -1;
    m_current.reset();
    m_pending.reset();
    m_found.reset();
    m_all.reset();
    m_hits.reset();
    Q_EMIT hitsChanged();
}

void TraceSearch::startCounting()
{
    m_job.start<Named>(
        [trace = m_trace, query = m_query](Progress&, const std::stop_token& stop) -> Expected<Named> {
            Named named {{namesOf(trace->names, query, stop), categoriesOf(*trace, query)}, {}, {}};
            auto counts = analysis::countHits(*trace, named.filter, stop);
            if (!counts)
                return stopped();
            named.counts = std::move(*counts);
            named.instants = analysis::instantHits(*trace, named.filter);
            analysis::addInstants(named.counts, *trace, named.instants);
            return named;
        },
        [this](Expected<Named> named) {
            if (!named)
                return fail(named.error());
            m_counts = named->counts;
            startOrdering(std::move(*named));
            Q_EMIT changed();
        });
}

void TraceSearch::startOrdering(Named named)
{
    m_job.start<SearchHitsPtr>(
        [trace = m_trace, named = std::move(named)](Progress&, const std::stop_token& stop) -> Expected<SearchHitsPtr> {
            auto slices = analysis::hitsInOrder(*trace, named.filter, stop);
            if (!slices)
                return stopped();
            auto hits = std::make_shared<SearchHits>();
            hits->trace = trace;
            hits->filter = named.filter;
            hits->inOrder = std::move(*slices);
            setInstants(*hits, named.instants);
            return hits;
        },
        [this](Expected<SearchHitsPtr> hits) {
            if (!hits)
                return fail(hits.error());
            setAll(std::move(*hits));
            if (m_query.inArguments)
                startArguments();
            Q_EMIT changed();
        });
}

void TraceSearch::startArguments()
{
    m_percent = 0;
    m_found = std::make_shared<Found>();
    m_job.start<SearchHitsPtr>(
        [trace = m_trace, query = m_query, named = m_all, found = m_found](
            Progress& progress, const std::stop_token& stop) -> Expected<SearchHitsPtr> {
            analysis::ArgumentSearch search {matcherOf(query), {}, categoriesOf(*trace, query)};
            if (!query.isRegex && isAscii(query.text))
                search.text = query.text.toStdString();
            std::vector<SliceId> more;
            const auto take = [&](SliceId slice) {
                if (named->contains(slice))
                    return;
                more.push_back(slice);
                const std::lock_guard lock(found->mutex);
                found->slices.push_back(slice);
            };
            const auto done = analysis::searchArguments(*trace, search, take, progress, stop);
            if (!done)
                return tl::unexpected(done.error());
            auto all = *done ? joined(*named, more, stop) : std::nullopt;
            if (!all)
                return stopped();
            return std::make_shared<const SearchHits>(std::move(*all));
        },
        [this](Expected<SearchHitsPtr> hits) {
            m_percent = -1;
            m_found.reset();
            if (!hits)
                return fail(hits.error());
            m_counts = countsOf(**hits);
            setAll(std::move(*hits));
            Q_EMIT changed();
        });
}

// Shows what the arguments have given so far. Only once that is enough to be worth merging: all of it together costs
// O(hits) times a few.
void TraceSearch::takeFound()
{
    if (!m_found || !m_all)
        return;
    std::vector<SliceId> more;
    {
        const std::lock_guard lock(m_found->mutex);
        if (m_found->slices.empty() || m_found->slices.size() * kFewestShare < m_all->inOrder.size())
            return;
        more.swap(m_found->slices);
    }
    auto all = joined(*m_all, more, std::stop_token());
    m_counts = countsOf(*all);
    setAll(std::make_shared<const SearchHits>(std::move(*all)));
}

void TraceSearch::fail(const Error& error)
{
    m_percent = -1;
    m_problem = QString::fromStdString(error.message);
    Q_EMIT changed();
}

void TraceSearch::setAll(SearchHitsPtr hits)
{
    m_all = std::move(hits);
    applyLimit();
    if (m_pending) {
        const Request request = *m_pending;
        m_pending.reset();
        go(request.direction, request.selected, request.from);
    }
}

void TraceSearch::applyLimit()
{
    const Item kept = m_current && m_hits ? m_hits->at(*m_current) : Item();
    m_hits = m_all;
    if (m_limit.valid() && m_all) {
        SearchHits limited;
        limited.trace = m_trace;
        limited.filter = m_all->filter;
        limited.byNameOnly = m_all->byNameOnly;
        std::fill(limited.filter.names.begin(), limited.filter.names.end(), std::uint8_t {0});
        if (m_all->filter.names[m_limit.index()] != 0)
            limited.filter.names[m_limit.index()] = 1;
        std::copy_if(m_all->inOrder.begin(), m_all->inOrder.end(), std::back_inserter(limited.inOrder),
            [this](SliceId slice) { return m_trace->slices.name[slice.index()] == m_limit; });
        std::vector<InstantId> instants;
        std::copy_if(m_all->instants.begin(), m_all->instants.end(), std::back_inserter(instants),
            [this](InstantId id) { return m_trace->instants.name[id.index()] == m_limit; });
        setInstants(limited, instants);
        m_hits = std::make_shared<const SearchHits>(std::move(limited));
    }
    m_current.reset();
    if (m_hits && kept.valid()) {
        const std::size_t number = m_hits->numberOf(kept);
        if (number < m_hits->count())
            m_current = number;
    }
    Q_EMIT hitsChanged();
}

void TraceSearch::limitTo(NameId name)
{
    if (name == m_limit)
        return;
    m_limit = name;
    applyLimit();
    Q_EMIT changed();
}

std::uint64_t TraceSearch::total() const
{
    if (!m_limit.valid())
        return m_counts.total;
    const auto found = std::find_if(m_counts.byName.begin(), m_counts.byName.end(),
        [this](const analysis::NameCount& entry) { return entry.name == m_limit; });
    return found != m_counts.byName.end() ? found->slices : 0;
}

void TraceSearch::go(int direction, const Item& selected, std::int64_t from)
{
    if (!m_hits) {
        if (m_job.isRunning())
            m_pending = Request {direction, selected, from};
        return;
    }
    const std::size_t count = m_hits->count();
    if (count == 0)
        return;
    std::size_t number = m_hits->numberOf(selected);
    if (number < count)
        number = direction > 0 ? (number + 1) % count : (number + count - 1) % count;
    else if (direction > 0)
        number = m_hits->firstFrom(from) % count;
    else
        number = (m_hits->firstFrom(from) + count - 1) % count;
    m_current = number;
    Q_EMIT changed();
    Q_EMIT wentTo(m_hits->at(number));
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/search/trace_search.h"

#include <QRegularExpression>

#include <algorithm>
#include <unordered_map>

namespace stepscope::widgets {

namespace {

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

tl::unexpected<Error> stopped()
{
    return stepscope::fail(ErrorClass::Cancelled, "");
}

analysis::HitCounts countsOf(const model::Trace& trace, const std::vector<SliceId>& hits)
{
    std::unordered_map<std::uint32_t, std::uint64_t> counts;
    for (const SliceId slice : hits)
        ++counts[trace.slices.name[slice.index()].value];
    analysis::HitCounts result {hits.size(), {}};
    for (const auto& [name, slices] : counts)
        result.byName.push_back({NameId(name), slices});
    std::sort(result.byName.begin(), result.byName.end(),
        [](const auto& a, const auto& b) { return std::tuple(b.slices, a.name) < std::tuple(a.slices, b.name); });
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
    m_all.reset();
    m_hits.reset();
    Q_EMIT hitsChanged();
}

void TraceSearch::startCounting()
{
    m_job.start<Named>(
        [trace = m_trace, query = m_query](Progress&, const std::stop_token& stop) -> Expected<Named> {
            Named named {{namesOf(trace->names, query, stop), categoriesOf(*trace, query)}, {}};
            auto counts = analysis::countHits(*trace, named.filter, stop);
            if (!counts)
                return stopped();
            named.counts = std::move(*counts);
            return named;
        },
        [this](Expected<Named> named) {
            if (!named)
                return fail(named.error());
            m_counts = std::move(named->counts);
            startOrdering(std::move(named->filter));
            Q_EMIT changed();
        });
}

void TraceSearch::startOrdering(analysis::SearchFilter filter)
{
    m_job.start<SearchHitsPtr>(
        [trace = m_trace, filter = std::move(filter)](
            Progress&, const std::stop_token& stop) -> Expected<SearchHitsPtr> {
            auto hits = analysis::hitsInOrder(*trace, filter, stop);
            if (!hits)
                return stopped();
            return std::make_shared<const SearchHits>(SearchHits {trace, filter, true, std::move(*hits)});
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
    m_job.start<SearchHitsPtr>(
        [trace = m_trace, query = m_query, named = m_all](
            Progress& progress, const std::stop_token& stop) -> Expected<SearchHitsPtr> {
            analysis::ArgumentSearch search {matcherOf(query), {}, categoriesOf(*trace, query)};
            if (!query.isRegex && isAscii(query.text))
                search.text = query.text.toStdString();
            SearchHits all {trace, named->filter, false, named->inOrder};
            const auto take = [&all](SliceId slice) {
                if (!all.filter.takes(all.trace->slices.name[slice.index()], all.trace->slices.category[slice.index()]))
                    all.inOrder.push_back(slice);
            };
            const auto done = analysis::searchArguments(*trace, search, take, progress, stop);
            if (!done)
                return tl::unexpected(done.error());
            std::vector<std::size_t> runs {0};
            for (std::size_t i = std::max<std::size_t>(1, named->inOrder.size()); i < all.inOrder.size(); ++i)
                runs.push_back(i);
            if (!*done || !analysis::orderByTime(*trace, all.inOrder, std::move(runs), stop))
                return stopped();
            return std::make_shared<const SearchHits>(std::move(all));
        },
        [this](Expected<SearchHitsPtr> hits) {
            m_percent = -1;
            if (!hits)
                return fail(hits.error());
            m_counts = countsOf(*m_trace, (*hits)->inOrder);
            setAll(std::move(*hits));
            Q_EMIT changed();
        });
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
    const SliceId kept = m_current && m_hits ? m_hits->inOrder[*m_current] : SliceId();
    m_hits = m_all;
    if (m_limit.valid() && m_all) {
        SearchHits limited {m_trace, m_all->filter, m_all->byNameOnly, {}};
        std::fill(limited.filter.names.begin(), limited.filter.names.end(), std::uint8_t {0});
        if (m_all->filter.names[m_limit.index()] != 0)
            limited.filter.names[m_limit.index()] = 1;
        std::copy_if(m_all->inOrder.begin(), m_all->inOrder.end(), std::back_inserter(limited.inOrder),
            [this](SliceId slice) { return m_trace->slices.name[slice.index()] == m_limit; });
        m_hits = std::make_shared<const SearchHits>(std::move(limited));
    }
    m_current.reset();
    if (m_hits && kept.valid()) {
        const std::size_t index = m_hits->indexOf(kept);
        if (index < m_hits->inOrder.size())
            m_current = index;
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

void TraceSearch::go(int direction, SliceId selected, std::int64_t from)
{
    if (!m_hits) {
        if (m_job.isRunning())
            m_pending = Request {direction, selected, from};
        return;
    }
    const std::size_t count = m_hits->inOrder.size();
    if (count == 0)
        return;
    std::size_t index = m_hits->indexOf(selected);
    if (index < count)
        index = direction > 0 ? (index + 1) % count : (index + count - 1) % count;
    else if (direction > 0)
        index = m_hits->firstFrom(from) % count;
    else
        index = (m_hits->firstFrom(from) + count - 1) % count;
    m_current = index;
    Q_EMIT changed();
    Q_EMIT wentTo(m_hits->inOrder[index]);
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The search of one trace: takes what people type and brings answers as they come: first how many hits there are of
// which name, then all of them in time order, and then, where asked for, those whose arguments match, as they are
// found. Work runs in the background; a new question replaces the one before it. Also knows which hit is the current
// one. GUI thread only.

#include "core/analysis/argument_search.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/viewmodel/search_hits.h"
#include "widgets/viewmodel/time_axis.h"

#include <QObject>
#include <QString>

#include <memory>
#include <mutex>
#include <optional>

namespace stepscope::widgets {

struct SearchQuery
{
    QString text;
    bool isRegex = false;
    bool inArguments = false; // too
    int category = -1;        // index into Trace::categories; -1: all
    friend bool operator==(const SearchQuery&, const SearchQuery&) = default;
};

class TraceSearch : public QObject
{
    Q_OBJECT

public:
    explicit TraceSearch(std::shared_ptr<const model::Trace> trace, QObject* parent = nullptr);

    [[nodiscard]] const model::Trace& trace() const { return *m_trace; }
    void setQuery(const SearchQuery& query); // an empty text: nothing is looked for
    [[nodiscard]] const SearchQuery& query() const { return m_query; }
    void limitTo(NameId name); // only hits of this name; invalid: of all
    [[nodiscard]] NameId limit() const { return m_limit; }

    [[nodiscard]] const analysis::HitCounts& counts() const { return m_counts; }
    [[nodiscard]] std::uint64_t total() const;                         // of the name it is limited to, if any
    [[nodiscard]] const SearchHitsPtr& hits() const { return m_hits; } // null until they are in order
    [[nodiscard]] const QString& problem() const { return m_problem; } // of the pattern or the file
    [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }
    [[nodiscard]] int percent() const { return m_percent; } // of the arguments; -1 when they are not being searched

    // To the hit after or before the selected item where that is one, else to the nearest one from `from` on (or
    // before it); around the ends. Asked before the hits are in order, it goes there once they are.
    void go(int direction, const Item& selected, std::int64_t from);
    [[nodiscard]] std::optional<std::size_t> current() const { return m_current; } // number in hits()

Q_SIGNALS:
    void changed();                                    // counts, hits, problem, busy or progress
    void hitsChanged();                                // hits() is another one
    void wentTo(const stepscope::widgets::Item& item); // current() is another one

private:
    struct Request
    {
        int direction = 0;
        Item selected;
        std::int64_t from = 0;
    };
    struct Named
    {
        analysis::SearchFilter filter;
        analysis::HitCounts counts;
        std::vector<InstantId> instants;
    };
    struct Found // in arguments so far: filled by the work, emptied here
    {
        std::mutex mutex;
        std::vector<SliceId> slices;
    };

    void forget();
    void startCounting();
    void startOrdering(Named named);
    void startArguments();
    void takeFound();
    void setAll(SearchHitsPtr hits);
    void applyLimit();
    void fail(const Error& error);

    std::shared_ptr<const model::Trace> m_trace;
    SearchQuery m_query;
    NameId m_limit;
    analysis::HitCounts m_counts;
    SearchHitsPtr m_all; // whatever name they have
    SearchHitsPtr m_hits;
    QString m_problem;
    int m_percent = -1;
    std::optional<std::size_t> m_current;
    std::optional<Request> m_pending;
    std::shared_ptr<Found> m_found;
    JobRunner m_job;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
// What of a trace's page a session keeps, and back.
#include "widgets/details/detail_text.h"
#include "widgets/pages/trace_page.h"
#include "widgets/search/search_bar.h"
#include "widgets/timeline/row_controls.h"
#include "widgets/timeline/timeline_state.h"
#include "widgets/timeline/timeline_view.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

share::SearchState searchOf(const TraceSearch& search)
{
    const model::Trace& trace = search.trace();
    const SearchQuery& query = search.query();
    share::SearchState state {query.text.toStdString(), query.isRegex, query.inArguments, {}, {}};
    if (query.category >= 0)
        state.category = trace.names.view(trace.categories[static_cast<std::size_t>(query.category)].name);
    if (search.limit().valid())
        state.name = trace.names.view(search.limit());
    return state;
}

// Index into the categories; -1: all, or there is none of this name.
int categoryNamed(const model::Trace& trace, const std::optional<std::string>& name)
{
    const auto found = std::find_if(trace.categories.begin(), trace.categories.end(),
        [&](const model::Category& category) { return name && trace.names.view(category.name) == *name; });
    return found != trace.categories.end() ? static_cast<int>(found - trace.categories.begin()) : -1;
}

} // namespace

share::SessionPage TracePage::state()
{
    share::SessionPage page = ContentPage::state();
    share::TimelineState& state = page.timelines.emplace_back(timelineState(*m_timeline, m_axis, m_selection));
    if (const auto& height = m_rows->ownHeight())
        state.rowSize = static_cast<share::RowSize>(*height);
    if (const auto step = m_stepScope.chosen())
        state.step = m_steps.steps()[*step].start;
    if (!m_searchBar->isHidden())
        state.search = searchOf(m_search);
    state.shortKernel = m_figures.options().walls.shortKernelNs;
    if (!page.finding)
        page.finding = m_wantedInMemory;
    return page;
}

void TracePage::restore(const share::SessionPage& page)
{
    if (!page.timelines.empty()) {
        if (const QStringList missing = restoreView(page.timelines.front()); !missing.isEmpty())
            Q_EMIT notRestored(missing);
    }
    share::SessionPage own = page;
    // A finding about the memory of a snapshot that is still being read waits for it.
    m_wantedInMemory
        = isOfMemory(page.finding) && page.files.size() > 1 && m_memory == nullptr ? page.finding : std::nullopt;
    if (m_wantedInMemory)
        own.finding.reset();
    ContentPage::restore(own);
}

QStringList TracePage::restoreView(const share::TimelineState& state)
{
    QStringList missing;
    analysis::AnalysisOptions options = m_figures.options();
    if (state.shortKernel && *state.shortKernel != options.walls.shortKernelNs) {
        options.walls.shortKernelNs = *state.shortKernel;
        m_figures.setOptions(options);
    }
    m_rows->setOwnHeight(state.rowSize ? std::optional(static_cast<view::RowHeight>(*state.rowSize)) : std::nullopt);
    const auto& steps = m_steps.steps();
    const auto step = std::find_if(
        steps.begin(), steps.end(), [&state](const view::Step& one) { return state.step && one.start == *state.step; });
    if (state.step && step == steps.end())
        missing << QStringLiteral("the chosen step");
    m_stepScope.setChosen(
        step != steps.end() ? std::optional(static_cast<std::size_t>(step - steps.begin())) : std::nullopt);
    missing += restoreTimeline(*m_timeline, m_axis, m_selection, state);
    m_rows->filter(toQString(state.rowFilter));
    missing += restoreSearch(state.search);
    return missing;
}

QStringList TracePage::restoreSearch(const std::optional<share::SearchState>& search)
{
    if (!search) {
        if (!m_searchBar->isHidden())
            m_searchBar->close();
        return {};
    }
    const int category = categoryNamed(*m_trace, search->category);
    m_searchBar->show({toQString(search->text), search->isRegex, search->inArguments, category},
        search->name ? m_trace->names.find(*search->name) : NameId());
    if (category >= 0 || !search->category)
        return {};
    return {QStringLiteral("the category \"%1\"").arg(toQString(*search->category))};
}

} // namespace stepscope::widgets

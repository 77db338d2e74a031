// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewmodel/category_judgement.h"

#include "widgets/details/detail_text.h"

namespace stepscope::widgets {

CategoryJudgement::CategoryJudgement(TimelinePtr timeline, QObject* parent)
    : JudgementSource(parent)
    , m_timeline(std::move(timeline))
    , m_figures(std::make_shared<const analysis::CategoryFigures>(analysis::computeCategoryFigures(*m_timeline)))
{
}

QString CategoryJudgement::placeText(const analysis::Finding& finding, std::size_t place) const
{
    return place < finding.evidence.size() ? relativeTimeText(finding.evidence[place].span.start, m_timeline->timeNs[0])
                                           : QString();
}

} // namespace stepscope::widgets

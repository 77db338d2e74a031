// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/known_of_page.h"

#include "core/compare/comparison.h"
#include "widgets/compare/compare_page.h"
#include "widgets/compare/comparison_source.h"
#include "widgets/pages/ranks_page.h"
#include "widgets/pages/trace_page.h"

namespace stepscope::app {

namespace {

void addTrace(share::KnownSecrets& known, const model::Trace& trace)
{
    known.addPath(trace.file.path);
    known.addMetadata(trace);
}

} // namespace

void addKnown(share::KnownSecrets& known, const widgets::ContentPage& page)
{
    if (const auto* trace = qobject_cast<const widgets::TracePage*>(&page)) {
        addTrace(known, trace->trace());
    } else if (const auto* ranks = qobject_cast<const widgets::RanksPage*>(&page)) {
        for (const widgets::RankFile& file : ranks->job().files)
            known.addPath(file.path);
    } else if (const auto* compared = qobject_cast<const widgets::ComparePage*>(&page)) {
        for (const std::size_t side : {compare::kBefore, compare::kAfter}) {
            const widgets::CompareRun& run = compared->source().run(side);
            known.addPath(run.path.toStdString());
            if (run.trace)
                addTrace(known, *run.trace);
        }
    }
}

} // namespace stepscope::app

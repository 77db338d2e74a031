// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/known_of_page.h"

#include "core/compare/comparison.h"
#include "widgets/compare/compare_page.h"
#include "widgets/compare/comparison_source.h"
#include "widgets/details/event_details.h"
#include "widgets/memory/memory_strip.h"
#include "widgets/pages/category_page.h"
#include "widgets/pages/memory_page.h"
#include "widgets/pages/ranks_page.h"
#include "widgets/pages/trace_page.h"

namespace stepscope::app {

namespace {

void addSnapshot(share::KnownSecrets& known, const model::MemorySnapshot& snapshot)
{
    known.addPath(snapshot.record.file.path);
    known.addNames(snapshot.record.names);
}

void addRun(share::KnownSecrets& known, const widgets::CompareRun& run)
{
    known.addPath(run.path.toStdString());
    if (run.trace)
        known.addTrace(*run.trace);
    if (run.snapshot)
        addSnapshot(known, *run.snapshot);
}

} // namespace

void addKnown(share::KnownSecrets& known, const widgets::ContentPage& page)
{
    if (const auto* trace = qobject_cast<const widgets::TracePage*>(&page)) {
        known.addTrace(trace->trace());
    } else if (const auto* memory = qobject_cast<const widgets::MemoryPage*>(&page)) {
        addSnapshot(known, memory->snapshot());
    } else if (const auto* categories = qobject_cast<const widgets::CategoryPage*>(&page)) {
        known.addPath(categories->path());
    } else if (const auto* ranks = qobject_cast<const widgets::RanksPage*>(&page)) {
        for (const widgets::RankFile& file : ranks->job().files)
            known.addPath(file.path);
    } else if (const auto* compared = qobject_cast<const widgets::ComparePage*>(&page)) {
        for (const std::size_t side : {compare::kBefore, compare::kAfter})
            addRun(known, compared->source().run(side));
    }
    for (const widgets::MemoryStrip* strip : page.findChildren<widgets::MemoryStrip*>())
        addSnapshot(known, *strip->parts().snapshot);
    // Arguments that are shown: their keys tell what they are.
    for (const widgets::EventDetails* details : page.findChildren<widgets::EventDetails*>())
        known.addJson(details->jsonText().toStdString());
}

} // namespace stepscope::app

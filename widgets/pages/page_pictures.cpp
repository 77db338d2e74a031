// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages of files give to pictures of them: another page of the same data, the parts that are the view, the
// words of caption and report. The comparison's are in compare/compare_page_picture.cpp.
#include "core/analysis/findings/study.h"
#include "core/analysis/producer.h"
#include "core/ranks/world.h"
#include "widgets/details/detail_text.h"
#include "widgets/findings/finding_words.h"
#include "widgets/memory/category_view.h"
#include "widgets/memory/colour_legend.h"
#include "widgets/memory/memory_strip.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/memory/memory_words.h"
#include "widgets/pages/category_page.h"
#include "widgets/pages/memory_page.h"
#include "widgets/pages/ranks_page.h"
#include "widgets/pages/trace_page.h"
#include "widgets/picture/picture_words.h"
#include "widgets/ranks/ranks_timeline_view.h"
#include "widgets/tables/table_data.h"
#include "widgets/timeline/timeline_view.h"

#include <QFileInfo>
#include <QSplitter>

#include <algorithm>
#include <set>

namespace stepscope::widgets {

namespace {

QString fileName(const std::string& path)
{
    return QFileInfo(toQString(path)).fileName();
}

// Of a finding that is looked at, else of the first.
ReportWords wordsOf(const JudgementSource& source, const FindingCursor& cursor)
{
    ReportWords words;
    const JudgementPtr judgement = source.judgement();
    if (!judgement) {
        words.sentence = source.problem();
        return words;
    }
    words.kind = bucketText(judgement->verdict);
    words.sentence = toQString(judgement->verdict.sentence);
    const auto& findings = judgement->findings;
    const std::size_t told = cursor.current() ? cursor.current()->finding : 0;
    if (told < findings.size()) {
        for (const std::string& line : findings[told].advice)
            words.advice << toQString(line);
    }
    for (const analysis::Finding& finding : findings)
        words.findings.push_back({finding.share > 0 ? toQString(analysis::wholePercent(finding.share)) : QString(),
            toQString(finding.headline)});
    if (told < findings.size()) // whose advice it is stands first
        std::rotate(words.findings.begin(), words.findings.begin() + static_cast<std::ptrdiff_t>(told),
            words.findings.begin() + static_cast<std::ptrdiff_t>(told) + 1);
    return words;
}

// "12.4 ms from +85.2 ms"; where all is seen only how long that is.
QString rangeText(const TimeAxis& axis)
{
    const TimeRange seen = axis.range();
    const QString length = durationText(seen.length());
    return axis.showsAll()
        ? length
        : QStringLiteral("%1 from %2").arg(length, relativeTimeText(seen.start, axis.bounds().start));
}

// Each kind once.
QString deviceNames(const model::Trace& trace)
{
    QStringList names;
    for (const model::DeviceInfo& device : trace.devices) {
        const QString name = toQString(device.name).simplified();
        if (!name.isEmpty() && !names.contains(name))
            names << name;
    }
    return names.join(QStringLiteral(", "));
}

} // namespace

// ---- trace ----

ContentPage* TracePage::twin(ThemeSource* theme, QWidget* parent) const
{
    auto* page = new TracePage(m_trace, theme, parent, m_figures.whole());
    page->figures().assumeOptions(m_figures.options());
    page->timeline().setDisplay(m_timeline->display());
    if (m_memoryPage)
        page->attachMemory(*m_memoryPage, m_memoryBase);
    return page;
}

QString TracePage::tellingPanel() const
{
    return tableTitle(m_trace->devices.empty() ? TableKind::Operators : TableKind::Kernels);
}

QList<QWidget*> TracePage::pictureParts()
{
    return {m_lanes};
}

CaptionWords TracePage::captionWords() const
{
    CaptionWords words;
    words.file = fileName(m_trace->file.path);
    if (m_memoryPage)
        words.file += QStringLiteral(" and ") + fileName(m_memoryPage->snapshot().record.file.path);
    if (m_stepScope.chosen())
        words.step = m_stepScope.name(*m_stepScope.chosen());
    words.range = rangeText(m_axis);
    words.device = deviceNames(*m_trace);
    if (const std::string version = analysis::torchVersion(*m_trace); !version.empty())
        words.pytorch = QStringLiteral("PyTorch ") + toQString(version);
    return words;
}

ReportWords TracePage::reportWords() const
{
    return wordsOf(m_judgement, m_findings);
}

std::size_t TracePage::findingCount() const
{
    return m_findings.count();
}

void TracePage::goToFinding(std::size_t finding)
{
    m_findings.go(finding);
}

// ---- memory snapshot ----

ContentPage* MemoryPage::twin(ThemeSource* theme, QWidget* parent) const
{
    return new MemoryPage(m_snapshot, theme, parent);
}

QList<QWidget*> MemoryPage::pictureParts()
{
    return {m_legend, m_timeline};
}

CaptionWords MemoryPage::captionWords() const
{
    CaptionWords words;
    words.file = fileName(m_snapshot->record.file.path);
    if (hasDevice()) {
        words.range = pointText(device(), m_cursor.entry());
        words.device = memoryDeviceText(device());
    }
    return words;
}

ReportWords MemoryPage::reportWords() const
{
    return wordsOf(m_figures, m_findings);
}

std::size_t MemoryPage::findingCount() const
{
    return m_findings.count();
}

void MemoryPage::goToFinding(std::size_t finding)
{
    m_findings.go(finding);
}

// ---- memory by category ----

ContentPage* CategoryPage::twin(ThemeSource* theme, QWidget* parent) const
{
    return new CategoryPage(m_timeline, theme, parent);
}

QList<QWidget*> CategoryPage::pictureParts()
{
    return {m_legend, m_view};
}

CaptionWords CategoryPage::captionWords() const
{
    CaptionWords words;
    words.file = fileName(m_timeline->file.path);
    words.range = m_view->timeText(m_view->point());
    return words;
}

ReportWords CategoryPage::reportWords() const
{
    return wordsOf(m_judgement, m_findings);
}

std::size_t CategoryPage::findingCount() const
{
    return m_findings.count();
}

void CategoryPage::goToFinding(std::size_t finding)
{
    m_findings.go(finding);
}

// ---- ranks of a job ----

ContentPage* RanksPage::twin(ThemeSource* theme, QWidget* parent) const
{
    auto* page = new RanksPage(m_set, theme, parent);
    page->showJob(m_shown);
    return page;
}

QList<QWidget*> RanksPage::pictureParts()
{
    return {m_timeline};
}

CaptionWords RanksPage::captionWords() const
{
    const std::size_t files = job().files.size();
    CaptionWords words;
    words.file = files == 1 ? fileName(job().files[0].path) : QString();
    words.range = rangeText(m_axis);
    words.device = countedText(job().world.ranks.size(), QStringLiteral("rank"), QStringLiteral("ranks"));
    return words;
}

ReportWords RanksPage::reportWords() const
{
    return wordsOf(m_judgement, m_findings);
}

std::size_t RanksPage::findingCount() const
{
    return m_findings.count();
}

void RanksPage::goToFinding(std::size_t finding)
{
    m_findings.go(finding);
}

} // namespace stepscope::widgets

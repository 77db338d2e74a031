// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_strip.h"

#include "core/analysis/memory/run_clock.h"
#include "widgets/common/icon_label.h"
#include "widgets/common/theme.h"
#include "widgets/details/detail_text.h"
#include "widgets/findings/panel_row.h"
#include "widgets/findings/wrap_label.h"
#include "widgets/memory/device_bar.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/memory/memory_words.h"
#include "widgets/pages/page_picture.h"
#include "widgets/viewmodel/axis_link.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope::widgets {

namespace {

constexpr int kNameLimit = 40;

} // namespace

MemoryStrip::MemoryStrip(const RunParts& run, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_run(run)
    , m_theme(theme)
    , m_bar(new DeviceBar(*run.snapshot, run.cursor, this))
    , m_work(new QToolButton(this))
    , m_said(new PanelRow(theme->theme(), false, this))
    , m_icon(new IconLabel(m_said))
    , m_verdict(new WrapLabel({}, m_said))
    , m_timeline(new MemoryTimelineView(run.snapshot, &m_axis, run.cursor, theme, this))
    , m_row(new QHBoxLayout())
{
    setZero(run.axis->bounds().start);
    m_timeline->setAxisMode(view::MemoryAxisMode::Time);
    m_link = new AxisLink(run.axis, &m_axis, run.base, this); // now that the view no longer bounds the axis itself
    m_work->setAutoRaise(true);
    m_work->setToolTip(QStringLiteral("What the GPU runs at this moment: show it in the timeline"));
    auto* page = new QToolButton(this);
    page->setText(QStringLiteral("Open the snapshot"));
    page->setToolTip(QStringLiteral("Its own tab: findings, allocator state, who holds the memory"));
    m_bar->add(m_work);
    m_bar->add(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    auto* said = new QHBoxLayout(m_said);
    said->setContentsMargins(12, 2, 12, 2);
    said->addWidget(m_icon, 0, Qt::AlignTop);
    said->addWidget(m_verdict, 1);
    m_verdict->setMaxLines(1);
    m_said->setFocusPolicy(Qt::StrongFocus);
    m_said->setCursor(Qt::PointingHandCursor);
    m_said->setProperty(kSaysNothingInPictures, false); // what it says is no word on a button
    m_said->hide();
    connect(m_said, &PanelRow::clicked, this, &MemoryStrip::verdictActivated);
    const auto colour = [this]() {
        m_icon->setIcon(QStringLiteral("warning"), m_theme->theme().warn);
        m_said->setTheme(m_theme->theme());
    };
    connect(m_theme, &ThemeSource::changed, this, colour);
    colour();
    layout->addWidget(m_said);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->addWidget(m_timeline);
    layout->addLayout(m_row, 1);
    connect(m_run.selection, &Selection::itemChanged, this, &MemoryStrip::followSelection);
    connect(m_run.selection, &Selection::rangeChanged, this, &MemoryStrip::followSelection);
    connect(m_run.cursor, &MemoryCursor::entryChanged, this, [this]() {
        if (const auto time = timeOfEntry())
            m_run.axis->setCursor(*time);
        nameWork();
    });
    connect(m_run.cursor, &MemoryCursor::deviceChanged, this, &MemoryStrip::nameWork);
    connect(m_work, &QToolButton::clicked, this, [this]() { Q_EMIT workActivated(m_working); });
    connect(page, &QToolButton::clicked, this, &MemoryStrip::pageRequested);
    nameWork();
}

MemoryStrip::~MemoryStrip()
{
    delete m_timeline; // it says to the axis what the pointer leaves
    delete m_link;
}

// A range goes before a slice: it was dragged on purpose.
void MemoryStrip::followSelection()
{
    std::optional<TimeRange> span = m_run.selection->range();
    const SliceId slice = m_run.selection->slice();
    if (!span && slice.valid() && m_run.trace->slices.timed(slice))
        span = TimeRange {m_run.trace->slices.start[slice.index()], m_run.trace->slices.end(slice)};
    if (!span || m_run.cursor->device() >= m_run.snapshot->devices.size())
        return;
    const model::MemoryEntries& entries = m_run.snapshot->entries(m_run.snapshot->devices[m_run.cursor->device()]);
    const auto found = analysis::entriesBetween(entries, span->start + m_run.base, span->end + m_run.base);
    m_run.cursor->setRange(found ? std::optional(EntryRange {found->first, found->last}) : std::nullopt);
}

std::optional<std::int64_t> MemoryStrip::timeOfEntry() const
{
    if (m_run.cursor->device() >= m_run.snapshot->devices.size())
        return std::nullopt;
    const model::MemoryDevice& device = m_run.snapshot->devices[m_run.cursor->device()];
    const auto time = entryTime(m_run.snapshot->entries(device), m_run.cursor->entry());
    return time ? std::optional(*time - m_run.base) : std::nullopt;
}

void MemoryStrip::nameWork()
{
    const std::optional<std::int64_t> time = timeOfEntry();
    m_working = time ? analysis::gpuWorkAt(*m_run.trace, *time) : SliceId();
    m_work->setVisible(m_working.valid());
    if (m_working.valid())
        m_work->setText(QStringLiteral("GPU runs ") + elideMiddle(linkNameOf(*m_run.trace, m_working), kNameLimit));
}

void MemoryStrip::setBarVisible(bool visible)
{
    m_bar->setVisible(visible);
}

void MemoryStrip::setVerdict(const analysis::Judgement* judgement)
{
    const bool isTrouble = judgement != nullptr && judgement->verdict.bucket == analysis::Bucket::Memory;
    m_said->setVisible(isTrouble);
    if (!isTrouble)
        return;
    m_verdict->setText(QStringLiteral("Memory: ") + toQString(judgement->verdict.sentence));
    m_said->setAccessibleName(m_verdict->text());
    m_said->setAccessibleDescription(QStringLiteral("Leads to where it shows"));
}

QString MemoryStrip::verdict() const
{
    return m_said->isHidden() ? QString() : m_verdict->text();
}

void MemoryStrip::setZero(std::int64_t time)
{
    m_timeline->setSharedAxis(time + m_run.base);
    m_timeline->update();
}

void MemoryStrip::alignTo(int left, int right)
{
    m_left = left;
    m_right = right;
    // The bands start where the canvas does; bytes are written to the left of it.
    const int before = m_timeline->canvas().left();
    const int behind = m_timeline->width() - m_timeline->canvas().right() - 1;
    m_row->setContentsMargins(std::max(0, left - before), 0, std::max(0, width() - right - behind), 0);
    layout()->activate(); // at once: a request that comes while the page is being laid out would be lost
}

void MemoryStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    alignTo(m_left, m_right);
}

} // namespace stepscope::widgets

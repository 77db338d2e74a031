// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/memory_pair.h"

#include "widgets/common/combo_box.h"
#include "widgets/compare/run_bar.h"
#include "widgets/compare/shift_handle.h"
#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/memory/memory_words.h"
#include "widgets/tables/table_box.h"
#include "widgets/timeline/timeline_commands.h"

#include <QEvent>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

using compare::kAfter;
using compare::kBefore;

namespace {

QString entriesWords(double units)
{
    const double entries = units / static_cast<double>(view::EntryPositions::kUnit);
    const auto whole = static_cast<std::uint64_t>(std::llround(std::abs(entries)));
    return QStringLiteral("%1%2").arg(entries < 0 ? QStringLiteral("−") : QStringLiteral("+"),
        countedText(whole, QStringLiteral("entry"), QStringLiteral("entries")));
}

// The largest of a stack; the first of equals; invalid where there is none.
AllocId largestOf(const model::AllocationTable& table, StackId stack)
{
    AllocId largest;
    for (std::size_t i = 0; stack.valid() && i < table.count(); ++i) {
        if (table.stack[i] == stack && (!largest.valid() || table.size[i] > table.size[largest.index()]))
            largest = AllocId(i);
    }
    return largest;
}

} // namespace

MemoryPair::MemoryPair(const ComparisonSource* source, ThemeSource* theme, QWidget* parent)
    : RunPair(source, {source->run(kBefore).nameOfMemory(), source->run(kAfter).nameOfMemory()}, theme, parent)
    , m_peaks(addAlignment(QStringLiteral("Peaks"), QStringLiteral("The peak of the one run under that of the other")))
    , m_share(addAlignment(QStringLiteral("Share of entries"),
          QStringLiteral(
              "Both histories as wide as each other: the same share of the entries stands under each other")))
    , m_devices(new ComboBox(QStringLiteral("Device"), QStringLiteral("Whose memory is compared"), this))
{
    for (const std::size_t side : kSides)
        makeView(side);
    addShiftHandle(entriesWords);
    m_devices->hide();
    connect(m_devices, &QComboBox::activated, this, [this](int row) { chooseDevice(static_cast<std::size_t>(row)); });
    connect(source, &ComparisonSource::changed, this, &MemoryPair::devicesKnown);
    connect(&axes(), &RunAxes::alignmentChanged, this, &MemoryPair::showAlignment);
    connect(m_peaks, &QToolButton::clicked, this, &MemoryPair::alignAtPeaks);
    connect(m_share, &QToolButton::clicked, this, &MemoryPair::alignByShare);
    deviceShown();
    devicesKnown();
}

// Views tell the axes and cursors what the pointer leaves while they are taken apart: they go first.
MemoryPair::~MemoryPair()
{
    for (MemoryTimelineView* view : m_views)
        delete view;
}

void MemoryPair::makeView(std::size_t side)
{
    const SnapshotPtr& snapshot = runOf(side).snapshot;
    m_cursors[side].setDevice(snapshot->defaultDevice);
    m_views[side] = new MemoryTimelineView(snapshot, &axes().axis(side), &m_cursors[side], theme(), this);
    addRun(side, m_views[side], m_views[side], m_views[side]);
    connect(source().memory(side), &JudgementSource::judgementChanged, this, &MemoryPair::stepsKnown);
    connect(&bar(side), &RunBar::stepChosen, this, [this, side](int step) {
        std::array<std::size_t, 2> chosen {};
        chosen[side] = static_cast<std::size_t>(step);
        const int other = bar(1 - side).steps().currentIndex();
        chosen[1 - side] = static_cast<std::size_t>(other < 0 ? step : other); // none yet: the one at the same place
        alignAtSteps(chosen[kBefore], chosen[kAfter]);
    });
    for (const auto signal :
        {&MemoryCursor::entryChanged, &MemoryCursor::hoveredChanged, &MemoryCursor::allocationChanged})
        connect(&m_cursors[side], signal, this, &MemoryPair::textsChanged);
}

const model::MemoryDevice* MemoryPair::deviceOf(std::size_t side) const
{
    const model::MemorySnapshot& snapshot = *runOf(side).snapshot;
    return m_cursors[side].device() < snapshot.devices.size() ? &snapshot.devices[m_cursors[side].device()] : nullptr;
}

const std::vector<analysis::MemoryStep>* MemoryPair::steps(std::size_t side) const
{
    const MemoryFiguresPtr& figures = source().memory(side)->figures();
    return figures && m_cursors[side].device() < figures->devices.size()
        ? &figures->devices[m_cursors[side].device()].steps
        : nullptr;
}

std::size_t MemoryPair::deviceCount() const
{
    return source().comparison() ? source().comparison()->memoryDevices.size() : 0;
}

void MemoryPair::devicesKnown()
{
    if (deviceCount() == 0)
        return;
    const auto& pairs = source().comparison()->memoryDevices;
    const model::MemorySnapshot& after = *runOf(kAfter).snapshot;
    std::size_t chosen = 0;
    m_devices->clear();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        m_devices->addItem(memoryDeviceText(after.devices[pairs[i][kAfter]]));
        if (pairs[i][kAfter] == after.defaultDevice)
            chosen = i;
    }
    m_devices->setVisible(pairs.size() > 1);
    chooseDevice(chosen);
}

void MemoryPair::chooseDevice(std::size_t pair)
{
    const std::array<std::size_t, 2>& devices = source().comparison()->memoryDevices[pair];
    m_device = pair;
    m_devices->setCurrentIndex(static_cast<int>(pair));
    if (devices[kBefore] == m_cursors[kBefore].device() && devices[kAfter] == m_cursors[kAfter].device())
        return;
    for (const std::size_t side : kSides)
        m_cursors[side].setDevice(devices[side]);
    deviceShown();
    Q_EMIT deviceChanged();
}

void MemoryPair::followCursors()
{
    for (std::size_t pair = 0; pair < deviceCount(); ++pair) {
        const std::array<std::size_t, 2>& devices = source().comparison()->memoryDevices[pair];
        if (pair == m_device || devices[kBefore] != m_cursors[kBefore].device()
            || devices[kAfter] != m_cursors[kAfter].device())
            continue;
        m_device = pair;
        m_devices->setCurrentIndex(static_cast<int>(pair));
        deviceShown();
        Q_EMIT deviceChanged();
        return;
    }
}

// All that follows from which device it is.
void MemoryPair::deviceShown()
{
    m_top = 0;
    for (const std::size_t side : kSides) {
        bar(side).setSteps({});
        if (const model::MemoryDevice* device = deviceOf(side)) {
            m_cursors[side].setEntry(device->active.peakEntry);
            m_top = std::max({m_top, device->active.peak, device->reserved.peak});
        }
    }
    m_colours.reset();
    m_views[kBefore]->setColourModel(nullptr);
    m_colours = std::make_shared<const MemoryGroups>(m_views[kBefore]->content().groups());
    alignAtPeaks();
    stepsKnown();
}

void MemoryPair::dress(std::size_t side, MemoryTimelineView& view) const
{
    view.setTop(m_top);
    view.setSteps(m_steps[side]);
    view.setColourModel(m_colours);
}

void MemoryPair::stepsKnown()
{
    for (const std::size_t side : kSides) {
        m_steps[side].clear();
        QStringList names;
        if (const std::vector<analysis::MemoryStep>* all = steps(side)) {
            for (const analysis::MemoryStep& step : *all) {
                names << toQString(step.marker);
                m_steps[side].push_back(stepMark(step));
            }
        }
        if (names.size() != bar(side).steps().count()) {
            bar(side).setSteps(names);
            bar(side).steps().setPlaceholderText(QStringLiteral("its peak"));
            bar(side).steps().setCurrentIndex(-1); // until one is chosen the peaks are aligned
        }
        dress(side, *m_views[side]);
    }
    Q_EMIT dressChanged();
    if (axes().shift() == 0 && axes().alignment() == atPeaks()) // nobody has chosen another yet
        alignAtCommonSteps();
}

// The first step of the same name in both but for the very first, which is none like the others.
void MemoryPair::alignAtCommonSteps()
{
    const std::vector<MemoryStepMark>& after = m_steps[kAfter];
    for (std::size_t i = 1; i < m_steps[kBefore].size(); ++i) {
        const auto same = std::find_if(after.begin(), after.end(),
            [&](const MemoryStepMark& step) { return step.name == m_steps[kBefore][i].name; });
        if (same == after.end())
            continue;
        alignAtSteps(i, static_cast<std::size_t>(same - after.begin()));
        axes().fitCommon();
        return;
    }
}

Alignment MemoryPair::atPeaks() const
{
    Alignment alignment;
    for (const std::size_t side : kSides) {
        if (const model::MemoryDevice* shown = deviceOf(side))
            alignment.anchors[side] = m_views[side]->content().positions().of(shown->active.peakEntry);
    }
    return alignment;
}

void MemoryPair::alignAtPeaks()
{
    axes().align(atPeaks());
    axes().fitCommon();
}

Alignment MemoryPair::byShare() const
{
    Alignment alignment;
    std::array<double, 2> lengths {};
    for (const std::size_t side : kSides) {
        const view::EntryPositions& positions = m_views[side]->content().positions();
        alignment.anchors[side] = positions.begin();
        lengths[side] = view::timeDifference(positions.end(), positions.begin());
    }
    if (lengths[kBefore] > 0 && lengths[kAfter] > 0)
        alignment.pace = lengths[kAfter] / lengths[kBefore];
    return alignment;
}

void MemoryPair::alignByShare()
{
    axes().align(byShare());
    axes().axis(kBefore).fitAll();
}

void MemoryPair::showAlignment()
{
    const bool exact = axes().shift() == 0;
    m_peaks->setChecked(exact && axes().alignment() == atPeaks());
    m_share->setChecked(exact && axes().alignment() == byShare());
}

void MemoryPair::alignAtSteps(std::size_t before, std::size_t after)
{
    const std::array chosen {before, after};
    Alignment alignment;
    for (const std::size_t side : kSides) {
        const std::vector<analysis::MemoryStep>* all = steps(side);
        if (all == nullptr || chosen[side] >= all->size())
            return;
        bar(side).steps().setCurrentIndex(static_cast<int>(chosen[side]));
        alignment.anchors[side] = m_views[side]->content().positions().of((*all)[chosen[side]].firstEntry);
    }
    axes().align(alignment);
}

void MemoryPair::showStacks(const std::array<StackId, 2>& stacks)
{
    bool shown = false;
    for (const std::size_t side : kSides) {
        const AllocId chosen
            = deviceOf(side) != nullptr ? largestOf(deviceOf(side)->allocations, stacks[side]) : AllocId();
        m_cursors[side].choose(chosen);
        if (!chosen.valid())
            continue;
        const model::AllocationTable& table = deviceOf(side)->allocations;
        m_cursors[side].setEntry(table.born[chosen.index()]);
        if (!shown) {
            m_views[side]->fitEntries(
                {table.born[chosen.index()], std::min(table.died[chosen.index()], deviceOf(side)->entryCount() - 1)});
        }
        shown = true;
    }
}

bool MemoryPair::can(TimelineCommand command)
{
    switch (command) {
    case TimelineCommand::ZoomIn:
    case TimelineCommand::ZoomInFast:
    case TimelineCommand::ZoomOut:
    case TimelineCommand::ZoomOutFast:
    case TimelineCommand::PanLeft:
    case TimelineCommand::PanLeftFast:
    case TimelineCommand::PanRight:
    case TimelineCommand::PanRightFast:
    case TimelineCommand::FitAll:
    case TimelineCommand::Back:
        return true;
    default:
        return false;
    }
}

void MemoryPair::run(TimelineCommand command)
{
    (void)roam(axes().axis(active()), command);
}

QString MemoryPair::whatText() const
{
    QStringList parts;
    for (const std::size_t side : kSides) {
        const model::MemoryDevice* shown = deviceOf(side);
        if (shown == nullptr)
            continue;
        const AllocId at = m_cursors[side].hovered().valid() ? m_cursors[side].hovered() : m_cursors[side].allocation();
        const QString word = side == kBefore ? QStringLiteral("before") : QStringLiteral("after");
        if (at.index() < shown->allocations.count())
            parts << QStringLiteral("%1: %2").arg(word, bytesText(shown->allocations.size[at.index()]));
        else
            parts
                << QStringLiteral("%1: %2, peak %3").arg(word, memoryDeviceText(*shown), bytesText(shown->active.peak));
    }
    return parts.join(QStringLiteral("  ·  "));
}

QString MemoryPair::whereText() const
{
    QStringList parts;
    for (const std::size_t side : kSides) {
        if (const model::MemoryDevice* shown = deviceOf(side))
            parts << pointText(*shown, m_cursors[side].entry());
    }
    return parts.join(QStringLiteral("  ·  "));
}

bool MemoryPair::isIdle() const
{
    return std::all_of(m_views.begin(), m_views.end(), [](const MemoryTimelineView* view) { return view->idle(); });
}

} // namespace stepscope::widgets

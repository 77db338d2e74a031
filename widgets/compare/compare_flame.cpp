// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/compare_flame.h"

#include "core/analysis/memory/holdings.h"
#include "core/analysis/memory/stack_tree.h"
#include "widgets/common/style.h"
#include "widgets/memory/colour_legend.h"
#include "widgets/memory/memory_flame.h"
#include "widgets/tables/table_box.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope::widgets {

using compare::kAfter;
using compare::kBefore;
using Frames = CompareFlame::Frames;
using Made = CompareFlame::Made;

namespace {

constexpr std::array kSides {kBefore, kAfter};

// All that the job looks at.
struct Wanted
{
    CompareRuns runs;
    ComparisonPtr comparison;
    std::array<FiguresPtr, 2> figures; // of traces
    Frames frames;
    analysis::CallWeight weight;
    std::array<std::size_t, 2> devices; // of snapshots
};

// The compared steps, whole; everything where there are none.
analysis::Window windowOf(const Wanted& wanted, std::size_t side)
{
    const std::vector<std::uint32_t>& compared = wanted.comparison->alignment.compared[side];
    if (!wanted.comparison->perStep || compared.empty())
        return {};
    const std::vector<analysis::StepFigures>& steps = wanted.figures[side]->steps.steps;
    return analysis::cutTo({steps[compared.front()].span.cpu.start, steps[compared.back()].span.cpu.end});
}

Made makeCalls(const Wanted& wanted, const std::stop_token& stop)
{
    Made made;
    std::array<FlameTreePtr, 2> flames;
    std::array<double, 2> divisors {1, 1};
    const auto frames
        = wanted.frames == Frames::Python ? analysis::CallFrames::Python : analysis::CallFrames::Operators;
    for (const std::size_t side : kSides) {
        const std::shared_ptr<const model::Trace>& trace = wanted.runs[side].trace;
        made.calls[side] = std::make_shared<const analysis::CallTree>(
            callTree(*trace, windowOf(wanted, side), frames, wanted.weight, stop));
        flames[side] = callFlame(trace, made.calls[side]);
        if (wanted.comparison->perStep && !wanted.comparison->alignment.compared[side].empty())
            divisors[side] = static_cast<double>(wanted.comparison->alignment.compared[side].size());
    }
    made.difference = flameDifference(flames, divisors, FlameNames::Calls);
    return made;
}

FlameTreePtr stacksAtPeak(const model::MemorySnapshot& snapshot, std::size_t index)
{
    const analysis::StackReader reader(snapshot.record);
    if (index >= snapshot.devices.size())
        return memoryFlame(analysis::stackTree(reader, {}));
    const model::MemoryDevice& device = snapshot.devices[index];
    const std::vector<AllocId> live = model::liveAt(snapshot, device, device.active.peakEntry);
    return memoryFlame(analysis::stackTree(reader, analysis::weightsByStack(device, live)));
}

Made makeStacks(const Wanted& wanted)
{
    std::array<FlameTreePtr, 2> stacks;
    for (const std::size_t side : kSides)
        stacks[side] = stacksAtPeak(*wanted.runs[side].snapshot, wanted.devices[side]);
    Made made;
    made.difference = flameDifference(stacks, {1, 1}, FlameNames::WithoutNumbers);
    return made;
}

} // namespace

CompareFlame::CompareFlame(const ComparisonSource* source, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_source(source)
    , m_framesGroup(new QButtonGroup(this))
    , m_weightGroup(new QButtonGroup(this))
    , m_view(new FlameView(QStringLiteral("Difference flame graph"), theme, this))
    , m_legend(new ColourLegend(theme, this))
    , m_frames(source->hasTraces() ? Frames::Operators : Frames::Stacks)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_view);
    QList<std::pair<int, QString>> frames;
    if (m_source->hasTraces())
        frames << std::pair(static_cast<int>(Frames::Operators), QStringLiteral("Operators"))
               << std::pair(static_cast<int>(Frames::Python), QStringLiteral("Python"));
    if (m_source->hasSnapshots())
        frames << std::pair(static_cast<int>(Frames::Stacks), QStringLiteral("Memory at the peak"));
    m_view->addToBar(choices(m_framesGroup, frames));
    if (m_source->hasTraces()) {
        m_weights = choices(m_weightGroup,
            {{static_cast<int>(analysis::CallWeight::CpuTime), QStringLiteral("CPU time")},
                {static_cast<int>(analysis::CallWeight::DeviceTime), QStringLiteral("GPU time")}});
        m_view->addToBar(m_weights);
        m_weightGroup->button(static_cast<int>(m_weight))->setChecked(true);
    }
    m_framesGroup->button(static_cast<int>(m_frames))->setChecked(true);
    for (const std::size_t side : kSides)
        m_devices[side] = m_source->hasSnapshots() ? m_source->run(side).snapshot->defaultDevice : 0;
    constexpr int kLegendWidth = 220; // px
    m_legend->setMaximumWidth(kLegendWidth);
    m_view->addToBar(m_legend);
    const auto colours = [this, theme]() {
        m_legend->setEntries({{QStringLiteral("▼ less after"), theme->theme().good},
            {QStringLiteral("▲ more after"), theme->theme().danger}});
        m_legend->setToolTip(QStringLiteral("As wide as both runs together, coloured by what became less or more"));
    };
    connect(theme, &ThemeSource::changed, this, colours);
    colours();
    m_view->setNote(QStringLiteral("Adding up …"));
    connect(m_framesGroup, &QButtonGroup::idClicked, this, [this](int id) { choose(static_cast<Frames>(id)); });
    connect(m_weightGroup, &QButtonGroup::idClicked, this, [this](int id) {
        m_weight = static_cast<analysis::CallWeight>(id);
        refresh();
    });
    connect(m_view, &FlameView::nodeActivated, this, &CompareFlame::activate);
}

QWidget* CompareFlame::choices(QButtonGroup* group, const QList<std::pair<int, QString>>& titles)
{
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 2 * kSpacing, 0);
    layout->setSpacing(kSpacing);
    for (const auto& [id, title] : titles) {
        QToolButton* button = barButton(title, title, row);
        button->setCheckable(true);
        group->addButton(button, id);
        layout->addWidget(button);
    }
    return row;
}

void CompareFlame::choose(Frames frames)
{
    m_frames = frames;
    m_framesGroup->button(static_cast<int>(frames))->setChecked(true);
    refresh();
}

void CompareFlame::setDevices(const std::array<std::size_t, 2>& devices)
{
    m_devices = devices;
    if (m_frames != Frames::Stacks)
        return;
    m_made = {}; // made anew when it is seen
    refresh();
}

void CompareFlame::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_made.difference.tree)
        refresh();
}

void CompareFlame::refresh()
{
    if (!isVisible() || !m_source->comparison())
        return;
    if (m_weights != nullptr)
        m_weights->setVisible(m_frames != Frames::Stacks);
    Wanted wanted {
        {m_source->run(kBefore), m_source->run(kAfter)}, m_source->comparison(), {}, m_frames, m_weight, m_devices};
    for (const std::size_t side : kSides)
        wanted.figures[side] = m_source->figures(side) != nullptr ? m_source->figures(side)->whole() : nullptr;
    m_job.start<Made>(
        [wanted = std::move(wanted)](Progress&, const std::stop_token& stop) -> Expected<Made> {
            return wanted.frames == Frames::Stacks ? makeStacks(wanted) : makeCalls(wanted, stop);
        },
        [this](Expected<Made> made) {
            m_view->setNote(made ? QStringLiteral("Neither run recorded any of these.")
                                 : QString::fromStdString(made.error().message));
            m_made = made ? std::move(*made) : Made {};
            m_view->setTree(m_made.difference.tree);
        });
}

void CompareFlame::activate(std::uint32_t node)
{
    if (node >= m_made.difference.sources.size())
        return;
    std::array<SliceId, 2> slices;
    for (const std::size_t side : kSides) {
        const std::uint32_t source = m_made.difference.sources[node][side];
        if (m_made.calls[side] && source != FlameDifference::kNone)
            slices[side] = m_made.calls[side]->nodes[source].longest;
    }
    if (slices[kBefore].valid() || slices[kAfter].valid())
        Q_EMIT slicesActivated(slices);
}

} // namespace stepscope::widgets

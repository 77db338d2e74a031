// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/flame/flame_panel.h"

#include "widgets/common/style.h"
#include "widgets/tables/table_box.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kRestMs = 200;

struct MadeFlame
{
    CallTreePtr calls;
    FlameTreePtr flame;
};

bool hasPython(const model::Trace& trace)
{
    return std::any_of(trace.lanes.begin(), trace.lanes.end(),
        [](const model::Lane& lane) { return lane.section == model::LaneSection::Python; });
}

} // namespace

FlamePanel::FlamePanel(const Figures* figures, const Selection* selection, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_figures(figures)
    , m_selection(selection)
    , m_framesGroup(new QButtonGroup(this))
    , m_weightGroup(new QButtonGroup(this))
    , m_view(new FlameView(QStringLiteral("Flame graph of calls"), theme, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_view);
    m_view->addToBar(
        choices(m_framesGroup, {QStringLiteral("Operators"), QStringLiteral("Python"), QStringLiteral("All")}));
    m_view->addToBar(choices(m_weightGroup, {QStringLiteral("CPU time"), QStringLiteral("GPU time")}));
    m_view->setNote(QStringLiteral("Adding up …"));
    m_framesGroup->button(static_cast<int>(m_frames))->setChecked(true);
    m_weightGroup->button(static_cast<int>(m_weight))->setChecked(true);
    applyWhatIsRecorded();
    connect(m_framesGroup, &QButtonGroup::idClicked, this,
        [this](int id) { choose(static_cast<analysis::CallFrames>(id)); });
    connect(m_weightGroup, &QButtonGroup::idClicked, this,
        [this](int id) { choose(static_cast<analysis::CallWeight>(id)); });
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, &FlamePanel::refresh);
    connect(m_selection, &Selection::rangeChanged, &m_rest, qOverload<>(&QTimer::start));
    connect(m_figures, &Figures::scopedChanged, this, &FlamePanel::refresh);
    connect(m_view, &FlameView::nodeActivated, this, &FlamePanel::activate);
}

QWidget* FlamePanel::choices(QButtonGroup* group, const QStringList& titles)
{
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 2 * kSpacing, 0);
    layout->setSpacing(kSpacing);
    for (int i = 0; i < titles.size(); ++i) {
        QToolButton* button = barButton(titles[i], titles[i], row);
        button->setCheckable(true);
        group->addButton(button, i);
        layout->addWidget(button);
    }
    return row;
}

void FlamePanel::applyWhatIsRecorded()
{
    using analysis::CallFrames;
    using analysis::CallWeight;
    const auto explain = [](QAbstractButton* button, bool isThere, const QString& there, const QString& missing) {
        button->setEnabled(isThere);
        button->setToolTip(isThere ? there : missing);
    };
    m_framesGroup->button(static_cast<int>(CallFrames::Operators))
        ->setToolTip(QStringLiteral("Operators, annotations and runtime calls"));
    explain(m_framesGroup->button(static_cast<int>(CallFrames::Python)), hasPython(m_figures->trace()),
        QStringLiteral("Python frames alone"),
        QStringLiteral("No Python frames were recorded: with_stack=True of the profiler brings them"));
    m_framesGroup->button(static_cast<int>(CallFrames::All))
        ->setToolTip(QStringLiteral("Python frames and operators as they nest"));
    m_weightGroup->button(static_cast<int>(CallWeight::CpuTime))
        ->setToolTip(QStringLiteral("Time of the threads, each moment counted once"));
    explain(m_weightGroup->button(static_cast<int>(CallWeight::DeviceTime)), m_figures->trace().gpuWork.size() > 0,
        QStringLiteral("Time of the GPU work that was launched inside"),
        QStringLiteral("No GPU work was recorded: ProfilerActivity.CUDA of the profiler brings it"));
}

void FlamePanel::choose(analysis::CallFrames frames)
{
    m_frames = frames;
    m_framesGroup->button(static_cast<int>(frames))->setChecked(true);
    refresh();
}

void FlamePanel::choose(analysis::CallWeight weight)
{
    m_weight = weight;
    m_weightGroup->button(static_cast<int>(weight))->setChecked(true);
    refresh();
}

void FlamePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

analysis::Window FlamePanel::window() const
{
    if (const std::optional<TimeRange>& range = m_selection->range())
        return analysis::cutTo({range->start, range->end});
    return m_figures->isScoped() && m_figures->scoped() ? m_figures->scoped()->window : analysis::Window();
}

void FlamePanel::refresh()
{
    if (!isVisible())
        return;
    m_job.start<MadeFlame>(
        [trace = m_figures->sharedTrace(), window = window(), frames = m_frames, weight = m_weight](
            Progress&, const std::stop_token& stop) -> Expected<MadeFlame> {
            auto calls = std::make_shared<const analysis::CallTree>(callTree(*trace, window, frames, weight, stop));
            FlameTreePtr flame = callFlame(trace, calls);
            return MadeFlame {std::move(calls), std::move(flame)};
        },
        [this](Expected<MadeFlame> made) {
            m_view->setNote(made ? emptyNote() : QString::fromStdString(made.error().message));
            m_calls = made ? made->calls : nullptr;
            m_view->setTree(made ? made->flame : nullptr);
        });
}

QString FlamePanel::emptyNote() const
{
    if (m_selection->range() || m_figures->isScoped())
        return QStringLiteral("Nothing was recorded in this stretch of time. Choose a longer range or all steps.");
    if (m_weight == analysis::CallWeight::DeviceTime)
        return QStringLiteral("The file has no GPU work: ProfilerActivity.CUDA of the profiler brings it.");
    return QStringLiteral("The file has no calls on CPU threads: ProfilerActivity.CPU of the profiler brings them.");
}

void FlamePanel::activate(std::uint32_t node)
{
    if (!m_calls || node >= m_calls->nodes.size() || !m_calls->nodes[node].longest.valid())
        return;
    const SliceId slice = m_calls->nodes[node].longest;
    const model::SliceTable& slices = m_figures->trace().slices;
    RowTarget target;
    target.slice = slice;
    target.span = {slices.start[slice.index()], slices.end(slice)};
    Q_EMIT targetActivated(target);
}

} // namespace stepscope::widgets

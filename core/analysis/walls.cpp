// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/walls.h"

#include "core/analysis/dense_stretches.h"
#include "core/analysis/kernel_names.h"
#include "core/analysis/percentile.h"
#include "core/analysis/step_names.h"
#include "core/analysis/sums.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace stepscope::analysis {
namespace {

enum class Piece : std::uint8_t
{
    Other, // a copy or set, or a kernel whose duration is not known
    Short,
    Long,
};

bool isKernel(model::EventKind kind)
{
    return kind == model::EventKind::Kernel || kind == model::EventKind::DeviceOp;
}

// The work of one stream in order of start.
struct StreamWork
{
    std::vector<SliceId> ids;
    std::vector<Piece> pieces;
    std::vector<std::uint8_t> isShort; // marks for denseStretches
};

class WallFinder
{
public:
    WallFinder(const model::Trace& trace, const GpuUse& use, const StepIndex& steps, const WallRules& rules)
        : m_trace(trace)
        , m_use(use)
        , m_steps(steps)
        , m_rules(rules)
        , m_operators(trace)
        , m_elementwise(trace.names.size(), kNotAsked)
        , m_permille(std::clamp<std::int64_t>(std::llround(rules.minShortShare * 1000), 1, 999))
    {
    }

    std::vector<Wall> run()
    {
        for (std::size_t d = 0; d < m_use.devices.size(); ++d) {
            for (const StreamUse& stream : m_use.devices[d].streams)
                readStream(static_cast<std::uint32_t>(d), stream);
        }
        std::stable_sort(
            m_walls.begin(), m_walls.end(), [](const Wall& a, const Wall& b) { return a.span.start < b.span.start; });
        return std::move(m_walls);
    }

private:
    static constexpr std::uint8_t kNotAsked = 2;
    static constexpr int kDensities = 4;

    [[nodiscard]] std::int64_t startOf(SliceId id) const { return m_trace.slices.start[id.index()]; }
    [[nodiscard]] std::int64_t durationOf(SliceId id) const { return m_trace.slices.dur[id.index()]; }

    [[nodiscard]] Piece pieceOf(SliceId id) const
    {
        if (!isKernel(m_trace.kindOf(id)) || !m_trace.slices.timed(id))
            return Piece::Other;
        return durationOf(id) < m_rules.shortKernelNs ? Piece::Short : Piece::Long;
    }

    [[nodiscard]] StreamWork workOf(TrackId stream, Interval window) const
    {
        StreamWork work;
        const model::Track& track = m_trace.tracks[stream.index()];
        for (std::size_t l = track.firstLane.index(); l < track.lastLane.index(); ++l) {
            const model::Lane& lane = m_trace.lanes[l];
            if (lane.section != model::LaneSection::Main)
                continue;
            for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
                const SliceId id(i);
                // The window ends with the last piece of work: one of no length there belongs to it.
                const bool inside = startOf(id) <= window.end && m_trace.slices.end(id) >= window.start;
                if (inside && model::isGpuWork(m_trace.kindOf(id)))
                    work.ids.push_back(id);
            }
        }
        const auto earlier = [this](SliceId a, SliceId b) { return startOf(a) < startOf(b); };
        if (!std::is_sorted(work.ids.begin(), work.ids.end(), earlier))
            std::stable_sort(work.ids.begin(), work.ids.end(), earlier);
        for (const SliceId id : work.ids) {
            work.pieces.push_back(pieceOf(id));
            work.isShort.push_back(work.pieces.back() == Piece::Short ? 1 : 0);
        }
        return work;
    }

    void readStream(std::uint32_t device, const StreamUse& stream)
    {
        if (stream.events < m_rules.minPieces)
            return;
        const StreamWork work = workOf(stream.track, stream.window);
        std::size_t begin = 0;
        std::size_t longRow = 0; // first of the longer kernels in a row that end here
        std::uint64_t longs = 0;
        std::int64_t end = std::numeric_limits<std::int64_t>::max();
        for (std::size_t i = 0; i < work.ids.size(); ++i) {
            if (i > begin && Interval {end, startOf(work.ids[i])}.length() > m_rules.maxGapNs) {
                readPart(device, stream, work, {begin, i}, 0);
                begin = i;
                longs = 0;
            }
            end = i == begin ? m_trace.slices.end(work.ids[i]) : std::max(end, m_trace.slices.end(work.ids[i]));
            if (work.pieces[i] == Piece::Short)
                longs = 0;
            if (work.pieces[i] != Piece::Long)
                continue;
            if (longs++ == 0)
                longRow = i;
            if (longs > m_rules.maxLongInARow) {
                readPart(device, stream, work, {begin, std::max(begin, longRow)}, 0);
                begin = i + 1;
            }
        }
        readPart(device, stream, work, {begin, work.ids.size()}, 0);
    }

    // Stretches of ever denser ends until one is a wall as a whole.
    void readPart(std::uint32_t device, const StreamUse& stream, const StreamWork& work, Stretch part, int density)
    {
        if (part.last < part.first || part.size() < m_rules.minPieces || density >= kDensities)
            return;
        // 75, 80, 85, 90 % where 90 % are asked for
        const std::int64_t permille
            = std::max<std::int64_t>(1, m_permille - (1000 - m_permille) * (kDensities - 1 - density) / 2);
        for (const Stretch stretch : denseStretches(work.isShort, part, permille)) {
            if (stretch.size() < m_rules.minPieces)
                continue;
            const auto shorts = static_cast<std::int64_t>(std::count(work.isShort.begin() + diff(stretch.first),
                work.isShort.begin() + diff(stretch.last), std::uint8_t {1}));
            if (shorts * 1000 >= static_cast<std::int64_t>(stretch.size()) * m_permille)
                addWall(device, stream, work, stretch);
            else
                readPart(device, stream, work, stretch, density + 1);
        }
    }

    static std::ptrdiff_t diff(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

    void addWall(std::uint32_t device, const StreamUse& stream, const StreamWork& work, Stretch stretch)
    {
        const Interval window = stream.window;
        Wall wall;
        wall.device = device;
        wall.stream = stream.track;
        wall.kernels = stretch.size();
        wall.span.start = std::max(window.start, startOf(work.ids[stretch.first]));
        std::int64_t end = wall.span.start;
        std::vector<std::int64_t> durations;
        std::uint64_t elementwise = 0;
        for (std::size_t i = stretch.first; i < stretch.last; ++i) {
            const SliceId id = work.ids[i];
            const std::int64_t start = std::max(window.start, startOf(id));
            const std::int64_t workEnd = std::min(window.end, m_trace.slices.end(id));
            if (start > end && waitsForLaunch(id, end))
                addTo(wall.launchBoundNs, start - end);
            addTo(wall.busyNs, std::max<std::int64_t>(0, workEnd - std::max(start, end)));
            end = std::max(end, workEnd);
            if (work.pieces[i] != Piece::Other)
                durations.push_back(durationOf(id));
            wall.shortKernels += work.isShort[i];
            elementwise += isElementwise(id) ? 1 : 0;
        }
        wall.span.end = end;
        wall.medianNs = nearestRank(durations, 50).value_or(0);
        wall.elementwiseShare = static_cast<double>(elementwise) / static_cast<double>(wall.kernels);
        addOperators(work, stretch, wall);
        addStep(work, stretch, wall);
        m_walls.push_back(std::move(wall));
    }

    [[nodiscard]] bool waitsForLaunch(SliceId id, std::int64_t workBeforeEnd) const
    {
        const GpuWorkId work = m_trace.gpuWorkOf(id);
        const SliceId launch = work.valid() ? m_trace.gpuWork.launch[work.index()] : SliceId();
        return launch.valid() && m_trace.slices.placed(launch) && startOf(launch) >= workBeforeEnd;
    }

    [[nodiscard]] bool isElementwise(SliceId id)
    {
        const NameId name = m_trace.slices.name[id.index()];
        if (!isKernel(m_trace.kindOf(id)) || name.index() >= m_elementwise.size())
            return false;
        std::uint8_t& known = m_elementwise[name.index()];
        if (known == kNotAsked)
            known = kernelFamily(m_trace.names.view(name)) == KernelFamily::Elementwise ? 1 : 0;
        return known == 1;
    }

    void addOperators(const StreamWork& work, Stretch stretch, Wall& wall) const
    {
        std::map<NameId, std::uint64_t> counts;
        for (std::size_t i = stretch.first; i < stretch.last; ++i) {
            const GpuWorkId id = m_trace.gpuWorkOf(work.ids[i]);
            const SliceId launch = id.valid() ? m_trace.gpuWork.launch[id.index()] : SliceId();
            const NameId op = launch.valid() ? m_operators.around(launch) : NameId();
            if (op.valid())
                ++counts[op];
        }
        std::vector<std::pair<NameId, std::uint64_t>> order(counts.begin(), counts.end());
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
        for (std::size_t i = 0; i < std::min<std::size_t>(3, order.size()); ++i)
            wall.topOps.push_back(order[i].first);
    }

    void addStep(const StreamWork& work, Stretch stretch, Wall& wall) const
    {
        Interval whole = m_use.devices[wall.device].window;
        std::int64_t most = m_steps.steps.empty() ? wall.span.length() : -1;
        std::uint32_t asked = StepIndex::kNone;
        for (std::size_t i = stretch.first; i < stretch.last; ++i) {
            const GpuWorkId id = m_trace.gpuWorkOf(work.ids[i]);
            const std::uint32_t step = id.valid() ? m_steps.stepOfWork[id.index()] : StepIndex::kNone;
            if (step == asked || step == StepIndex::kNone || !m_steps.steps[step].gpu)
                continue;
            asked = step;
            const Interval gpu = *m_steps.steps[step].gpu;
            const Interval part = cut(gpu, wall.span.start, wall.span.end);
            const std::int64_t inside = part.end > part.start ? part.length() : 0;
            if (inside > most) {
                most = inside;
                whole = gpu;
                wall.step = step;
            }
        }
        if (most >= 0 && whole.length() > 0)
            wall.shareOfStep = static_cast<double>(most) / static_cast<double>(whole.length());
    }

    const model::Trace& m_trace;
    const GpuUse& m_use;
    const StepIndex& m_steps;
    const WallRules& m_rules;
    OperatorNames m_operators;
    std::vector<std::uint8_t> m_elementwise; // by name: 0, 1 or kNotAsked
    std::int64_t m_permille;
    std::vector<Wall> m_walls;
};

} // namespace

std::vector<Wall> findWalls(
    const model::Trace& trace, const GpuUse& use, const StepIndex& steps, const WallRules& rules)
{
    return WallFinder(trace, use, steps, rules).run();
}

} // namespace stepscope::analysis

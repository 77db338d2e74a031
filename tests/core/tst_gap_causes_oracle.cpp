// SPDX-License-Identifier: GPL-3.0-or-later
// Idle causes of random traces against an evaluation of the definition moment by moment, which scans all slices for
// each of them and shares no code with the analysis but the tables of the trace.
#include "tests/core/random_run.h"
#include "tests/support/test_registry.h"

#include "core/analysis/trace_figures.h"
#include "tests/support/units.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <random>
#include <set>

using namespace stepscope;
using namespace stepscope::tests;
using analysis::IdleCause;
using model::EventKind;

namespace {

using stepscope::tests::kUs;

struct Said
{
    IdleCause cause = IdleCause::Unexplained;
    SliceId activity;
    bool operator==(const Said&) const = default;
};

class Oracle
{
public:
    explicit Oracle(const model::Trace& trace)
        : m_trace(trace)
        , m_tolerance(trace.wholeMicroseconds ? kUs : 0)
    {
        for (std::size_t i = 0; i < trace.slices.size(); ++i) {
            if (trace.slices.placed(SliceId(i)))
                m_all.emplace_back(i);
        }
    }

    // The gap's parts as "cause start end activity", one a line.
    [[nodiscard]] std::string explain(std::int32_t device, Interval gap) const
    {
        const SliceId work = workAt(device, gap.end);
        std::set<std::int64_t> moments {gap.start};
        for (const SliceId id : m_all) {
            for (const std::int64_t time : {start(id), end(id)}) {
                if (time > gap.start && time < gap.end)
                    moments.insert(time);
            }
        }
        if (gap.start + 50 * kUs < gap.end)
            moments.insert(gap.start + 50 * kUs);
        std::vector<std::pair<Interval, Said>> parts;
        for (auto at = moments.begin(); at != moments.end(); ++at) {
            const Interval span {*at, std::next(at) == moments.end() ? gap.end : *std::next(at)};
            const Said said = saidAt(device, gap, work, *at);
            if (!parts.empty() && parts.back().second == said)
                parts.back().first.end = span.end;
            else
                parts.emplace_back(span, said);
        }
        std::string out;
        for (auto& [span, said] : parts) {
            if (said.cause == IdleCause::HostDispatch)
                said.activity = busiest(thread(launchOf(work)), span);
            out += line(span, said);
        }
        return out;
    }

    [[nodiscard]] static std::string line(Interval span, const Said& said)
    {
        return fmt::format("{} {} {} {}\n", analysis::idleCauseName(said.cause), span.start, span.end,
            said.activity.valid() ? static_cast<std::int64_t>(said.activity.value) : -1);
    }

private:
    [[nodiscard]] std::int64_t start(SliceId id) const { return m_trace.slices.start[id.index()]; }
    [[nodiscard]] std::int64_t end(SliceId id) const { return m_trace.slices.end(id); }
    [[nodiscard]] TrackId thread(SliceId id) const { return m_trace.trackOf(id); }
    [[nodiscard]] bool isWork(SliceId id) const { return model::isGpuWork(m_trace.kindOf(id)); }
    [[nodiscard]] bool isCall(SliceId id) const { return model::isApiCall(m_trace.kindOf(id)); }
    [[nodiscard]] std::int32_t deviceOf(SliceId id) const { return m_trace.tracks[thread(id).index()].device; }
    [[nodiscard]] std::int64_t streamOf(SliceId id) const { return m_trace.tracks[thread(id).index()].stream; }
    [[nodiscard]] bool communicates(SliceId id) const { return m_trace.nameOf(id).substr(0, 4) == "nccl"; }
    [[nodiscard]] SliceId launchOf(SliceId work) const
    {
        const SliceId launch = m_trace.gpuWork.launch[m_trace.gpuWorkOf(work).index()];
        return launch.valid() && m_trace.slices.placed(launch) ? launch : SliceId();
    }

    [[nodiscard]] SliceId workAt(std::int32_t device, std::int64_t time) const
    {
        SliceId found;
        // Streams 7 and 20 by number, then as in the table.
        for (const std::int64_t stream : {7, 20}) {
            for (const SliceId id : m_all) {
                if (!isWork(id) || deviceOf(id) != device || streamOf(id) != stream || start(id) != time)
                    continue;
                if (!found.valid() || (!launchOf(found).valid() && launchOf(id).valid()))
                    found = id;
            }
        }
        return found;
    }

    [[nodiscard]] Said saidAt(std::int32_t device, Interval gap, SliceId work, std::int64_t time) const
    {
        const SliceId launch = launchOf(work);
        if (!launch.valid())
            return {};
        if (end(launch) <= gap.start)
            return queued(device, gap, work, time);
        return time >= start(launch) ? Said {IdleCause::LaunchLatency, launch} : host(thread(launch), time);
    }

    [[nodiscard]] std::optional<IdleCause> meaning(SliceId id) const
    {
        const std::string_view name = m_trace.nameOf(id);
        if (!isCall(id)) {
            const bool loads = name == "enumerate(DataLoader)#x" || name == "data_wait"
                || name == "torch/utils/data/dataloader.py(1): _next_data";
            return loads ? std::optional(IdleCause::Input) : std::nullopt;
        }
        if (name.find("Synchronize") != std::string_view::npos || name == "cuMemcpy")
            return IdleCause::Sync;
        for (std::size_t i = 0; i < m_trace.gpuWork.size(); ++i) {
            const SliceId work = m_trace.gpuWork.slice[i];
            if (m_trace.gpuWork.launch[i] == id && m_trace.nameOf(work).find("DtoH") != std::string_view::npos
                && m_trace.slices.timed(work) && end(id) >= end(work))
                return IdleCause::Sync;
        }
        return std::nullopt;
    }

    // Whether a lies further inside than b, both with a meaning.
    [[nodiscard]] bool inside(SliceId a, SliceId b) const
    {
        if (start(a) != start(b))
            return start(a) > start(b);
        if (end(a) != end(b))
            return end(a) < end(b);
        const bool calls = meaning(a) == IdleCause::Sync;
        return calls != (meaning(b) == IdleCause::Sync) ? calls : a > b;
    }

    [[nodiscard]] Said host(TrackId track, std::int64_t time) const
    {
        SliceId innermost;
        bool covered = false;
        bool recorded = false;
        for (const SliceId id : m_all) {
            if (thread(id) != track || start(id) > time)
                continue;
            recorded = recorded || !isCall(id);
            if (end(id) <= time)
                continue;
            covered = true;
            if (meaning(id) && (!innermost.valid() || inside(id, innermost)))
                innermost = id;
        }
        if (!innermost.valid())
            return {covered || recorded ? IdleCause::HostDispatch : IdleCause::Unexplained, SliceId()};
        const IdleCause cause = *meaning(innermost);
        return {cause, cause == IdleCause::Input ? outermost(innermost) : innermost};
    }

    [[nodiscard]] SliceId outermost(SliceId inner) const
    {
        SliceId label;
        SliceId frame;
        for (SliceId id = inner; id.valid(); id = m_trace.slices.parent[id.index()]) {
            if (meaning(id) == IdleCause::Input)
                (m_trace.kindOf(id) == EventKind::PythonFunction ? frame : label) = id;
        }
        return label.valid() ? label : frame;
    }

    [[nodiscard]] SliceId busiest(TrackId track, Interval span) const
    {
        SliceId best;
        for (const SliceId id : m_all) {
            if (thread(id) != track || isCall(id) || m_trace.nameOf(id).substr(0, 12) == "ProfilerStep")
                continue;
            const std::int64_t covered = std::min(end(id), span.end) - std::max(start(id), span.start);
            if (covered * 2 <= span.length())
                continue;
            const bool further = !best.valid() || start(id) > start(best)
                || (start(id) == start(best) && (end(id) < end(best) || (end(id) == end(best) && id > best)));
            if (further)
                best = id;
        }
        return best;
    }

    [[nodiscard]] Said queued(std::int32_t device, Interval gap, SliceId work, std::int64_t time) const
    {
        if (const SliceId other = collective(device, gap); other.valid())
            return {IdleCause::CommWait, other};
        const SliceId record = recordFor(work);
        if (record.valid()) {
            SliceId source = waitedFor(record);
            if (!source.valid())
                source = othersAt(device, gap.start, thread(work), true);
            const bool waits = source.valid() && communicates(source);
            return {waits ? IdleCause::CommWait : IdleCause::Dependency, source.valid() ? source : record};
        }
        if (time >= gap.start + 50 * kUs)
            return {};
        const bool records = std::any_of(
            m_all.begin(), m_all.end(), [this](SliceId id) { return m_trace.kindOf(id) == EventKind::Sync; });
        if (!records && !endsAt(thread(work), gap.start)) {
            if (const SliceId other = othersAt(device, gap.start, thread(work), true); other.valid())
                return {IdleCause::CommWait, other};
            if (const SliceId other = othersAt(device, gap.start, thread(work), false); other.valid())
                return {IdleCause::Dependency, other};
        }
        return {IdleCause::LaunchLatency, SliceId()};
    }

    // Of another device: the last to end, of equals the last by device and in the table.
    [[nodiscard]] SliceId collective(std::int32_t device, Interval gap) const
    {
        SliceId found;
        for (const SliceId id : m_all) {
            if (!isWork(id) || !communicates(id) || deviceOf(id) == device || end(id) - start(id) <= m_tolerance)
                continue;
            const bool ends = end(id) > gap.start && end(id) >= gap.end - 10 * kUs && end(id) <= gap.end + m_tolerance;
            if (ends && (!found.valid() || end(id) >= end(found)))
                found = id;
        }
        return found;
    }

    [[nodiscard]] bool endsAt(TrackId stream, std::int64_t time) const
    {
        return std::any_of(m_all.begin(), m_all.end(), [&](SliceId id) {
            return isWork(id) && thread(id) == stream && end(id) <= time && end(id) >= time - m_tolerance;
        });
    }

    // Work of other streams of the device that ends at the time: the last to end, of equals the last in the table.
    [[nodiscard]] SliceId othersAt(std::int32_t device, std::int64_t time, TrackId stream, bool communication) const
    {
        SliceId found;
        for (const SliceId id : m_all) {
            const bool ends = isWork(id) && deviceOf(id) == device && thread(id) != stream && end(id) <= time
                && end(id) >= time - m_tolerance && (!communication || communicates(id));
            if (ends && (!found.valid() || end(id) >= end(found)))
                found = id;
        }
        return found;
    }

    // Pieces of a stream in order of their launches.
    [[nodiscard]] std::vector<SliceId> launched(TrackId stream) const
    {
        std::vector<SliceId> out;
        for (const SliceId id : m_all) {
            if (isWork(id) && thread(id) == stream && launchOf(id).valid())
                out.push_back(id);
        }
        std::sort(out.begin(), out.end(), [this](SliceId a, SliceId b) {
            return std::tuple(start(launchOf(a)), start(a), a) < std::tuple(start(launchOf(b)), start(b), b);
        });
        return out;
    }

    // The latest Stream Wait Event of the stream after whose start the work is the first that is launched.
    [[nodiscard]] SliceId recordFor(SliceId work) const
    {
        SliceId latest;
        for (const SliceId id : m_all) {
            if (m_trace.kindOf(id) != EventKind::Sync || thread(id) != thread(work))
                continue;
            const std::vector<SliceId> order = launched(thread(work));
            const auto first
                = std::find_if(order.begin(), order.end(), [&](SliceId w) { return start(launchOf(w)) >= start(id); });
            if (first != order.end() && *first == work && (!latest.valid() || start(id) >= start(latest)))
                latest = id;
        }
        return latest;
    }

    [[nodiscard]] SliceId waitedFor(SliceId record) const
    {
        const Expected<model::ArgValue> event = m_trace.args->eventAt(m_trace.slices.offset(record));
        const std::string stream = event->find("args")->find("wait_on_stream")->text;
        SliceId source;
        for (std::size_t t = 0; t < m_trace.tracks.size(); ++t) {
            const model::Track& track = m_trace.tracks[t];
            if (track.device != deviceOf(record) || std::to_string(track.stream) != stream || track.stream < 0)
                continue;
            for (const SliceId id : launched(TrackId(t))) {
                if (start(launchOf(id)) <= start(record))
                    source = id;
            }
        }
        return source;
    }

    const model::Trace& m_trace;
    std::int64_t m_tolerance;
    std::vector<SliceId> m_all;
};

std::int64_t sumOf(const analysis::CauseTotals& totals)
{
    return std::accumulate(totals.begin(), totals.end(), std::int64_t {0});
}

} // namespace

class TestGapCausesOracle : public QObject
{
    Q_OBJECT

    static void compareParts(const model::Trace& trace, const analysis::GpuUse& use, const analysis::GapCauses& causes,
        analysis::CauseTotals& seen)
    {
        const Oracle oracle(trace);
        std::size_t gaps = 0;
        for (const analysis::DeviceUse& device : use.devices)
            gaps += device.gaps.size();
        QCOMPARE(causes.gaps.size(), gaps);
        for (const analysis::DeviceGap& gap : causes.gaps) {
            std::string found;
            std::int64_t at = gap.span.start;
            analysis::CauseTotals totals {};
            for (const analysis::GapPart& part : causes.partsOf(gap)) {
                QCOMPARE(part.span.start, at);
                QVERIFY(part.span.end > at);
                at = part.span.end;
                totals[static_cast<std::size_t>(part.cause)] += part.span.length();
                seen[static_cast<std::size_t>(part.cause)] += 1;
                found += Oracle::line(part.span, {part.cause, part.activity});
            }
            QCOMPARE(at, gap.span.end);
            QCOMPARE(totals[static_cast<std::size_t>(gap.cause)], *std::max_element(totals.begin(), totals.end()));
            const std::string expected = oracle.explain(use.devices[gap.device].device, gap.span);
            QCOMPARE(QString::fromStdString(found), QString::fromStdString(expected));
        }
    }

    static void compareSums(
        const model::Trace& trace, const analysis::GpuUse& use, const analysis::GapCauses& causes, std::uint64_t seed)
    {
        std::int64_t idle = 0;
        for (std::size_t d = 0; d < use.devices.size(); ++d) {
            QCOMPARE(sumOf(causes.byDevice[d]), use.devices[d].idleNs);
            idle += use.devices[d].idleNs;
        }
        QCOMPARE(sumOf(causes.total), idle);
        const analysis::TraceFigures figures
            = analysis::computeFigures(trace, analysis::buildStepIndex(trace), analysis::Window());
        for (const analysis::StepFigures& step : figures.steps.steps) {
            QCOMPARE(step.idleByCause.has_value(), step.gpuIdleNs.has_value());
            if (step.gpuIdleNs)
                QCOMPARE(sumOf(*step.idleByCause), *step.gpuIdleNs);
        }
        std::mt19937_64 random(seed);
        for (int i = 0; i < 5; ++i) {
            const auto from = static_cast<std::int64_t>(random() % 400) * kUs;
            const Interval window {from, from + static_cast<std::int64_t>(random() % 100) * kUs};
            const analysis::GpuUse cutUse = analysis::gpuUtilisation(trace, analysis::cutTo(window));
            compareCut(cutUse, causes, analysis::cutCauses(causes, window), window);
        }
    }

    // The gaps of a window, and its sums, are those of the whole trace cut to it.
    static void compareCut(const analysis::GpuUse& cutUse, const analysis::GapCauses& whole,
        const analysis::GapCauses& cut, Interval window)
    {
        QCOMPARE(analysis::causesWithin(whole, window), cut.total);
        std::size_t at = 0;
        for (std::size_t d = 0; d < cutUse.devices.size(); ++d) {
            QCOMPARE(sumOf(cut.byDevice[d]), cutUse.devices[d].idleNs);
            for (const Interval& gap : cutUse.devices[d].gaps) {
                QVERIFY(at < cut.gaps.size());
                QCOMPARE(cut.gaps[at].span, gap);
                QCOMPARE(cut.gaps[at].device, static_cast<std::uint32_t>(d));
                QCOMPARE(cut.partsOf(cut.gaps[at]).front().span.start, gap.start);
                QCOMPARE(cut.partsOf(cut.gaps[at++]).back().span.end, gap.end);
            }
        }
        QCOMPARE(at, cut.gaps.size());
    }

private Q_SLOTS:
    void causesOfRandomRuns()
    {
        analysis::CauseTotals seen {};
        for (std::uint64_t seed = 1; seed <= 120; ++seed) {
            const EventList list = RandomRun(seed, seed % 2 == 0 ? 100 : kUs).make();
            const auto trace = list.load();
            QVERIFY(trace);
            QCOMPARE(trace->wholeMicroseconds, seed % 2 == 1);
            const analysis::GpuUse use = analysis::gpuUtilisation(*trace, analysis::Window());
            const analysis::GapCauses causes = analysis::explainGaps(*trace, use);
            compareParts(*trace, use, causes, seen);
            compareSums(*trace, use, causes, seed);
            if (QTest::currentTestFailed()) {
                qWarning("seed %d", static_cast<int>(seed));
                return;
            }
        }
        for (const std::int64_t parts : seen)
            QVERIFY(parts > 100);
    }
};

STEPSCOPE_TEST(TestGapCausesOracle)
#include "tst_gap_causes_oracle.moc"

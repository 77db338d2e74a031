// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/straggler.h"

#include "core/analysis/findings/items.h"
#include "core/analysis/findings/study.h"
#include "core/analysis/findings/wording.h"
#include "core/analysis/percentile.h"
#include "core/analysis/sums.h"
#include "core/ranks/world.h"
#include "core/util/time.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace stepscope::ranks {
namespace {

// What the profiler calls the DataLoader's part of a step, with the class of its iterator behind it.
constexpr std::string_view kLoaderSpan = "enumerate(DataLoader)";

// The parts of Meanwhile that can make a rank late, told apart by what would help.
constexpr std::size_t kParts = 5; // Input … Other

// Of the excess; an activity that takes less of it does not explain it.
constexpr double kTellingActivity = 0.3;

using Parts = std::array<std::int64_t, kParts>;

constexpr LateWhy whyOfPart(std::size_t part)
{
    return static_cast<LateWhy>(part + 1);
}

Parts partsOf(const Meanwhile& before)
{
    using analysis::IdleCause;
    const auto idle = [&before](IdleCause cause) { return before.idle[static_cast<std::size_t>(cause)]; };
    Parts out {idle(IdleCause::Input), before.computeNs, idle(IdleCause::HostDispatch), idle(IdleCause::Sync),
        idle(IdleCause::Dependency)};
    analysis::addTo(out[2], idle(IdleCause::LaunchLatency));
    analysis::addTo(out[4], idle(IdleCause::CommWait));
    analysis::addTo(out[4], idle(IdleCause::Unexplained));
    return out;
}

LateWhy whyOfCause(analysis::IdleCause cause)
{
    switch (cause) {
    case analysis::IdleCause::Input:
        return LateWhy::Input;
    case analysis::IdleCause::HostDispatch:
    case analysis::IdleCause::LaunchLatency:
        return LateWhy::Host;
    case analysis::IdleCause::Sync:
        return LateWhy::Sync;
    default:
        return LateWhy::Other;
    }
}

using Activities = std::map<std::pair<LateWhy, std::string>, std::int64_t>; // ns

struct Late // to one collective
{
    std::uint32_t shared = 0;  // index into World::collectives
    std::uint32_t arrival = 0; // index into its arrivals
    std::int64_t latenessNs = 0;
};

// What one rank came late to, by step.
struct Record
{
    std::map<std::optional<std::int64_t>, std::vector<Late>> bySteps; // all it was in, also in time
};

std::int64_t sumOf(const std::vector<Late>& lates)
{
    std::int64_t sum = 0;
    for (const Late& late : lates)
        analysis::addTo(sum, late.latenessNs);
    return sum;
}

class Judge
{
public:
    explicit Judge(const World& world)
        : m_world(world)
        , m_records(world.ranks.size())
    {
        for (std::uint32_t s = 0; s < world.collectives.size(); ++s) {
            const SharedCollective& shared = world.collectives[s];
            for (std::uint32_t a = 0; a < shared.arrivals.size(); ++a) {
                const Arrival& arrival = shared.arrivals[a];
                m_records[arrival.rank].bySteps[own(arrival).step].push_back({s, a, arrival.latenessNs});
            }
        }
    }

    std::vector<Straggler> stragglers()
    {
        std::vector<Straggler> out;
        for (std::uint32_t r = 0; r < m_world.ranks.size(); ++r)
            addRank(r, out);
        std::stable_sort(
            out.begin(), out.end(), [](const Straggler& a, const Straggler& b) { return a.latenessNs > b.latenessNs; });
        return out;
    }

private:
    [[nodiscard]] const Collective& own(const Arrival& arrival) const
    {
        return m_world.ranks[arrival.rank].collectives[arrival.collective];
    }

    // The steps of a rank that its lateness is held against: those like the others, or those that are not.
    struct Part
    {
        bool singled = false;
        std::vector<const Late*> lates;
        std::int64_t lengthNs = 0;
    };

    void addRank(std::uint32_t rank, std::vector<Straggler>& out) const
    {
        const RankSummary& summary = m_world.ranks[rank];
        std::map<std::int64_t, const StepSummary*> steps;
        std::int64_t whole = summary.steps.empty() ? summary.windowNs : 0;
        for (const StepSummary& step : summary.steps) {
            steps.try_emplace(step.number, &step);
            if (!step.warmUp)
                analysis::addTo(whole, step.cpu.length());
        }
        std::vector<std::int64_t> sums;
        for (const auto& [step, lates] : m_records[rank].bySteps)
            sums.push_back(sumOf(lates));
        const std::int64_t median = analysis::upperMedian(sums).value_or(0);

        Part regular;
        Part singled;
        singled.singled = true;
        for (const auto& [step, lates] : m_records[rank].bySteps) {
            const auto known = step ? steps.find(*step) : steps.end();
            if (known != steps.end() && known->second->warmUp)
                continue;
            const std::int64_t length = known != steps.end() ? known->second->cpu.length() : 0;
            const std::int64_t sum = sumOf(lates);
            const bool exceptional = length > 0 && sum / 2 > median
                && static_cast<double>(sum) >= analysis::kExceptionalShare * static_cast<double>(length);
            Part& part = exceptional ? singled : regular;
            analysis::addTo(part.lengthNs, length);
            for (const Late& late : lates)
                part.lates.push_back(&late);
        }
        if (steps.empty())
            regular.lengthNs = whole;
        addStraggler(rank, singled, whole, out);
        addStraggler(rank, regular, whole, out);
    }

    void addStraggler(std::uint32_t rank, const Part& part, std::int64_t whole, std::vector<Straggler>& out) const
    {
        Straggler straggler;
        straggler.rank = rank;
        straggler.singled = part.singled;
        Parts excess {};
        Activities activities;
        std::int64_t worst = -1;
        for (const Late* late : part.lates) {
            const SharedCollective& shared = m_world.collectives[late->shared];
            ++straggler.of;
            if (late->latenessNs == 0)
                continue;
            ++straggler.late;
            straggler.last += shared.last == late->arrival ? 1 : 0;
            analysis::addTo(straggler.latenessNs, late->latenessNs);
            addExcess(shared, late->arrival, excess);
            const Meanwhile& before = own(shared.arrivals[late->arrival]).before;
            if (!before.activity.empty())
                analysis::addTo(activities[{whyOfCause(before.activityCause), before.activity}], before.activityNs);
            if (late->latenessNs > worst) {
                worst = late->latenessNs;
                straggler.worst = late->shared;
            }
            const std::optional<std::int64_t> step = own(shared.arrivals[late->arrival]).step;
            if (step && (straggler.steps.empty() || straggler.steps.back() != *step))
                straggler.steps.push_back(*step);
        }
        const auto lateness = static_cast<double>(straggler.latenessNs);
        if (whole <= 0 || part.lengthNs <= 0 || lateness < analysis::kLeastShare * static_cast<double>(whole))
            return;
        straggler.share = lateness / static_cast<double>(part.lengthNs);
        std::sort(straggler.steps.begin(), straggler.steps.end());
        straggler.steps.erase(std::unique(straggler.steps.begin(), straggler.steps.end()), straggler.steps.end());
        explain(excess, activities, straggler);
        describe(straggler);
        out.push_back(std::move(straggler));
    }

    // What this rank did more of than the others before the same collective.
    void addExcess(const SharedCollective& shared, std::uint32_t arrival, Parts& excess) const
    {
        const Parts mine = partsOf(own(shared.arrivals[arrival]).before);
        std::array<std::vector<std::int64_t>, kParts> others;
        for (std::uint32_t a = 0; a < shared.arrivals.size(); ++a) {
            if (a == arrival)
                continue;
            const Parts theirs = partsOf(own(shared.arrivals[a]).before);
            for (std::size_t part = 0; part < kParts; ++part)
                others[part].push_back(theirs[part]);
        }
        for (std::size_t part = 0; part < kParts; ++part) {
            analysis::addTo(excess[part], mine[part]);
            analysis::addTo(excess[part], -*analysis::upperMedian(others[part]));
        }
    }

    static void explain(const Parts& excess, const Activities& activities, Straggler& straggler)
    {
        const auto most = std::max_element(excess.begin(), excess.end());
        if (*most <= 0)
            return;
        straggler.why = whyOfPart(static_cast<std::size_t>(most - excess.begin()));
        straggler.excessNs = *most;
        std::int64_t longest = 0;
        for (const auto& [activity, ns] : activities) {
            if (activity.first == straggler.why && ns > longest
                && static_cast<double>(ns) >= kTellingActivity * static_cast<double>(*most)) {
                longest = ns;
                straggler.activity = activity.second.starts_with(kLoaderSpan) ? "DataLoader" : activity.second;
            }
        }
    }

    void describe(Straggler& straggler) const
    {
        const std::string who = m_world.ranks[straggler.rank].label();
        const std::string share = analysis::wholePercent(straggler.share);
        std::string where = "of its time";
        if (straggler.singled && straggler.steps.size() == 1)
            where = fmt::format("of ProfilerStep#{}", straggler.steps.front());
        else if (straggler.singled)
            where = fmt::format("of {} steps", straggler.steps.size());
        else if (!straggler.steps.empty())
            where = "of its steps";
        straggler.headline
            = fmt::format("The others wait for {}: it comes late to {} of {} collectives, {} in all ({} {})", who,
                straggler.late, straggler.of, formatDuration(straggler.latenessNs), share, where);
        straggler.headline += reason(straggler) + ".";
        straggler.advice = adviceFor(straggler, who);
    }

    static std::string reason(const Straggler& straggler)
    {
        const std::string excess = formatDuration(straggler.excessNs);
        const std::string in = straggler.activity.empty() ? std::string() : fmt::format(" ({})", straggler.activity);
        switch (straggler.why) {
        case LateWhy::Input:
            return fmt::format("; it waited {} longer than the others for its input{}", excess, in);
        case LateWhy::Compute:
            return fmt::format("; its GPU computed {} longer than the others", excess);
        case LateWhy::Host:
            return fmt::format("; its CPU took {} longer to launch the work{}", excess, in);
        case LateWhy::Sync:
            return fmt::format("; its CPU sat {} longer in a blocking call{}", excess, in);
        case LateWhy::Other:
            return fmt::format("; its GPU was idle {} longer, for a reason that the trace does not tell", excess);
        case LateWhy::Unknown:
            break;
        }
        return {};
    }

    static std::vector<std::string> adviceFor(const Straggler& straggler, const std::string& who)
    {
        switch (straggler.why) {
        case LateWhy::Input:
            return {fmt::format(
                        "Look at the DataLoader of {}: its storage, its number of workers, the cores they share", who),
                "Even out the batches: a rank with longer samples waits for nobody, all wait for it"};
        case LateWhy::Compute:
            return {fmt::format(
                        "Compare the kernels of {} with those of a rank that waits: more work, or a slower GPU", who),
                "Check clocks and temperature of its GPU, and whether the batches are of one size"};
        case LateWhy::Host:
            if (straggler.activity.empty())
                return {fmt::format("Check that the process of {} has cores of its own (affinity, other jobs on the "
                                    "node, power saving)",
                            who),
                    "Look for logging, evaluation or checkpoints that this rank does alone"};
            return {fmt::format(
                        "Move \"{}\" out of the step of {}, or let all ranks do it at once", straggler.activity, who),
                "Check that its process has cores of its own (affinity, other jobs on the node)"};
        case LateWhy::Sync:
            return {
                fmt::format("Remove the blocking call from the step of {} (.item(), .cpu(), print of a tensor)", who)};
        case LateWhy::Other:
        case LateWhy::Unknown:
            return {fmt::format("Open {} beside a rank that waits and look at what precedes the collective", who)};
        }
        return {};
    }

    const World& m_world;
    std::vector<Record> m_records;
};

} // namespace

const char* lateWhyName(LateWhy why)
{
    constexpr std::array<const char*, kParts + 1> kNames {"unknown", "input", "compute", "host", "sync", "other"};
    return kNames[static_cast<std::size_t>(why)];
}

std::vector<Straggler> findStragglers(const World& world)
{
    return Judge(world).stragglers();
}

} // namespace stepscope::ranks

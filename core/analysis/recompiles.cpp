// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/recompiles.h"

#include "core/analysis/sums.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stepscope::analysis {
namespace {

// "torch/_dynamo/convert_frame.py(697): compile_inner"; the checks and lookups in the same file compile nothing.
bool isCompileFrame(std::string_view name)
{
    const std::size_t function = name.rfind("): ");
    if (function == std::string_view::npos)
        return false;
    const std::string_view called = name.substr(function + 3);
    if (name.find("torch/_dynamo/convert_frame.py(") != std::string_view::npos)
        return called == "_compile" || called == "compile_inner" || called == "_compile_inner";
    if (name.find("torch/_inductor/compile_fx.py(") != std::string_view::npos)
        return called == "compile_fx" || called == "compile_fx_inner";
    return false;
}

enum class Role : std::uint8_t
{
    NotAsked,
    None,
    Compile,
    Frame,
    Lookup,
    Region,
};

class RecompileFinder
{
public:
    RecompileFinder(const model::Trace& trace, const StepIndex& steps, const Window& window)
        : m_trace(trace)
        , m_steps(steps)
        , m_window(window)
        , m_roles(trace.names.size(), Role::NotAsked)
    {
    }

    Recompiles run()
    {
        for (const model::Lane& lane : m_trace.lanes) {
            if (m_trace.tracks[lane.track.index()].kind != model::TrackKind::CpuThread)
                continue;
            for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i)
                add(SliceId(i), lane.track);
        }
        keepOutermost(m_annotations.empty() ? m_frames : m_annotations);
        countRegions();
        return std::move(m_out);
    }

private:
    [[nodiscard]] Role roleOf(SliceId id)
    {
        const model::EventKind kind = m_trace.kindOf(id);
        const bool frame = kind == model::EventKind::PythonFunction;
        if (!frame && kind != model::EventKind::CpuOp && kind != model::EventKind::UserAnnotation)
            return Role::None;
        const NameId name = m_trace.slices.name[id.index()];
        if (name.index() >= m_roles.size())
            return Role::None;
        Role& known = m_roles[name.index()];
        if (known == Role::NotAsked)
            known = roleOfName(m_trace.names.view(name));
        return (known == Role::Frame) == frame ? known : Role::None;
    }

    static Role roleOfName(std::string_view name)
    {
        if (name.starts_with("Torch-Compiled Region"))
            return Role::Region;
        if (name == "TorchDynamo Cache Lookup")
            return Role::Lookup;
        if (isCompileName(name))
            return Role::Compile;
        return isCompileFrame(name) ? Role::Frame : Role::None;
    }

    void add(SliceId id, TrackId track)
    {
        const Role role = roleOf(id);
        if (role == Role::None)
            return;
        const Share share = shareOf(m_trace, id, m_window.cpu, m_window.whole);
        if (!share.counts)
            return;
        if (role == Role::Lookup) {
            ++m_out.lookups;
            addTo(m_out.lookupNs, share.span.length());
        }
        if (!share.placed)
            return;
        const std::uint32_t step = m_steps.at(m_trace.slices.start[id.index()]);
        if (role == Role::Region)
            m_regions.emplace_back(step, m_trace.slices.name[id.index()]);
        if (role == Role::Compile)
            m_annotations.push_back({id, track, share.span, step});
        if (role == Role::Frame)
            m_frames.push_back({id, track, share.span, step});
    }

    void keepOutermost(std::vector<CompileSpan>& spans)
    {
        std::sort(spans.begin(), spans.end(), [](const CompileSpan& a, const CompileSpan& b) {
            if (a.track != b.track)
                return a.track < b.track;
            if (a.span.start != b.span.start)
                return a.span.start < b.span.start;
            return a.span.end != b.span.end ? a.span.end > b.span.end : a.slice < b.slice;
        });
        for (const CompileSpan& span : spans) {
            const bool inside = !m_out.spans.empty() && m_out.spans.back().track == span.track
                && span.span.start < m_out.spans.back().span.end;
            if (!inside)
                m_out.spans.push_back(span);
        }
        std::stable_sort(m_out.spans.begin(), m_out.spans.end(),
            [](const CompileSpan& a, const CompileSpan& b) { return a.span.start < b.span.start; });
        for (const CompileSpan& span : m_out.spans)
            addTo(m_out.totalNs, span.span.length());
    }

    void countRegions()
    {
        std::sort(m_regions.begin(), m_regions.end());
        for (std::size_t i = 0; i < m_regions.size(); ++i) {
            const bool newStep = i == 0 || m_regions[i].first != m_regions[i - 1].first;
            if (newStep)
                m_out.regions.push_back({m_regions[i].first, 0, 0});
            ++m_out.regions.back().calls;
            if (newStep || m_regions[i].second != m_regions[i - 1].second)
                ++m_out.regions.back().different;
        }
    }

    const model::Trace& m_trace;
    const StepIndex& m_steps;
    const Window& m_window;
    std::vector<Role> m_roles; // by name
    std::vector<CompileSpan> m_annotations;
    std::vector<CompileSpan> m_frames;
    std::vector<std::pair<std::uint32_t, NameId>> m_regions;
    Recompiles m_out;
};

} // namespace

bool isCompileName(std::string_view name)
{
    if (name.ends_with("(dynamo_timed)"))
        return true;
    constexpr std::array<std::string_view, 8> kPrefixes {"entire_frame_compile", "backend_compile", "_compile.",
        "compile_fx", "inductor_codecache", "async_compile.wait", "create_aot_dispatcher_function", "GraphLowering."};
    return std::any_of(
        kPrefixes.begin(), kPrefixes.end(), [name](std::string_view prefix) { return name.starts_with(prefix); });
}

Recompiles findRecompiles(const model::Trace& trace, const StepIndex& steps, const Window& window)
{
    return RecompileFinder(trace, steps, window).run();
}

} // namespace stepscope::analysis

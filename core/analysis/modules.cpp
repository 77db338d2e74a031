// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/modules.h"

#include "core/analysis/sums.h"

#include <algorithm>
#include <tsl/robin_map.h>

namespace stepscope::analysis {
namespace {

constexpr std::string_view kPrefix = "nn.Module: ";

class ModuleCollector
{
public:
    ModuleCollector(const model::Trace& trace, const Window& window)
        : m_trace(trace)
        , m_window(window)
        , m_isModule(trace.names.size(), false)
    {
        for (std::size_t i = 0; i < m_isModule.size(); ++i) {
            m_isModule[i] = trace.names.view(NameId(i)).substr(0, kPrefix.size()) == kPrefix;
            m_any = m_any || m_isModule[i];
        }
    }

    std::vector<ModuleRow> run()
    {
        if (!m_any)
            return {};
        for (const model::Lane& lane : m_trace.lanes) {
            if (m_trace.tracks[lane.track.index()].kind != model::TrackKind::CpuThread
                || lane.section == model::LaneSection::Unplaced)
                continue;
            for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i)
                addFrame(SliceId(i));
        }
        for (std::size_t i = 0; i < m_trace.gpuWork.size(); ++i)
            addWork(i);
        return finish();
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffffU;

    struct Node // a path
    {
        NameId name;
        std::uint32_t parent = kNone;
        std::vector<std::uint32_t> children; // in order of appearance
        ModuleRow row;
        std::int64_t longestNs = 0;
    };

    [[nodiscard]] bool isModule(SliceId id) const
    {
        return m_isModule[m_trace.slices.name[id.index()].index()]
            && m_trace.kindOf(id) == model::EventKind::PythonFunction;
    }

    [[nodiscard]] SliceId moduleAround(SliceId id) const
    {
        SliceId up = m_trace.slices.parent[id.index()];
        while (up.valid() && !isModule(up))
            up = m_trace.slices.parent[up.index()];
        return up;
    }

    // The node of a module frame; those around it are made first. Nesting is as deep as modules nest, not as Python
    // does.
    std::uint32_t nodeOf(SliceId frame)
    {
        std::vector<SliceId> missing;
        std::uint32_t parent = kNone;
        for (SliceId id = frame; id.valid(); id = moduleAround(id)) {
            const auto known = m_nodeOfFrame.find(id.value);
            if (known != m_nodeOfFrame.end()) {
                parent = known->second;
                break;
            }
            missing.push_back(id);
        }
        for (std::size_t i = missing.size(); i-- > 0;) {
            parent = childOf(parent, m_trace.slices.name[missing[i].index()]);
            m_nodeOfFrame.emplace(missing[i].value, parent);
        }
        return parent;
    }

    std::uint32_t childOf(std::uint32_t parent, NameId name)
    {
        const std::uint64_t key = (std::uint64_t {parent} << 32U) | name.value;
        const auto [at, fresh] = m_children.try_emplace(key, static_cast<std::uint32_t>(m_nodes.size()));
        const std::uint32_t node = at->second;
        if (!fresh)
            return node;
        Node child;
        child.name = name;
        child.parent = parent;
        if (parent != kNone) {
            child.row.path = m_nodes[parent].row.path + ".";
            child.row.depth = m_nodes[parent].row.depth + 1;
        }
        child.row.path += m_trace.names.view(name).substr(kPrefix.size());
        m_nodes.push_back(std::move(child));
        (parent == kNone ? m_roots : m_nodes[parent].children).push_back(node);
        return node;
    }

    void addFrame(SliceId id)
    {
        if (!isModule(id))
            return;
        const Share share = shareOf(m_trace, id, m_window.cpu, m_window.whole);
        if (!share.counts)
            return;
        Node& node = m_nodes[nodeOf(id)];
        ++node.row.calls;
        addTo(node.row.cpuTotalNs, share.span.length());
        if (share.timed && (!node.row.longest.valid() || share.span.length() > node.longestNs)) {
            node.row.longest = id;
            node.longestNs = share.span.length();
        }
    }

    void addWork(std::size_t work)
    {
        const SliceId launch = m_trace.gpuWork.launch[work];
        const Share share = shareOf(m_trace, m_trace.gpuWork.slice[work], m_window.gpu, m_window.whole);
        const SliceId frame = launch.valid() && share.placed ? moduleAround(launch) : SliceId();
        if (!frame.valid())
            return;
        std::uint32_t node = nodeOf(frame);
        addTo(m_nodes[node].row.deviceSelfNs, share.span.length());
        for (; node != kNone; node = m_nodes[node].parent)
            addTo(m_nodes[node].row.deviceTotalNs, share.span.length());
    }

    std::vector<ModuleRow> finish()
    {
        std::vector<ModuleRow> rows;
        std::vector<std::uint32_t> open(m_roots.rbegin(), m_roots.rend());
        while (!open.empty()) {
            Node& node = m_nodes[open.back()];
            open.pop_back();
            open.insert(open.end(), node.children.rbegin(), node.children.rend());
            if (node.row.calls > 0 || node.row.deviceTotalNs > 0)
                rows.push_back(std::move(node.row));
        }
        return rows;
    }

    const model::Trace& m_trace;
    const Window& m_window;
    std::vector<bool> m_isModule; // by NameId
    bool m_any = false;
    std::vector<Node> m_nodes;
    std::vector<std::uint32_t> m_roots;
    tsl::robin_map<std::uint32_t, std::uint32_t> m_nodeOfFrame; // SliceId -> node
    tsl::robin_map<std::uint64_t, std::uint32_t> m_children;    // (node, name) -> node
};

} // namespace

std::vector<ModuleRow> moduleStats(const model::Trace& trace, const Window& window)
{
    return ModuleCollector(trace, window).run();
}

} // namespace stepscope::analysis

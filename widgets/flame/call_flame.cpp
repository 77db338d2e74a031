// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/flame/call_flame.h"

#include "core/analysis/kernel_names.h"
#include "core/view/label_text.h"
#include "widgets/details/detail_text.h"

#include <algorithm>
#include <unordered_map>

namespace stepscope::widgets {

namespace {

using analysis::CallNode;
using analysis::CallNodeKind;

view::ColourIndex colourOf(const model::Trace& trace, const CallNode& node)
{
    switch (node.kind) {
    case CallNodeKind::Root:
    case CallNodeKind::Thread:
    case CallNodeKind::NoLaunch:
        return view::colourIndex(view::ColourGroup::Overhead);
    case CallNodeKind::Steps:
        return view::colourIndex(view::ColourGroup::Annotation);
    case CallNodeKind::Call:
    case CallNodeKind::Work:
        break;
    }
    return view::colourIndex(trace.names.view(node.name), node.event);
}

FlameLabel labelOf(const model::Trace& trace, const CallNode& node)
{
    const std::string full = callLabel(trace, node);
    const std::string shown = node.kind == CallNodeKind::Work ? analysis::shortKernelName(full)
        : node.event == model::EventKind::PythonFunction      ? view::shortPythonName(full)
                                                              : full;
    return {toQString(shown), toQString(full)};
}

QStringList linesOf(const model::Trace& trace, const CallNode& node)
{
    switch (node.kind) {
    case CallNodeKind::Root:
    case CallNodeKind::Thread:
        return {};
    case CallNodeKind::NoLaunch:
        return {QStringLiteral("GPU work whose launch is not in the file")};
    case CallNodeKind::Work:
        return {
            QStringLiteral("%1, run %2")
                .arg(kindText(node.event), countedText(node.calls, QStringLiteral("time"), QStringLiteral("times")))};
    case CallNodeKind::Call:
    case CallNodeKind::Steps:
        break;
    }
    QString text = QStringLiteral("%1, %2").arg(
        kindText(node.event), countedText(node.calls, QStringLiteral("call"), QStringLiteral("calls")));
    if (node.longest.valid() && node.calls > 1)
        text += QStringLiteral(", the longest %1").arg(durationText(trace.slices.dur[node.longest.index()]));
    return {text};
}

// Labels of one name are shared where nothing but the name decides about them.
std::uint64_t keyOf(const CallNode& node)
{
    const bool isNamed = node.kind == CallNodeKind::Call || node.kind == CallNodeKind::Work;
    return isNamed ? std::uint64_t {node.name.value} << 16U | static_cast<std::uint64_t>(node.event) << 8U
            | static_cast<std::uint64_t>(node.kind)
                   : 0;
}

} // namespace

FlameTreePtr callFlame(const std::shared_ptr<const model::Trace>& trace, const CallTreePtr& calls)
{
    auto flame = std::make_shared<FlameTree>();
    std::unordered_map<std::uint64_t, std::uint32_t> labels;
    flame->nodes.reserve(calls->nodes.size());
    for (const CallNode& call : calls->nodes) {
        const std::uint64_t key = keyOf(call);
        const auto [at, isNew] = labels.try_emplace(key, static_cast<std::uint32_t>(flame->labels.size()));
        if (isNew || key == 0) {
            at->second = static_cast<std::uint32_t>(flame->labels.size());
            flame->labels.push_back(labelOf(*trace, call));
        }
        FlameNode node;
        node.parent = call.parent == CallNode::kNone ? 0 : call.parent;
        node.firstChild = call.firstChild;
        node.children = call.children;
        node.label = at->second;
        node.total = static_cast<std::uint64_t>(std::max<std::int64_t>(0, call.totalNs));
        node.self = static_cast<std::uint64_t>(std::max<std::int64_t>(0, call.selfNs));
        node.colour = colourOf(*trace, call);
        flame->nodes.push_back(node);
    }
    flame->amountText = [](std::uint64_t ns) { return durationText(static_cast<std::int64_t>(ns)); };
    flame->moreLines = [trace, calls](std::uint32_t node) { return linesOf(*trace, calls->nodes[node]); };
    return flame;
}

} // namespace stepscope::widgets

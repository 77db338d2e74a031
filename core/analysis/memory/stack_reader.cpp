// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/stack_reader.h"

#include "core/analysis/memory/frame_classes.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

// Calls of modules pass through these; the forward() inside says which module it is.
bool isCallWrapper(std::string_view function)
{
    return function.find("_call_impl") != std::string_view::npos;
}

std::string_view fileName(std::string_view path)
{
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string_view::npos || path.substr(0, 1) == "<" ? path : path.substr(slash + 1);
}

// "at::native::mm(at::Tensor const&)" without its parameters. Those of templates and "(anonymous namespace)" stay.
std::string_view withoutParameters(std::string_view function)
{
    constexpr std::string_view kAnonymous = "(anonymous namespace)";
    int templates = 0;
    for (std::size_t at = 0; at < function.size(); ++at) {
        templates += function[at] == '<' ? 1 : function[at] == '>' ? -1 : 0;
        if (function[at] != '(' || at == 0 || templates > 0)
            continue;
        if (function.substr(at, kAnonymous.size()) != kAnonymous)
            return function.substr(0, at);
        at += kAnonymous.size() - 1;
    }
    return function;
}

} // namespace

std::string shortFrameText(std::string_view file, std::uint32_t line, std::string_view function)
{
    constexpr std::size_t kLong = 100;
    if ((classifyFrame(file, function) & kPythonFrame) == 0) {
        const std::string_view name = withoutParameters(function);
        if (name.empty())
            return fmt::format("{}:{}", fileName(file), line);
        return name.size() <= kLong ? std::string(name) : fmt::format("{}…", name.substr(0, kLong));
    }
    constexpr std::string_view kLocals = "<locals>.";
    const std::size_t inner = function.rfind(kLocals);
    if (inner != std::string_view::npos)
        function.remove_prefix(inner + kLocals.size());
    return fmt::format("{}:{} {}", fileName(file), line, function);
}

StackReader::StackReader(const model::SnapshotRecord& record)
    : m_record(record)
{
    const model::StackTable& stacks = record.stacks;
    m_frames.reserve(stacks.frameCount());
    for (std::size_t i = 0; i < stacks.frameCount(); ++i) {
        const model::StackFrame& frame = stacks.at(FrameId(i));
        m_frames.push_back(classifyFrame(record.names.view(frame.file), record.names.view(frame.function)));
    }
    m_nodes.reserve(stacks.size());
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        const StackId outer = stacks.outer(StackId(i)); // was made before this one
        const FrameId frame = stacks.frame(StackId(i));
        const std::uint16_t classes = m_frames[frame.index()];
        Node node = outer.valid() ? m_nodes[outer.index()] : Node();
        node.classes = static_cast<std::uint16_t>(node.classes | classes);
        if ((classes & kPythonFrame) != 0) {
            node.python = frame;
            if ((classes & kLibraryFrame) == 0)
                node.user = frame;
            if ((classes & kKvCacheFrame) != 0)
                node.cache = frame;
        } else if ((classes & kGradNodeFrame) != 0
            || ((classes & kHiddenFrame) == 0 && (node.classes & kGradNodeFrame) == 0)) {
            node.native = frame;
        }
        if ((classes & kForwardFrame) != 0 && !isCallWrapper(record.names.view(stacks.at(frame).function)))
            node.forward = frame;
        m_nodes.push_back(node);
    }
}

std::uint16_t StackReader::classesOf(StackId stack) const
{
    return stack.valid() ? m_nodes[stack.index()].classes : std::uint16_t {0};
}

FrameId StackReader::userFrame(StackId stack) const
{
    if (!stack.valid())
        return {};
    const Node& node = m_nodes[stack.index()];
    return node.cache.valid() ? node.cache
        : node.user.valid()   ? node.user
        : node.python.valid() ? node.python
        : node.native.valid() ? node.native
                              : m_record.stacks.frame(stack);
}

FrameId StackReader::forwardFrame(StackId stack) const
{
    return stack.valid() ? m_nodes[stack.index()].forward : FrameId();
}

MemoryCategory StackReader::guess(StackId stack) const
{
    const unsigned classes = classesOf(stack);
    const auto has = [classes](unsigned mask) { return (classes & mask) != 0; };
    if (has(kOptimizerFrame))
        return MemoryCategory::OptimizerState;
    if (has(kBackwardFrame))
        return MemoryCategory::Gradient;
    if (has(kKvCacheFrame))
        return MemoryCategory::KvCache;
    if (has(kLoadFrame) || (has(kConstructorFrame) && !has(kForwardFrame | kInputFrame)))
        return MemoryCategory::Parameter;
    if (has(kInputFrame))
        return MemoryCategory::Input;
    if (has(kForwardFrame))
        return MemoryCategory::Activation;
    if (has(kCommunicationFrame))
        return MemoryCategory::Communication;
    return has(kCopyFrame) && has(kPythonFrame) ? MemoryCategory::Input : MemoryCategory::Other;
}

std::vector<FrameId> StackReader::callOrder(StackId stack, bool pythonOnly) const
{
    std::vector<FrameId> python;
    std::vector<FrameId> native;
    for (StackId at = stack; at.valid(); at = m_record.stacks.outer(at)) {
        const FrameId frame = m_record.stacks.frame(at);
        if (isPython(frame))
            python.push_back(frame);
        else if (python.empty() && !isHidden(frame)) // what comes later called the Python code
            native.push_back(frame);
    }
    std::vector<FrameId> order(python.rbegin(), python.rend());
    if (!pythonOnly || python.empty())
        order.insert(order.end(), native.rbegin(), native.rend());
    return order;
}

std::string StackReader::frameText(FrameId frame) const
{
    const model::StackFrame& of = m_record.stacks.at(frame);
    return shortFrameText(m_record.names.view(of.file), of.line, m_record.names.view(of.function));
}

std::string StackReader::label(StackId stack) const
{
    const FrameId frame = userFrame(stack);
    return frame.valid() ? frameText(frame) : std::string("(no stack)");
}

} // namespace stepscope::analysis

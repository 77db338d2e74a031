// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/line_writer.h"
#include "core/export/memory_words.h"

#include <array>

namespace stepscope::exporting {
namespace {

class SnapshotDumper
{
public:
    SnapshotDumper(const model::MemorySnapshot& snapshot, const TextSink& write)
        : m_snapshot(snapshot)
        , m_record(snapshot.record)
        , m_out(write)
    {
    }

    void run()
    {
        m_out.line("stepscope snapshot dump 1");
        head();
        stacks();
        for (const model::MemoryDevice& device : m_snapshot.devices) {
            m_out.line("device {}", device.id);
            entries(device);
            allocations(device);
            reserved(device);
            segments(device);
        }
        m_out.diagnostics(m_record.diagnostics);
        m_out.flush();
    }

private:
    [[nodiscard]] std::string stackText(StackId stack) const
    {
        std::string out;
        if (!stack.valid())
            return "-";
        for (const FrameId frame : m_record.stacks.frames(stack))
            out.append(out.empty() ? "" : " < ").append(quoteJson(frameText(m_record, frame)));
        return out;
    }

    void head()
    {
        for (std::size_t i = 0; i < m_record.streams.size(); ++i)
            m_out.line("stream {} 0x{:x}", i, m_record.streams[i]);
        for (std::size_t i = 0; i < m_record.pools.size(); ++i)
            m_out.line("pool {} {}", i, poolLabel(m_record, static_cast<model::PoolIndex>(i)));
        for (const auto& [key, value] : m_record.settings)
            m_out.line("setting {} {}", quoteJson(key), quoteJson(value));
        for (const model::AnnotationRecord& a : m_record.annotations)
            m_out.line("annotation device {} {} {}{} {}", a.device, a.startUs, a.endUs,
                a.unfinished ? " unfinished" : "", quoteJson(m_record.names.view(a.name)));
    }

    // Each stack by its innermost frame and the stack outside of it.
    void stacks()
    {
        for (std::size_t i = 0; i < m_record.stacks.frameCount(); ++i) {
            const model::StackFrame& frame = m_record.stacks.at(FrameId(i));
            m_out.line("frame {} {} {} {}", i, frame.line, quoteJson(m_record.names.view(frame.function)),
                quoteJson(m_record.names.view(frame.file)));
        }
        for (std::size_t i = 0; i < m_record.stacks.size(); ++i)
            m_out.line("stack {} frame {} in {}", i, m_record.stacks.frame(StackId(i)).value,
                stackId(m_record.stacks.outer(StackId(i))));
    }

    static std::string stackId(StackId stack) { return stack.valid() ? fmt::to_string(stack.value) : std::string("-"); }

    void entries(const model::MemoryDevice& device)
    {
        const model::MemoryEntries& e = m_snapshot.entries(device);
        for (std::size_t i = 0; i < e.count(); ++i) {
            const AllocId id = device.allocationOf[i];
            std::string more; // what most entries do not have
            if (id.valid())
                more += fmt::format(" allocation {}", id.value);
            if (e.stack[i].valid())
                more += fmt::format(" stack {}", e.stack[i].value);
            if (!e.pool.empty() && e.pool[i] != 0)
                more += fmt::format(" pool {}", e.pool[i]);
            if (!e.text.empty() && e.text[i].valid() && !m_record.names.view(e.text[i]).empty())
                more += fmt::format(" {}", quoteJson(m_record.names.view(e.text[i])));
            m_out.line("  entry {} {} 0x{:x} {} time {} stream {} active {} held {} reserved {}{}", i,
                actionName(e.action[i]), e.address[i], e.size[i], e.timeUs[i], e.stream[i], device.active.value[i],
                device.held.value[i], device.reserved.value[i], more);
        }
    }

    void allocations(const model::MemoryDevice& device)
    {
        const model::AllocationTable& a = device.allocations;
        for (std::size_t i = 0; i < a.count(); ++i)
            m_out.line(
                "  allocation {} 0x{:x} {} block {} born {} requested {} died {} stream {} pool {} version {}{} {}", i,
                a.address[i], a.size[i], a.blockSize[i], a.born[i], entryText(a.requested[i]), entryText(a.died[i]),
                a.stream[i], a.pool[i], a.version[i], flags(a.flags[i]), stackText(a.stack[i]));
    }

    void reserved(const model::MemoryDevice& device)
    {
        for (const model::SegmentSpan& span : device.spans)
            m_out.line("  reserved 0x{:x} {} from {} to {} stream {} pool {}{}{}", span.address, span.size, span.from,
                entryText(span.to), span.stream, span.pool, span.large ? " large" : " small",
                span.mapped ? " mapped" : "");
    }

    void segments(const model::MemoryDevice& device)
    {
        constexpr std::array states {"allocated", "pending", "inactive"};
        for (const std::size_t index : device.segments) {
            const model::SegmentRecord& segment = m_record.segments[index];
            m_out.line("  segment 0x{:x} {} stream {} pool {} stack {}{}{}", segment.address, segment.size,
                segment.stream, segment.pool, stackId(segment.stack), segment.large ? " large" : " small",
                segment.expandable ? " expandable" : "");
            for (const model::BlockRecord& block : segment.blocks)
                m_out.line("    block 0x{:x} {} requested {} stack {} {}", block.address, block.size,
                    block.requested ? fmt::to_string(*block.requested) : "-", stackId(block.stack),
                    states[static_cast<std::size_t>(block.state)]);
        }
    }

    static std::string entryText(std::int32_t entry)
    {
        return entry == model::kNeverInHistory ? std::string("-") : fmt::to_string(entry);
    }

    static std::string flags(std::uint8_t bits)
    {
        constexpr std::array names {
            "initial", "free_site", "ghost", "pending", "missed_free", "not_at_end", "size_from_block"};
        std::string out;
        for (std::size_t i = 0; i < names.size(); ++i) {
            if ((bits & (1U << i)) != 0)
                out.append(out.empty() ? " flags " : ",").append(names[i]);
        }
        return out;
    }

    const model::MemorySnapshot& m_snapshot;
    const model::SnapshotRecord& m_record;
    LineWriter m_out;
};

} // namespace

void dumpSnapshot(const model::MemorySnapshot& snapshot, const TextSink& write)
{
    SnapshotDumper(snapshot, write).run();
}

} // namespace stepscope::exporting

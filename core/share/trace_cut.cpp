// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/trace_cut.h"

#include "core/share/kept_events.h"
#include "core/share/output_file.h"
#include "core/util/json_text.h"

#include <fmt/format.h>

namespace stepscope::share {
namespace {

class Cutter
{
public:
    Cutter(const model::Trace& trace, const CutRequest& request, const std::stop_token& stop)
        : m_trace(trace)
        , m_request(request)
        , m_stop(stop)
        , m_kept(trace, request)
    {
    }

    Expected<CutResult> write(const std::string& path)
    {
        if (m_request.scrub) {
            if (const auto learned = learn(); !learned)
                return tl::unexpected(learned.error());
        }
        if (m_trace.diagnostics.warnings() > 0)
            m_result.notes.push_back(
                fmt::format("the trace has {} warnings (see `report`); what was damaged is written as "
                            "it was mended, and the cut does not show it",
                    m_trace.diagnostics.warnings()));
        auto out = OutputFile::create(path, m_trace.file.path);
        if (!out)
            return tl::unexpected(out.error());
        const bool isObject = !m_trace.metadata.empty();
        (*out)->write(isObject ? "{\n" : "");
        for (const model::MetadataEntry& entry : m_trace.metadata)
            writeMember(**out, entry);
        (*out)->write(isObject ? "\"traceEvents\": [\n" : "[\n");
        std::string_view separator;
        const auto written = m_trace.args->eachEvent([&](std::uint64_t offset, std::string_view json) {
            ++m_result.events;
            if (!m_kept.keeps(offset, json))
                return !m_stop.stop_requested();
            ++m_result.kept;
            (*out)->write(separator);
            (*out)->write(shown(json));
            separator = ",\n";
            return !m_stop.stop_requested();
        });
        if (!written)
            return tl::unexpected(written.error());
        if (m_stop.stop_requested())
            return fail(ErrorClass::Cancelled, "Cutting was cancelled.");
        (*out)->write(isObject ? "\n]}\n" : "\n]\n");
        if (const auto finished = (*out)->finish(); !finished)
            return tl::unexpected(finished.error());
        return std::move(m_result);
    }

private:
    // Names of users and hosts stand in one place and are used in others, also before.
    Expected<void> learn()
    {
        for (const model::MetadataEntry& entry : m_trace.metadata)
            static_cast<void>(scrubJson(memberText(entry), m_names));
        return m_trace.args->eachEvent([&](std::uint64_t offset, std::string_view json) {
            if (m_kept.keeps(offset, json))
                static_cast<void>(scrubJson(json, m_names));
            return !m_stop.stop_requested();
        });
    }

    static std::string memberText(const model::MetadataEntry& entry)
    {
        return fmt::format("\"{}\": {}", escapeJson(entry.key), entry.json);
    }

    void writeMember(OutputFile& out, const model::MetadataEntry& entry)
    {
        const bool tooLong = entry.bytes > model::kMetadataTextLimit;
        if (!entry.valid || tooLong) {
            m_result.notes.push_back(fmt::format("\"{}\" of the file is {} ({} bytes) and was left out", entry.key,
                tooLong ? "too long" : "damaged", entry.bytes));
            return;
        }
        out.write(shown(memberText(entry)));
        out.write(",\n");
    }

    std::string shown(std::string_view json)
    {
        if (!m_request.scrub)
            return std::string(json);
        Scrubbed scrubbed = scrubJson(json, m_names);
        for (const auto& [kind, count] : scrubbed.masked)
            m_result.masked[kind] += count;
        return std::move(scrubbed.json);
    }

    const model::Trace& m_trace;
    const CutRequest& m_request;
    const std::stop_token& m_stop;
    KeptEvents m_kept;
    LearnedNames m_names;
    CutResult m_result;
};

} // namespace

Expected<CutResult> writeCut(
    const model::Trace& trace, const CutRequest& request, const std::string& path, const std::stop_token& stop)
{
    return Cutter(trace, request, stop).write(path);
}

} // namespace stepscope::share

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/trace_cut.h"

#include "core/share/kept_events.h"
#include "core/share/output_file.h"
#include "core/util/json_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <simdjson.h>

namespace stepscope::share {
namespace {

class Cutter
{
public:
    Cutter(const model::Trace& trace, const CutRequest& request, const std::stop_token& stop, Progress* progress)
        : m_trace(trace)
        , m_request(request)
        , m_stop(stop)
        , m_progress(progress)
        , m_kept(trace, request)
    {
        if (m_progress != nullptr)
            m_progress->bytesTotal = (m_request.scrub ? 2 : 1) * trace.file.textBytes;
    }

    Expected<CutResult> write(const std::string& path)
    {
        auto out = OutputFile::create(path, m_trace.file.path);
        if (!out)
            return tl::unexpected(out.error());
        if (const auto prepared = prepare(); !prepared)
            return tl::unexpected(prepared.error());
        if (m_trace.diagnostics.warnings() > 0)
            m_result.notes.push_back(
                fmt::format("the trace has {} warnings (see `report`); what was damaged is written as "
                            "it was mended, and the cut does not show it",
                    m_trace.diagnostics.warnings()));
        const bool isObject = !m_members.empty();
        (*out)->write(isObject ? "{\n" : "");
        for (const Member& member : m_members) {
            (*out)->write(shown(member.json));
            (*out)->write(",\n");
        }
        (*out)->write(isObject ? "\"traceEvents\": [\n" : "[\n");
        std::string_view separator;
        const auto written = eachKept([&](std::uint64_t, std::string_view json) {
            (*out)->write(separator);
            (*out)->write(shown(json));
            separator = ",\n";
        });
        if (!written)
            return tl::unexpected(written.error());
        (*out)->write(isObject ? "\n]}\n" : "\n]\n");
        if (const auto finished = (*out)->finish(); !finished)
            return tl::unexpected(finished.error());
        return std::move(m_result);
    }

    Expected<SecretList> list()
    {
        if (const auto prepared = prepare(); !prepared)
            return tl::unexpected(prepared.error());
        SecretList found;
        for (const Member& member : m_members) {
            static_cast<void>(
                scrubJson(member.json, m_names, [&](SecretKind kind, std::string_view secret, std::size_t at) {
                    const std::size_t ofKey = std::min(at, member.valueAt);
                    found.add(kind, secret, member.offset + (at - ofKey), member.key);
                    return true;
                }));
        }
        const auto read = eachKept([&](std::uint64_t offset, std::string_view json) {
            static_cast<void>(scrubJson(json, m_names, [&](SecretKind kind, std::string_view secret, std::size_t at) {
                found.add(kind, secret, offset + at, "event");
                return true;
            }));
        });
        if (!read)
            return tl::unexpected(read.error());
        return found;
    }

private:
    struct Member // of the whole trace
    {
        std::string key;
        std::string json; // with its key
        std::size_t valueAt = 0;
        std::uint64_t offset = 0; // of the value in the file
    };

    // Names of users and hosts stand in one place and are used in others, also before.
    Expected<void> prepare()
    {
        for (const model::MetadataEntry& entry : m_trace.metadata) {
            if (m_request.window && entry.key == model::kCutKey)
                continue; // a new one follows
            if (auto added = addMember(entry); !added)
                return added;
        }
        addMark();
        if (!m_request.scrub)
            return {};
        static_cast<void>(findSecrets(m_trace.file.path, TextPlace::Value, m_names));
        for (const Member& member : m_members)
            static_cast<void>(scrubJson(member.json, m_names));
        return eachKept([&](std::uint64_t, std::string_view json) { static_cast<void>(scrubJson(json, m_names)); });
    }

    // A cut of a cut lies within both.
    void addMark()
    {
        if (!m_request.window)
            return;
        model::CutMark mark {m_request.window->start, m_request.window->end, m_request.steps};
        if (const auto& before = m_trace.cut) {
            mark.start = std::max(mark.start, before->start);
            mark.end = std::max(mark.start, std::min(mark.end, before->end));
            if (!mark.steps)
                mark.steps = before->steps;
        }
        Member member {std::string(model::kCutKey), fmt::format("\"{}\": ", model::kCutKey), 0, 0};
        member.valueAt = member.json.size();
        member.json += fmt::format("{{\"start_ns\": {}, \"end_ns\": {}", mark.start, mark.end);
        if (mark.steps)
            member.json += fmt::format(", \"steps\": [{}, {}]", mark.steps->first, mark.steps->second);
        member.json += '}';
        m_members.push_back(std::move(member));
    }

    // Reads the whole file once more.
    template <class Take> Expected<void> eachKept(const Take& take)
    {
        m_result.events = 0;
        m_result.kept = 0;
        auto read = m_trace.args->eachEvent([&](std::uint64_t offset, std::string_view json) {
            ++m_result.events;
            if (m_progress != nullptr)
                m_progress->bytesDone = m_bytesBefore + offset;
            if (m_kept.keeps(offset, json)) {
                ++m_result.kept;
                take(offset, json);
            }
            return !m_stop.stop_requested();
        });
        m_bytesBefore += m_trace.file.textBytes;
        if (read && m_stop.stop_requested())
            return fail(ErrorClass::Cancelled, "Cutting was cancelled.");
        return read;
    }

    Expected<void> addMember(const model::MetadataEntry& entry)
    {
        const bool isLong = entry.bytes > model::kMetadataTextLimit;
        std::string value = entry.json;
        if (isLong) { // the trace holds its start only
            auto whole = m_trace.args->rawEventAt(entry.offset, entry.bytes);
            if (!whole)
                return tl::unexpected(whole.error());
            value = std::move(*whole);
        }
        if (isLong ? value.size() != entry.bytes || !isJson(value) : !entry.valid) {
            m_result.notes.push_back(
                fmt::format("\"{}\" of the file is damaged ({} bytes) and was left out", entry.key, entry.bytes));
            return {};
        }
        Member member {entry.key, fmt::format("\"{}\": ", escapeJson(entry.key)), 0, entry.offset};
        member.valueAt = member.json.size();
        member.json += value;
        m_members.push_back(std::move(member));
        return {};
    }

    static bool isJson(std::string_view text)
    {
        simdjson::dom::parser parser;
        return parser.parse(text.data(), text.size()).error() == simdjson::SUCCESS;
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
    Progress* m_progress;
    std::uint64_t m_bytesBefore = 0; // of the readings before
    KeptEvents m_kept;
    std::vector<Member> m_members;
    LearnedNames m_names;
    CutResult m_result;
};

} // namespace

Expected<CutResult> writeCut(const model::Trace& trace, const CutRequest& request, const std::string& path,
    const std::stop_token& stop, Progress* progress)
{
    return Cutter(trace, request, stop, progress).write(path);
}

Expected<SecretList> listSecrets(
    const model::Trace& trace, const CutRequest& request, const std::stop_token& stop, Progress* progress)
{
    CutRequest scrubbed = request;
    scrubbed.scrub = true;
    return Cutter(trace, scrubbed, stop, progress).list();
}

} // namespace stepscope::share

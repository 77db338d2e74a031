// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Building blocks of JSON documents. Templates over the JSON type, so that its headers stay in .cpp files; `Json` must
// keep the order of keys (nlohmann::ordered_json).

#include "core/analysis/step_index.h"
#include "core/export/labels.h"
#include "core/export/report.h"
#include "core/model/trace.h"
#include "core/util/diagnostics.h"

#include <optional>
#include <span>
#include <string>
#include <utility>

namespace stepscope::exporting {

template <class Json, class T> Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

template <class Json> Json textOrNull(std::string_view text)
{
    return text.empty() ? Json(nullptr) : Json(std::string(text));
}

template <class Json> Json nameOrNull(const model::Trace& trace, NameId name)
{
    return name.valid() ? Json(std::string(trace.names.view(name))) : Json(nullptr);
}

template <class Json> Json positionOrNull(std::int64_t position)
{
    return position >= 0 ? Json(position) : Json(nullptr);
}

template <class Json> Json errorJson(const ReportedFile* file)
{
    if (file == nullptr || !file->error)
        return nullptr;
    Json error = Json::object();
    error["class"] = errorClassName(file->error->errorClass);
    error["message"] = file->error->message;
    error["offset"] = positionOrNull<Json>(file->error->offset);
    error["line"] = positionOrNull<Json>(file->error->line);
    error["file"] = file->path;
    return error;
}

template <class Json> Json fileJson(const ReportedFile& file)
{
    Json out = Json::object();
    out["path"] = file.path;
    out["bytes"] = orNull<Json>(file.bytes);
    const model::FileInfo* info = file.info();
    out["text_bytes"] = info != nullptr ? Json(info->textBytes) : Json(nullptr);
    out["compression"] = info != nullptr ? Json(std::string(compressionName(info->compression))) : Json(nullptr);
    out["format"] = file.trace ? Json("chrome_trace")
        : file.snapshot        ? Json("memory_snapshot")
        : file.timeline        ? Json("memory_timeline")
                               : Json(nullptr);
    return out;
}

// Kinds that occur, with their counts summed over the files. Samples say their file where there are several.
template <class Json> Json diagnosticsJson(std::span<const ReportedFile> files)
{
    Json out = Json::array();
    for (std::size_t k = 0; k < kDiagnosticKinds; ++k) {
        const auto kind = static_cast<DiagnosticKind>(k);
        std::uint64_t count = 0;
        Json samples = Json::array();
        for (std::size_t f = 0; f < files.size(); ++f) {
            if (files[f].diagnostics() == nullptr)
                continue;
            const Diagnostics::Entry& entry = files[f].diagnostics()->entry(kind);
            count += entry.count;
            for (const DiagnosticSample& sample : entry.samples) {
                if (samples.size() >= Diagnostics::kMaxSamples)
                    break;
                Json one = Json::object();
                one["offset"] = positionOrNull<Json>(sample.offset);
                one["line"] = positionOrNull<Json>(sample.line);
                one["detail"] = sample.detail;
                if (files.size() > 1)
                    one["file"] = f;
                samples.push_back(std::move(one));
            }
        }
        if (count == 0)
            continue;
        Json entry = Json::object();
        entry["kind"] = diagnosticName(kind);
        entry["level"] = diagnosticLevel(kind) == DiagnosticLevel::Warning ? "warning" : "note";
        entry["count"] = count;
        entry["text"] = diagnosticText(kind);
        entry["samples"] = std::move(samples);
        out.push_back(std::move(entry));
    }
    return out;
}

// JSON values are written by recursion: text nested deeper than any real one stays text.
[[nodiscard]] inline bool nestsDeeply(std::string_view json)
{
    int depth = 0;
    for (const char c : json) {
        if (c == '[' || c == '{')
            ++depth;
        else if (c == ']' || c == '}')
            --depth;
        if (depth > 100)
            return true;
    }
    return false;
}

// Top-level keys of the file as they stand in it; what is no JSON, or was cut for its size, as text.
template <class Json> Json metadataJson(const model::Trace& trace)
{
    Json out = Json::object();
    for (const model::MetadataEntry& entry : trace.metadata) {
        Json value = nestsDeeply(entry.json) ? Json() : Json::parse(entry.json, nullptr, false);
        const bool asText = value.is_discarded() || (value.is_null() && entry.json != "null");
        out[entry.key] = asText ? Json(entry.json) : std::move(value);
    }
    return out;
}

template <class Json> Json phasesJson(const model::Trace& trace)
{
    Json out = Json::object();
    for (std::size_t phase = 0; phase < trace.phaseCounts.size(); ++phase) {
        if (trace.phaseCounts[phase] > 0)
            out[std::string(1, static_cast<char>(phase))] = trace.phaseCounts[phase];
    }
    if (trace.otherPhases > 0)
        out["other"] = trace.otherPhases;
    return out;
}

} // namespace stepscope::exporting

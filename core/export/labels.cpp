// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/labels.h"

#include "core/analysis/sums.h"
#include "core/util/time.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>

namespace stepscope::exporting {

std::string rowLabel(const model::Trace& trace, TrackId track)
{
    std::string label = trace.tracks[track.index()].name;
    while (!label.empty() && label.back() == ' ')
        label.pop_back(); // kineto writes "stream 7 "
    return label;
}

std::string deviceName(const model::Trace& trace, std::int32_t device)
{
    for (const model::DeviceInfo& info : trace.devices) {
        if (info.id == device)
            return info.name;
    }
    return {};
}

std::string deviceLabel(const model::Trace& trace, const analysis::DeviceUse& device)
{
    const std::string name = deviceName(trace, device.device);
    return fmt::format("GPU {}{}{}", device.device, name.empty() ? "" : " ", name);
}

std::string causesText(const analysis::CauseTotals& causes, std::size_t most)
{
    std::array<std::size_t, analysis::kIdleCauses> order {};
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return causes[a] > causes[b]; });
    std::int64_t sum = 0;
    for (const std::int64_t ns : causes)
        analysis::addTo(sum, ns);
    std::string text;
    for (std::size_t i = 0; i < std::min(most, order.size()); ++i) {
        const std::int64_t ns = causes[order[i]];
        if (ns <= 0 || ns < sum / 10)
            break;
        std::string name = analysis::idleCauseName(static_cast<analysis::IdleCause>(order[i]));
        std::replace(name.begin(), name.end(), '_', ' ');
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, formatDuration(ns));
    }
    return text;
}

std::string_view compressionName(model::Compression compression)
{
    switch (compression) {
    case model::Compression::Gzip:
        return "gzip";
    case model::Compression::Zstd:
        return "zstd";
    case model::Compression::None:
        break;
    }
    return "none";
}

std::string_view fileNameOf(std::string_view path)
{
    const std::size_t at = path.rfind('/');
    return at == std::string_view::npos ? path : path.substr(at + 1);
}

} // namespace stepscope::exporting

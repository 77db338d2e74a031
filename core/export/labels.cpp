// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/labels.h"

#include <fmt/format.h>

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

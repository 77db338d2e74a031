// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Packed files: what they were packed in, in the words of the model, and how much they may unpack to.

#include "core/io/format_sniffer.h"
#include "core/model/trace.h"

#include <cstddef>
#include <cstdint>

namespace stepscope::pickle {

[[nodiscard]] inline model::Compression compressionOf(io::Format container)
{
    return container == io::Format::Gzip ? model::Compression::Gzip
        : container == io::Format::Zstd  ? model::Compression::Zstd
                                         : model::Compression::None;
}

// Values for ValueArena::setLimit(). Plain text has at most one a byte; real packed snapshots stay below a few.
[[nodiscard]] inline std::size_t valueLimit(std::uint64_t fileBytes)
{
    return (std::size_t {16} << 20U) + 16 * static_cast<std::size_t>(fileBytes);
}

} // namespace stepscope::pickle

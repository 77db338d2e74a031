// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a file was packed in, in the words of the model.

#include "core/io/format_sniffer.h"
#include "core/model/trace.h"

namespace stepscope::pickle {

[[nodiscard]] inline model::Compression compressionOf(io::Format container)
{
    return container == io::Format::Gzip ? model::Compression::Gzip
        : container == io::Format::Zstd  ? model::Compression::Zstd
                                         : model::Compression::None;
}

} // namespace stepscope::pickle

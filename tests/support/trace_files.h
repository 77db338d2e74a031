// SPDX-License-Identifier: GPL-3.0-or-later
// Traces for tests of the loader: texts written to files in every packing, loaded with every choice of threads and
// chunk size. One temporary folder a process, removed at its end; files are overwritten from call to call. One thread.
#pragma once

#include "core/model/trace.h"
#include "core/util/expected.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::tests {

enum class Packing
{
    Plain,
    Gzip,
    GzipMembers, // cut into several members at odd places
    Zstd,
};
inline constexpr Packing kPackings[] = {Packing::Plain, Packing::Gzip, Packing::GzipMembers, Packing::Zstd};

/// The bytes of the text as such a file.
std::string packed(std::string_view text, Packing packing);

/// Writes a file of the temporary folder and returns its path.
std::string writeTemporary(const std::string& name, std::string_view bytes);

/// The bytes of a file; empty when it cannot be read. Gzip is unpacked.
std::string readText(const std::string& path);

struct LoadSetting
{
    unsigned threads = 1;
    std::size_t chunkBytes = std::size_t {2} << 20U;
    Packing packing = Packing::Plain;
};

using TraceOrError = Expected<std::shared_ptr<const model::Trace>>;

TraceOrError loadFile(const std::string& path, unsigned threads = 1, std::size_t chunkBytes = std::size_t {2} << 20U);
TraceOrError loadText(std::string_view text, const LoadSetting& setting = {});

/// An object-form trace of these events, one a line.
std::string traceOf(const std::vector<std::string>& events);

} // namespace stepscope::tests

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Words and lines that the report page and the page about a file share.

#include "core/export/report.h"
#include "core/export/sections.h"

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::exporting {

[[nodiscard]] std::string joined(const std::vector<std::string>& parts); // "a · b"; empty ones left out
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view one, std::string_view many);
[[nodiscard]] std::string shareOf(std::int64_t part, std::int64_t whole); // "37.2 %", a dash without a whole

[[nodiscard]] std::string sizeText(const model::FileInfo& file); // "1.20 MiB gzip, 8.60 MiB of text"
[[nodiscard]] std::string fileLine(const ReportedFile& file); // "8.60 MiB · PyTorch profiler (torch 2.4) · rank 0 of 8"
template <class T> void append(std::vector<T>& to, std::vector<T> from)
{
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}
[[nodiscard]] Section refusedSection(const ReportedFile& file);
// Warnings with their meaning; with `detailed` notes too, and where the first of each stands in the file.
[[nodiscard]] Section healthSection(const Diagnostics& diagnostics, bool detailed);

} // namespace stepscope::exporting

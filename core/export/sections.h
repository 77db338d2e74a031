// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A report for people as a list of sections (heading, lines, a table), and its two renderings. Text is kept within a
// width.

#include "core/export/table.h"

#include <optional>
#include <string>
#include <vector>

namespace stepscope::exporting {

struct Section
{
    std::string heading; // empty: continues the section before
    std::vector<std::string> lines;
    std::optional<Table> table;
};

[[nodiscard]] std::string sectionsText(const std::vector<Section>& sections, std::size_t width);
[[nodiscard]] std::string sectionsMarkdown(const std::vector<Section>& sections);

} // namespace stepscope::exporting

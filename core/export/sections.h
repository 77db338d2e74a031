// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A report for people as a list of sections, and its renderings. Text is kept within a width; Markdown and HTML fold
// what is detail away. HTML (sections_html.h) has pictures too.

#include "core/export/table.h"

#include <optional>
#include <string>
#include <vector>

namespace stepscope::exporting {

// One of several things that need a sentence each. Text: the mark in a column of its own, what follows beside it;
// Markdown: a row of a table.
struct SectionItem
{
    std::string mark; // "37.2 %"
    std::string text;
    std::string where;
    std::string advice;
};

struct Section
{
    std::string sentence; // stands before everything else, in full
    std::string heading;  // empty: continues the section before
    std::vector<std::string> lines;
    std::vector<SectionItem> items;
    std::optional<Table> table;
    bool folded = false; // Markdown: part of the details
};

[[nodiscard]] std::string sectionsText(const std::vector<Section>& sections, std::size_t width);
[[nodiscard]] std::string sectionsMarkdown(const std::vector<Section>& sections);

} // namespace stepscope::exporting

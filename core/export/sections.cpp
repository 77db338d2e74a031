// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/sections.h"

#include <algorithm>

namespace stepscope::exporting {
namespace {

constexpr std::string_view kIndent = "  ";

// Breaks a line at blanks; what does not fit a line even alone is left as it is. Later lines are indented once more.
void addWrapped(std::string& out, std::string_view line, std::size_t width)
{
    std::string current(kIndent);
    bool empty = true;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        const std::string_view word = line.substr(0, end);
        if (!empty && displayWidth(current) + 1 + displayWidth(word) > width) {
            out.append(current).append("\n");
            current = std::string(kIndent) + std::string(kIndent);
            empty = true;
        }
        if (!empty)
            current += ' ';
        current += word;
        empty = false;
        line.remove_prefix(std::min(line.size(), end + 1));
    }
    out.append(current).append("\n");
}

} // namespace

std::string sectionsText(const std::vector<Section>& sections, std::size_t width)
{
    std::string out;
    for (const Section& section : sections) {
        if (!section.heading.empty())
            out.append(out.empty() ? "" : "\n").append(elideMiddle(section.heading, width)).append("\n");
        for (const std::string& line : section.lines)
            addWrapped(out, line, width);
        if (section.table && !section.table->rows.empty())
            out += tableText(*section.table, width, kIndent);
    }
    return out;
}

std::string sectionsMarkdown(const std::vector<Section>& sections)
{
    std::string out;
    for (const Section& section : sections) {
        if (!section.heading.empty())
            out.append(out.empty() ? "# " : "\n## ").append(section.heading).append("\n\n");
        for (const std::string& line : section.lines)
            out.append("- ").append(line).append("\n");
        if (section.table && !section.table->rows.empty())
            out.append(section.lines.empty() ? "" : "\n").append(tableMarkdown(*section.table));
    }
    return out;
}

} // namespace stepscope::exporting

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All texts of a report, to be looked through or masked before it is shared.

#include "core/export/sections.h"

#include <variant>

namespace stepscope::exporting {

// visit(std::string&) for each, in the order of the report.
template <class Visit> void eachText(std::vector<Section>& sections, const Visit& visit)
{
    for (Section& section : sections) {
        visit(section.sentence);
        visit(section.heading);
        for (std::string& line : section.lines)
            visit(line);
        for (SectionItem& item : section.items) {
            for (std::string* text : {&item.mark, &item.text, &item.where, &item.advice})
                visit(*text);
        }
        if (!section.table)
            continue;
        for (std::vector<Cell>& row : section.table->rows) {
            for (Cell& cell : row) {
                if (auto* text = std::get_if<std::string>(&cell))
                    visit(*text);
            }
        }
    }
}

} // namespace stepscope::exporting

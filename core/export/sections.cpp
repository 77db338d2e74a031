// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/sections.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace stepscope::exporting {
namespace {

constexpr std::string_view kIndent = "  ";

constexpr std::array<std::string_view, 8> kUnits {"%", "ns", "µs", "ms", "s", "KiB", "MiB", "GiB"};

// Where the first word ends. A number and its unit are one word, and so are the groups of digits of a number.
std::size_t wordEnd(std::string_view text)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t end = std::min(text.find(' '), text.size());
    while (end + 1 < text.size() && end > 0 && isDigit(text[end - 1])) {
        const std::size_t next = std::min(text.find(' ', end + 1), text.size());
        std::string_view word = text.substr(end + 1, next - end - 1);
        const bool group = word.size() >= 3 && std::all_of(word.begin(), word.begin() + 3, isDigit);
        while (!word.empty() && (std::ispunct(static_cast<unsigned char>(word.back())) != 0) && word != "%")
            word.remove_suffix(1);
        if (!group && std::find(kUnits.begin(), kUnits.end(), word) == kUnits.end())
            break;
        end = next;
    }
    return end;
}

// Breaks a line at blanks; what does not fit a line even alone is left as it is. `first` stands before the first line,
// as many blanks as `hang` is wide before the others.
void addWrapped(std::string& out, std::string_view text, std::size_t width, std::string_view first, std::size_t hang)
{
    const std::string visible = onOneLine(text);
    std::string_view line = visible;
    std::string current(first);
    bool empty = true;
    while (!line.empty()) {
        const std::size_t end = wordEnd(line);
        const std::string_view word = line.substr(0, end);
        if (!empty && displayWidth(current) + 1 + displayWidth(word) > width) {
            out.append(current).append("\n");
            current.assign(hang, ' ');
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

void addItems(std::string& out, const std::vector<SectionItem>& items, std::size_t width)
{
    std::size_t marks = 0;
    for (const SectionItem& item : items)
        marks = std::max(marks, displayWidth(item.mark));
    const std::size_t hang = kIndent.size() + marks + 2;
    for (const SectionItem& item : items) {
        const std::string first
            = std::string(kIndent) + std::string(marks - displayWidth(item.mark), ' ') + item.mark + "  ";
        addWrapped(out, item.text, width, first, hang);
        std::string more = item.where;
        more.append(more.empty() || item.advice.empty() ? "" : " → ").append(item.advice);
        if (!more.empty())
            addWrapped(out, more, width, std::string(hang, ' '), hang);
    }
}

void addText(std::string& out, const Section& section, std::size_t width)
{
    if (!section.sentence.empty())
        addWrapped(out.append(out.empty() ? "" : "\n"), section.sentence, width, "", 0);
    if (!section.heading.empty())
        out.append(out.empty() ? "" : "\n").append(elideMiddle(section.heading, width)).append("\n");
    for (const std::string& line : section.lines)
        addWrapped(out, line, width, kIndent, 2 * kIndent.size());
    addItems(out, section.items, width);
    if (section.table && !section.table->rows.empty())
        out += tableText(*section.table, width, kIndent);
}

Table itemTable(const std::vector<SectionItem>& items)
{
    Table table;
    table.columns = {{"", "share", CellType::Bandwidth, false, false}, {"", "finding", CellType::Text, false, false},
        {"", "where", CellType::Text, false, false}, {"", "what to do", CellType::Text, false, false}};
    for (const SectionItem& item : items)
        table.rows.push_back({item.mark, item.text, item.where, item.advice});
    table.total = table.rows.size();
    return table;
}

// Text that Markdown takes as it is: names of kernels and operators are full of its signs.
std::string escapedMarkdown(std::string_view text)
{
    std::string out;
    for (const char c : onOneLine(text)) {
        if (c == '<' || c == '*' || c == '`' || c == '\\')
            out += '\\';
        out += c;
    }
    return out;
}

void addMarkdown(std::string& out, const Section& section)
{
    const bool first = out.empty();
    if (!section.sentence.empty())
        out.append(first ? "## " : "\n## ").append(escapedMarkdown(section.sentence)).append("\n\n");
    if (!section.heading.empty())
        out.append(first && section.sentence.empty() ? "## " : "\n### ")
            .append(escapedMarkdown(section.heading))
            .append("\n\n");
    for (const std::string& line : section.lines)
        out.append("- ").append(escapedMarkdown(line)).append("\n");
    const auto addTable = [&](const Table& table) {
        if (!table.rows.empty())
            out.append(section.lines.empty() ? "" : "\n").append(tableMarkdown(table));
    };
    addTable(itemTable(section.items));
    if (section.table)
        addTable(*section.table);
}

} // namespace

std::string sectionsText(const std::vector<Section>& sections, std::size_t width)
{
    std::string out;
    for (const Section& section : sections)
        addText(out, section, width);
    return out;
}

std::string sectionsMarkdown(const std::vector<Section>& sections)
{
    std::string out;
    bool folded = false;
    const auto fold = [&](bool now) {
        if (now != folded)
            out.append(now ? "\n<details><summary>Figures</summary>\n" : "\n</details>\n");
        folded = now;
    };
    for (const Section& section : sections) {
        fold(section.folded);
        addMarkdown(out, section);
    }
    fold(false);
    return out;
}

} // namespace stepscope::exporting

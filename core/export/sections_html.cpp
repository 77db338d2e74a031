// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/sections_html.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace stepscope::exporting {
namespace {

// Tokens as in the window: surface, panel, line, text, muted, accent.
constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --surface: #fff; --panel: #f6f7f9; --line: #e2e5eb; --text: #1a1e26;
  --muted: #5c6573; --accent: #2f6fed; }
@media (prefers-color-scheme: dark) { :root { --surface: #15171c; --panel: #1c1f25; --line: #2d323b; --text: #e7eaf0;
  --muted: #9aa3b2; --accent: #79a6ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.5rem 4rem; background: var(--surface); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.3; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
ul { margin: .5rem 0; padding-left: 1.2rem; }
figure { margin: 1.5rem 0; }
figure img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 4px; }
figcaption, footer, .where { color: var(--muted); font-size: .87rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .87rem; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { background: var(--panel); color: var(--muted); font-weight: 500; white-space: nowrap; }
td { overflow-wrap: anywhere; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; overflow-wrap: normal; }
.finding { display: grid; grid-template-columns: 5.5rem 1fr; gap: 0 1rem; padding: .7rem 0;
  border-bottom: 1px solid var(--line); }
.mark { font-weight: 600; font-variant-numeric: tabular-nums; text-align: right; }
.bar { height: 4px; margin-top: .25rem; background: var(--line); border-radius: 2px; overflow: hidden; }
.bar span { display: block; height: 100%; background: var(--accent); }
.advice::before { content: "\2192\00a0"; color: var(--accent); }
details { margin-top: 2.5rem; }
summary { cursor: pointer; font-weight: 600; }
footer { margin-top: 3rem; }
@media print { details > * { display: block; } body { max-width: none; } }
)";

std::string escapedHtml(std::string_view text)
{
    std::string out;
    for (const char c : onOneLine(text)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

// "37.2 %" as a number from 0 to 100; nothing for marks that are no shares.
std::optional<double> percentOf(std::string_view mark)
{
    double value = 0;
    const auto [end, error] = std::from_chars(mark.data(), mark.data() + mark.size(), value);
    const std::string_view rest(end, static_cast<std::size_t>(mark.data() + mark.size() - end));
    if (error != std::errc() || rest.find('%') == std::string_view::npos)
        return std::nullopt;
    return std::clamp(value, 0.0, 100.0);
}

void addItem(std::string& out, const SectionItem& item)
{
    out += R"(<div class="finding"><div class="mark">)" + escapedHtml(item.mark);
    if (const std::optional<double> share = percentOf(item.mark))
        out += fmt::format(R"(<div class="bar"><span style="width: {:.1f}%"></span></div>)", *share);
    out += "</div><div>" + escapedHtml(item.text);
    if (!item.where.empty())
        out += R"(<div class="where">)" + escapedHtml(item.where) + "</div>";
    if (!item.advice.empty())
        out += R"(<div class="advice">)" + escapedHtml(item.advice) + "</div>";
    out += "</div></div>\n";
}

void addTable(std::string& out, const Table& table)
{
    const ShownTable shown = shownTable(table);
    if (shown.cells.empty())
        return;
    const auto add = [&](std::string_view tag, std::size_t column, std::string_view text) {
        const bool isNumber = alignsRight(table.columns[column].type);
        out += fmt::format("<{0}{1}>{2}</{0}>", tag, isNumber ? R"( class="number")" : "", escapedHtml(text));
    };
    out += "<div class=\"scroll\"><table>\n<thead><tr>";
    for (const std::size_t column : shown.columns)
        add("th", column, table.columns[column].title);
    out += "</tr></thead>\n<tbody>\n";
    for (const std::vector<std::string>& row : shown.cells) {
        out += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            add("td", shown.columns[i], row[i]);
        out += "</tr>\n";
    }
    out += "</tbody></table></div>\n";
    if (table.total > table.rows.size())
        out += fmt::format("<p class=\"where\">the first {} of {}</p>\n", table.rows.size(), table.total);
}

void addPictures(std::string& out, const std::vector<HtmlPicture>& pictures)
{
    for (const HtmlPicture& picture : pictures) {
        if (!picture.source.starts_with("data:image/"))
            continue;
        const std::string caption = escapedHtml(picture.caption);
        out += fmt::format("<figure><img src=\"{}\" alt=\"{}\"><figcaption>{}</figcaption></figure>\n",
            escapedHtml(picture.source), caption, caption);
    }
}

void addSection(std::string& out, const Section& section, bool isFirst)
{
    if (!section.sentence.empty())
        out += fmt::format("<{0}>{1}</{0}>\n", isFirst ? "h1" : "h2", escapedHtml(section.sentence));
    if (!section.heading.empty())
        out += fmt::format("<{0}>{1}</{0}>\n", section.folded ? "h3" : "h2", escapedHtml(section.heading));
    if (!section.lines.empty()) {
        out += "<ul>\n";
        for (const std::string& line : section.lines)
            out += "<li>" + escapedHtml(line) + "</li>\n";
        out += "</ul>\n";
    }
    for (const SectionItem& item : section.items)
        addItem(out, item);
    if (section.table)
        addTable(out, *section.table);
}

// What continues the section before it has neither sentence nor heading.
bool continues(const Section& section)
{
    return section.sentence.empty() && section.heading.empty();
}

void addSections(std::string& out, const HtmlPage& page)
{
    bool isFolded = false;
    bool hasPictures = false;
    for (std::size_t i = 0; i < page.sections.size(); ++i) {
        const Section& section = page.sections[i];
        if (i > 0 && !hasPictures && !continues(section)) {
            addPictures(out, page.pictures);
            hasPictures = true;
        }
        if (section.folded != isFolded)
            out += section.folded ? "<details open><summary>Figures</summary>\n" : "</details>\n";
        isFolded = section.folded;
        addSection(out, section, i == 0);
    }
    if (isFolded)
        out += "</details>\n";
    if (!hasPictures)
        addPictures(out, page.pictures);
}

} // namespace

std::string pageHtml(const HtmlPage& page)
{
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta http-equiv=\"Content-Security-Policy\" "
                      "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>";
    out += escapedHtml(page.title) + "</title>\n<style>" + std::string(kStyle) + "</style>\n</head>\n<body>\n<main>\n";
    addSections(out, page);
    out += "</main>\n";
    if (!page.footer.empty())
        out += "<footer>" + escapedHtml(page.footer) + "</footer>\n";
    return out + "</body>\n</html>\n";
}

} // namespace stepscope::exporting

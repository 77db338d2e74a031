// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A report as one HTML file that needs nothing else: style and pictures are in it, it runs no script, and it tells the
// browser to load nothing (Content-Security-Policy). Light or dark as the reader's desktop. Every text comes from a
// file that may be hostile and is escaped.

#include "core/export/sections.h"

#include <string>
#include <vector>

namespace stepscope::exporting {

struct HtmlPicture
{
    std::string source;  // a data: address; what has another one is left out
    std::string caption; // below it, and for those who do not see it
};

struct HtmlPage
{
    std::string title;
    std::vector<Section> sections;
    std::vector<HtmlPicture> pictures; // after the first sentence and what belongs to it
    std::string footer;                // who wrote it
};

[[nodiscard]] std::string pageHtml(const HtmlPage& page);

} // namespace stepscope::exporting

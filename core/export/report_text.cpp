// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/report.h"
#include "core/export/report_sections.h"

namespace stepscope::exporting {

std::string reportText(const Report& report, std::size_t width)
{
    std::string out;
    for (const ReportedFile& file : report.files)
        out.append(out.empty() ? "" : "\n\n").append(sectionsText(reportPage(file), width));
    return out;
}

std::string reportMarkdown(const Report& report)
{
    std::string out;
    for (const ReportedFile& file : report.files)
        out.append(out.empty() ? "" : "\n").append(sectionsMarkdown(reportDetails(file)));
    return out;
}

std::string infoText(const ReportedFile& file, std::size_t width)
{
    return sectionsText(infoSections(file), width);
}

} // namespace stepscope::exporting

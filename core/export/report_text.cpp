// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/report.h"
#include "core/export/report_job.h"
#include "core/export/report_sections.h"

namespace stepscope::exporting {

std::vector<Section> reportDetails(const Report& report)
{
    return report.files.size() == 1 ? reportDetails(report.files[0]) : jobPage(report);
}

std::string reportText(const Report& report, std::size_t width)
{
    return sectionsText(report.files.size() == 1 ? reportPage(report.files[0]) : jobPage(report), width);
}

std::string infoText(const ReportedFile& file, std::size_t width)
{
    return sectionsText(infoSections(file), width);
}

} // namespace stepscope::exporting

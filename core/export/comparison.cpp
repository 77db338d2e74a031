// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/comparison.h"

#include "core/export/labels.h"

namespace stepscope::exporting {

const ReportedFile* ComparedFiles::refused() const
{
    for (const std::vector<ReportedFile>& files : runs) {
        for (const ReportedFile& file : files) {
            if (file.error)
                return &file;
        }
    }
    return nullptr;
}

compare::Runs ComparedFiles::view() const
{
    compare::Runs views;
    for (std::size_t side = 0; side < 2; ++side) {
        compare::Run& run = views[side];
        for (const ReportedFile& file : runs[side]) {
            if (run.label.empty())
                run.label = fileNameOf(file.path);
            if (file.trace && file.figures) {
                run.trace = file.trace.get();
                run.figures = &*file.figures;
            }
            if (file.snapshot && file.memory) {
                run.snapshot = file.snapshot.get();
                run.memory = &*file.memory;
            }
        }
    }
    if (views[0].label == views[1].label) {
        views[0].label += " (before)";
        views[1].label += " (after)";
    }
    return views;
}

} // namespace stepscope::exporting

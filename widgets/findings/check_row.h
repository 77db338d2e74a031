// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One line of the checklist: icon and word of its state, and below what the file shows, in one line; pressed, it
// unfolds the whole evidence and what to change. GUI thread only.

#include "core/analysis/findings/checklist.h"
#include "widgets/findings/panel_row.h"

namespace stepscope::widgets {

class WrapLabel;

class CheckRow : public PanelRow
{
    Q_OBJECT

public:
    CheckRow(const analysis::ChecklistItem& item, const Theme& theme, QWidget* parent);

private:
    void unfold(bool unfolded);

    WrapLabel* m_evidence;
    WrapLabel* m_advice = nullptr;
};

} // namespace stepscope::widgets

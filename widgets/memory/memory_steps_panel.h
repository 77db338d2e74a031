// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Steps panel of a memory snapshot: baseline, growth and peak of each step; a double click selects it. GUI thread
// only.

#include "widgets/memory/memory_context.h"
#include "widgets/tables/table_box.h"

namespace stepscope::widgets {

class MemoryGuide;

class MemoryStepsPanel : public TableBox
{
    Q_OBJECT

public:
    MemoryStepsPanel(const MemoryContext& context, MemoryGuide* guide, QWidget* parent = nullptr);

private:
    void refresh();

    MemoryContext m_context;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Allocator state panel: the state at the cursor's entry under a line with its sums and what the patterns mean. GUI
// thread only.

#include "widgets/memory/memory_context.h"

#include <QWidget>

namespace stepscope::widgets {

class AllocatorStateView;
class WrapLabel;

class AllocatorStatePanel : public QWidget
{
    Q_OBJECT

public:
    explicit AllocatorStatePanel(const MemoryContext& context, QWidget* parent = nullptr);

    [[nodiscard]] AllocatorStateView& view() { return *m_view; }
    [[nodiscard]] QString summary() const;

private:
    AllocatorStateView* m_view;
    WrapLabel* m_summary;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The heat map with the choice of what it shows. GUI thread only.

#include "widgets/ranks/heat_map_view.h"

class QAbstractButton;
class QButtonGroup;

namespace stepscope::widgets {

class HeatMapPanel : public QWidget
{
    Q_OBJECT

public:
    HeatMapPanel(RanksCursor* cursor, ThemeSource* theme, QWidget* parent = nullptr);

    [[nodiscard]] HeatMapView& view() { return *m_view; }
    [[nodiscard]] QAbstractButton* button(HeatKind kind) const;

private:
    HeatMapView* m_view;
    QButtonGroup* m_kinds;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the colours of a picture mean: a line of swatches with their names, in the order given; those for which there is
// no room are counted at its end and listed in the tool tip. GUI thread only.

#include "widgets/common/theme.h"

#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

namespace stepscope::widgets {

struct LegendEntry
{
    QString name;
    QColor colour;
};

class ColourLegend : public QWidget
{
    Q_OBJECT

public:
    explicit ColourLegend(ThemeSource* theme, QWidget* parent = nullptr);

    void setEntries(std::vector<LegendEntry> entries);
    [[nodiscard]] const std::vector<LegendEntry>& entries() const { return m_entries; }
    [[nodiscard]] int shownEntries() const; // that fit
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QString shortName(const LegendEntry& entry) const;
    [[nodiscard]] int widthOf(const LegendEntry& entry) const;
    [[nodiscard]] QString restText(int shown) const;

    ThemeSource* m_theme;
    std::vector<LegendEntry> m_entries;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One difference between two runs as a card: what changed, by how much, in which direction. GUI thread only; the
// difference must outlive the card.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/compare/comparison.h"
#include "widgets/findings/panel_row.h"

class QLabel;

namespace stepscope::widgets {

class WrapLabel;

class DifferenceCard : public PanelRow
{
    Q_OBJECT

public:
    // `largest`: the change that fills the bar; `whole`: what shares are of, "step" or "recording".
    DifferenceCard(const compare::Difference& difference, const QString& whole, double largest, const Theme& theme,
        QWidget* parent);

    void setCurrent(bool current); // unfolds the sentence
    [[nodiscard]] QString figures() const;

protected:
    void nextCheckState() override { } // the panel says which one is current

private:
    [[nodiscard]] QString changeText() const;

    const compare::Difference& m_difference;
    QString m_whole;
    WrapLabel* m_sentence;
    QLabel* m_change;
};

} // namespace stepscope::widgets

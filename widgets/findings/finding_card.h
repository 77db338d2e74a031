// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One finding as a card: what it is, what it costs, how bad that is, in how many places. The current one unfolds: which
// of its places is looked at, the way to the others (also Left and Right), and what to do about it. GUI thread only;
// source and finding must outlive the card.

#include "widgets/findings/panel_row.h"
#include "widgets/viewmodel/judgement_source.h"

#include <cstddef>
#include <optional>

class QLabel;
class QVBoxLayout;

namespace stepscope::widgets {

class WrapLabel;

class FindingCard : public PanelRow
{
    Q_OBJECT

public:
    FindingCard(const JudgementSource& source, const analysis::Finding& finding, const Theme& theme, QWidget* parent);

    void setPlace(std::optional<std::size_t> evidence); // the one looked at: unfolds; nothing: folds

Q_SIGNALS:
    void nextPlaceRequested();
    void previousPlaceRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void nextCheckState() override { } // the panel says which one is current

private:
    void addSummary(QVBoxLayout* column);
    [[nodiscard]] QWidget* makeDetails();
    [[nodiscard]] QString accessibleText() const;

    const JudgementSource& m_source;
    const analysis::Finding& m_finding;
    WrapLabel* m_headline = nullptr;
    QWidget* m_details = nullptr; // made when it is first unfolded
    QLabel* m_place = nullptr;
    WrapLabel* m_evidence = nullptr;
};

} // namespace stepscope::widgets

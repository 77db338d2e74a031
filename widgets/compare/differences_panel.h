// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The panel left of two timelines: what differs between the runs, largest first, and what could not be compared. Shows
// and moves the current difference of a ComparisonSource; bringing it into view is the business of those who listen to
// that. Copies all of it as text. GUI thread only; made anew when comparison or theme change.

#include "widgets/compare/comparison_source.h"
#include "widgets/findings/panel_row.h"

#include <vector>

class QAction;
class QLabel;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace stepscope::widgets {

class DifferenceCard;

class DifferencesPanel : public QWidget
{
    Q_OBJECT

public:
    DifferencesPanel(ComparisonSource* source, ThemeSource* theme, QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<DifferenceCard*>& cards() const { return m_cards; }
    [[nodiscard]] QString title() const;     // "12 differences", "No difference"
    [[nodiscard]] QString plainText() const; // what "Copy" copies

Q_SIGNALS:
    void foldRequested();

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void render();
    void addCards(QVBoxLayout* column);
    void addUnmatched(QVBoxLayout* column);
    void showCurrent();
    void step(std::size_t from, PanelRow::Step step);
    void setTabStop(std::size_t card);
    void bringIntoView(QWidget* card);

    ComparisonSource* m_source;
    ThemeSource* m_theme;
    QLabel* m_title;
    QAction* m_copy;
    std::array<QToolButton*, 2> m_arrows {};                     // previous, next
    std::vector<std::pair<QToolButton*, const char*>> m_buttons; // with the names of their icons
    QScrollArea* m_scroll;
    QWidget* m_list = nullptr;
    std::vector<DifferenceCard*> m_cards;
};

} // namespace stepscope::widgets

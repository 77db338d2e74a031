// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The panel left of the timeline: the verdict, the ranked findings and the checklist of a JudgementSource. Shows and
// moves a FindingCursor; bringing the evidence into view is the business of those who listen to that. Also says that
// figures are being computed, why there are none, and which setting would have recorded what is missing. Copies all of
// it as text. GUI thread only; made anew when judgement or theme change, O(findings).

#include "widgets/findings/panel_row.h"
#include "widgets/viewmodel/finding_cursor.h"

#include <QWidget>

#include <vector>

class QAction;
class QLabel;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace stepscope::widgets {

class FindingCard;
class VerdictView;

class FindingsPanel : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kMinimumWidth = 240;
    static constexpr int kDefaultWidth = 304;

    FindingsPanel(const JudgementSource* source, FindingCursor* cursor, ThemeSource* theme, QWidget* parent = nullptr);

    [[nodiscard]] QString plainText() const; // what "Copy" copies; empty before there is a judgement
    [[nodiscard]] const std::vector<FindingCard*>& cards() const { return m_cards; }
    [[nodiscard]] const VerdictView& verdict() const { return *m_verdict; }
    [[nodiscard]] FindingCursor& cursor() const { return *m_cursor; }

Q_SIGNALS:
    void foldRequested();

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void buildUi();
    void render();
    void applyTheme();
    void renderVerdict();
    void addFindings(QVBoxLayout* column);
    void addChecklist(QVBoxLayout* column);
    void addMissing(QVBoxLayout* column);
    void addRow(PanelRow* row, QVBoxLayout* column);
    [[nodiscard]] QWidget* findingsTitle(std::size_t count);
    void showCurrent();
    void step(PanelRow* from, PanelRow::Step step);
    void setTabStop(PanelRow* row);
    void bringIntoView(PanelRow* row);

    const JudgementSource* m_source;
    FindingCursor* m_cursor;
    ThemeSource* m_theme;
    QScrollArea* m_scroll = nullptr;
    VerdictView* m_verdict = nullptr;
    QWidget* m_list = nullptr; // made anew with the judgement
    QVBoxLayout* m_column = nullptr;
    QToolButton* m_copyButton = nullptr;
    QToolButton* m_foldButton = nullptr;
    QAction* m_copy = nullptr;
    JudgementPtr m_shown; // what the cards refer to
    std::vector<FindingCard*> m_cards;
    std::vector<PanelRow*> m_rows; // all that the arrow keys walk through, cards first
};

} // namespace stepscope::widgets

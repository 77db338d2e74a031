// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A panel of detail sections as text, with a note where there are none: Selection and File health of the Ranks page.
// GUI thread only.

#include "widgets/common/theme.h"
#include "widgets/details/event_report.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTextBrowser;

namespace stepscope::widgets {

class RanksTextPanel : public QWidget
{
    Q_OBJECT

public:
    RanksTextPanel(const QString& name, const QString& empty, ThemeSource* theme, QWidget* parent = nullptr);

    void setTexts(const QString& title, const QList<DetailSection>& sections); // no sections: the note
    [[nodiscard]] QString plainText() const;                                   // what is shown

private:
    void render();

    ThemeSource* m_theme;
    QString m_title;
    QList<DetailSection> m_sections;
    QStackedWidget* m_pages;
    QTextBrowser* m_text;
};

} // namespace stepscope::widgets

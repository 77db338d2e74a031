// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The answer, large: the bucket with its icon, and the sentence. Before there is one it says quietly that it is being
// worked out; where there can be none it says why. GUI thread only.

#include "core/analysis/findings/verdict.h"
#include "widgets/common/theme.h"

#include <QWidget>

class QHBoxLayout;
class QToolButton;

namespace stepscope::widgets {

class IconLabel;
class WrapLabel;

class VerdictView : public QWidget
{
    Q_OBJECT

public:
    explicit VerdictView(QWidget* parent = nullptr);

    // `note` is said quietly beside the bucket.
    void showVerdict(const analysis::Verdict& verdict, const QString& note, const Theme& theme);
    void showWaiting(const Theme& theme);
    void showProblem(const QString& problem, const Theme& theme);
    void addButton(QToolButton* button);
    [[nodiscard]] QString sentence() const;

private:
    void setNote(const QString& note);
    void showParts(const QString& icon, const QColor& colour, const QString& word, const QString& sentence);

    QHBoxLayout* m_top;
    IconLabel* m_icon;
    WrapLabel* m_word;
    WrapLabel* m_note;
    WrapLabel* m_sentence;
};

} // namespace stepscope::widgets

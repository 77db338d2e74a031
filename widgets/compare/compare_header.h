// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The first thing one sees of a comparison: what changed, in one sentence; what makes it mislead, as a banner; what a
// run without input proves. Says what is being waited for until then. GUI thread only.

#include "widgets/compare/comparison_source.h"

#include <QWidget>

class QFrame;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace stepscope::widgets {

class WrapLabel;

class CompareHeader : public QWidget
{
    Q_OBJECT

public:
    CompareHeader(const ComparisonSource* source, ThemeSource* theme, QWidget* parent = nullptr);

    [[nodiscard]] QString headline() const;
    [[nodiscard]] QStringList warnings() const;                 // as shown
    [[nodiscard]] QToolButton& moreButton() { return *m_more; } // shows all warnings in full, not the first in one line

private:
    void render();
    void showWarnings();
    [[nodiscard]] QString noiseText() const;

    const ComparisonSource* m_source;
    ThemeSource* m_theme;
    WrapLabel* m_headline;
    WrapLabel* m_noise;
    WrapLabel* m_experiment;
    QFrame* m_banner;
    QVBoxLayout* m_warnings;
    QToolButton* m_more;
    bool m_all = false;
};

} // namespace stepscope::widgets

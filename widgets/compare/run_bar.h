// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The line above one of two runs: which of them it is, its name, the step that is aligned, and at the right what else
// there is to choose. GUI thread only.

#include <QWidget>

#include <cstddef>

class QHBoxLayout;
class QLabel;

namespace stepscope::widgets {

class ComboBox;
class ThemeSource;
class WrapLabel;
struct RunName;

class RunBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kHeight = 30;

    RunBar(std::size_t side, const RunName& name, ThemeSource* theme, QWidget* parent = nullptr);

    void setName(const RunName& name);
    [[nodiscard]] QString name() const;      // as shown
    void add(QWidget* widget);               // at the right
    void setSteps(const QStringList& names); // none: there is nothing to choose
    [[nodiscard]] ComboBox& steps() { return *m_steps; }

Q_SIGNALS:
    void stepChosen(int step); // by the user

private:
    void applyTheme();

    ThemeSource* m_theme;
    QLabel* m_badge;
    WrapLabel* m_name;
    QLabel* m_word; // before the box of steps
    ComboBox* m_steps;
    QHBoxLayout* m_layout;
};

[[nodiscard]] QWidget* below(RunBar* bar, QWidget* view); // both in one new widget, the view as high as there is room

} // namespace stepscope::widgets

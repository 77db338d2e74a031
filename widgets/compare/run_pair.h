// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What two views of two runs above each other have in common, whatever they show: each below the bar of its run, on
// axes that move together, aligned by one of several buttons and shifted by a handle; keys reach the one that had the
// focus last. GUI thread only; the source must outlive it.

#include "widgets/compare/comparison_source.h"
#include "widgets/compare/run_axes.h"
#include "widgets/compare/shift_handle.h"

#include <QWidget>

#include <array>

class QSplitter;
class QToolButton;

namespace stepscope::widgets {

class RunBar;

class RunPair : public QWidget
{
    Q_OBJECT

public:
    [[nodiscard]] RunAxes& axes() { return m_axes; }
    [[nodiscard]] const RunAxes& axes() const { return m_axes; }
    [[nodiscard]] RunBar& bar(std::size_t side) { return *m_bars[side]; }
    [[nodiscard]] std::size_t active() const { return m_active; } // the one that the keys reach

Q_SIGNALS:
    void textsChanged();

protected:
    static constexpr std::array kSides {compare::kBefore, compare::kAfter};

    // `names`: what stands above each.
    RunPair(const ComparisonSource* source, const std::array<RunName, 2>& names, ThemeSource* theme, QWidget* parent);

    [[nodiscard]] const ComparisonSource& source() const { return *m_source; }
    [[nodiscard]] const CompareRun& runOf(std::size_t side) const { return m_source->run(side); }
    [[nodiscard]] ThemeSource* theme() const { return m_theme; }
    // Once for each side, in their order: `focus` is the view that has the keys, `canvas` what a drag with Ctrl shifts,
    // `shown` the view with what belongs to it.
    void addRun(std::size_t side, QWidget* focus, QWidget* canvas, QWidget* shown);
    void addShiftHandle(ShiftHandle::Words words);
    [[nodiscard]] QToolButton* addAlignment(const QString& text, const QString& tip);
    virtual void showAlignment() = 0; // which of the buttons says what stands
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const ComparisonSource* m_source;
    ThemeSource* m_theme;
    RunAxes m_axes;
    std::array<RunBar*, 2> m_bars {};
    std::array<QWidget*, 2> m_focus {};
    QSplitter* m_splitter;
    std::size_t m_active = 0;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Asks for a time ("12.5ms" from the start, "14:03:12.5" on the wall, or microseconds of the file's clock) and says at
// once whether it can be used. GUI thread only.

#include "app/gui/command_line.h"
#include "core/view/clock_text.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace stepscope::app {

class GoToTimeDialog : public QDialog
{
    Q_OBJECT

public:
    // The range that can be gone to, in ns of the file's clock, and where that is in Unix time, if known.
    GoToTimeDialog(std::int64_t rangeStart, std::int64_t rangeEnd, std::optional<std::int64_t> baseTimeNs = {},
        QWidget* parent = nullptr);

    [[nodiscard]] std::optional<std::int64_t> time() const; // nothing while the text is no time in the range

private:
    void check();
    [[nodiscard]] std::optional<std::int64_t> typedTime() const; // wherever it lies

    std::int64_t m_start;
    std::int64_t m_end;
    std::optional<view::ClockBase> m_clock;
    QLineEdit* m_input;
    QLabel* m_verdict;
    QPushButton* m_go;
};

} // namespace stepscope::app

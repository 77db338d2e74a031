// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Asks for a time ("12.5ms" from the start, or microseconds of the file's clock) and says at once whether it can be
// used. GUI thread only.

#include "app/gui/command_line.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace stepscope::app {

class GoToTimeDialog : public QDialog
{
    Q_OBJECT

public:
    // The range that can be gone to, in ns of the file's clock.
    GoToTimeDialog(std::int64_t rangeStart, std::int64_t rangeEnd, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<std::int64_t> time() const; // nothing while the text is no time in the range

private:
    void check();

    std::int64_t m_start;
    std::int64_t m_end;
    QLineEdit* m_input;
    QLabel* m_verdict;
    QPushButton* m_go;
};

} // namespace stepscope::app

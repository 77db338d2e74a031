// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Asks which two runs to compare: of those that are open, or files that are still to be opened. GUI thread only.

#include <QDialog>
#include <QStringList>

#include <array>

class QDialogButtonBox;

namespace stepscope::widgets {
class ComboBox;
}

namespace stepscope::app {

class Settings;

class CompareDialog : public QDialog
{
    Q_OBJECT

public:
    // `open`: paths of what is open; `current` among them is the run before, the one opened last the run after.
    CompareDialog(const QStringList& open, const QString& current, Settings& settings, QWidget* parent);

    [[nodiscard]] QStringList paths() const; // before, after; empty until there are two different ones
    [[nodiscard]] widgets::ComboBox& box(std::size_t side) { return *m_boxes[side]; }
    void choose(std::size_t side, const QString& path); // adds it where it is not listed

private:
    void askForFile(std::size_t side);
    void check();

    Settings& m_settings;
    std::array<widgets::ComboBox*, 2> m_boxes {};
    std::array<int, 2> m_chosen {-1, -1};
    QDialogButtonBox* m_buttons;
};

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The line above the ranks' timeline: which recording is shown, where files are of several, what is missing of it, and
// the way to number ranks whose files do not say which they are. Hidden where there is nothing to say. GUI thread only.

#include "widgets/ranks/rank_set.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace stepscope::widgets {

class ComboBox;

[[nodiscard]] QString jobText(const RankSet& set, std::size_t job); // "8 ranks · NVIDIA H100 · steps 3 to 5"
[[nodiscard]] std::vector<std::uint32_t> unnumbered(const ranks::World& world); // ranks that are not known

class RanksBar : public QWidget
{
    Q_OBJECT

public:
    explicit RanksBar(QWidget* parent = nullptr);

    void showJob(const RankSet& set, std::size_t job);
    [[nodiscard]] ComboBox& chooser() { return *m_chooser; }
    [[nodiscard]] QPushButton& numberButton() { return *m_number; }
    [[nodiscard]] QString note() const;

Q_SIGNALS:
    void jobChosen(std::size_t job);
    void numbersRequested();

private:
    QLabel* m_count;
    ComboBox* m_chooser;
    QLabel* m_note;
    QPushButton* m_number;
};

} // namespace stepscope::widgets

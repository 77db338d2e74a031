// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Asks which rank each file is of that does not say so itself. GUI thread only.

#include "widgets/ranks/rank_set.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QTableWidget;

namespace stepscope::widgets {

class NumberRanksDialog : public QDialog
{
    Q_OBJECT

public:
    NumberRanksDialog(const RankJob& job, QWidget* parent);

    [[nodiscard]] QTableWidget& table() { return *m_table; } // a row a file: its name, its number
    // By path; only those that were given.
    [[nodiscard]] std::vector<std::pair<std::string, std::int64_t>> numbers() const;

private:
    void check(); // numbers must be numbers, and no two of them the same

    const RankJob& m_job;
    std::vector<std::uint32_t> m_ranks; // by row
    QTableWidget* m_table;
    QLabel* m_problem;
    QPushButton* m_ok;
};

} // namespace stepscope::widgets

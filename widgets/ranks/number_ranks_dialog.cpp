// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/number_ranks_dialog.h"

#include "widgets/details/detail_text.h"
#include "widgets/ranks/ranks_bar.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <set>

namespace stepscope::widgets {

namespace {

constexpr int kNumber = 1; // column
constexpr qlonglong kLargest = 10'000'000;

} // namespace

NumberRanksDialog::NumberRanksDialog(const RankJob& job, QWidget* parent)
    : QDialog(parent)
    , m_job(job)
    , m_ranks(unnumbered(job.world))
    , m_table(new QTableWidget(static_cast<int>(m_ranks.size()), 2, this))
    , m_problem(new QLabel(this))
{
    setWindowTitle(QStringLiteral("Number the ranks"));
    auto* text = new QLabel(
        QStringLiteral("These traces do not say which rank they are of, and neither do their names. Which is it?"),
        this);
    text->setWordWrap(true);
    m_table->setHorizontalHeaderLabels({QStringLiteral("File"), QStringLiteral("Rank")});
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const std::uint32_t rank = m_ranks[static_cast<std::size_t>(row)];
        auto* name = new QTableWidgetItem(toQString(m_job.world.ranks[rank].file));
        name->setFlags(Qt::ItemIsEnabled);
        name->setToolTip(toQString(m_job.files[rank].path));
        m_table->setItem(row, 0, name);
        m_table->setItem(row, kNumber, new QTableWidgetItem);
    }
    m_problem->setProperty("role", QStringLiteral("danger"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(text);
    layout->addWidget(m_table);
    layout->addWidget(m_problem);
    layout->addWidget(buttons);
    resize(480, 360);
    if (m_table->rowCount() > 0)
        m_table->setCurrentCell(0, kNumber);
    connect(m_table, &QTableWidget::itemChanged, this, &NumberRanksDialog::check);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
}

std::vector<std::pair<std::string, std::int64_t>> NumberRanksDialog::numbers() const
{
    std::vector<std::pair<std::string, std::int64_t>> out;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        bool ok = false;
        const qlonglong number = m_table->item(row, kNumber)->text().trimmed().toLongLong(&ok);
        if (ok && number >= 0 && number <= kLargest)
            out.emplace_back(m_job.files[m_ranks[static_cast<std::size_t>(row)]].path, number);
    }
    return out;
}

void NumberRanksDialog::check()
{
    std::set<std::int64_t> taken;
    for (const ranks::RankSummary& rank : m_job.world.ranks) {
        if (rank.rank)
            taken.insert(*rank.rank);
    }
    int written = 0;
    for (int row = 0; row < m_table->rowCount(); ++row)
        written += m_table->item(row, kNumber)->text().trimmed().isEmpty() ? 0 : 1;
    const auto given = numbers();
    QString problem;
    if (static_cast<std::size_t>(written) != given.size())
        problem = QStringLiteral("A rank is a number from 0 on.");
    for (const auto& entry : given) {
        if (!taken.insert(entry.second).second)
            problem = QStringLiteral("There are two files of rank %1.").arg(entry.second);
    }
    m_problem->setText(problem);
    m_ok->setEnabled(problem.isEmpty() && !given.empty());
}

} // namespace stepscope::widgets

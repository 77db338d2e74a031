// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/secret_table.h"

#include "widgets/details/detail_text.h"

#include <QHeaderView>
#include <QStringList>

namespace stepscope::app {

namespace {

enum Column : int
{
    kKind,
    kText,
    kMask,
    kCount,
    kColumns
};

} // namespace

SecretTable::SecretTable(bool checkable, QWidget* parent)
    : QTableWidget(0, kColumns, parent)
    , m_checkable(checkable)
{
    setAccessibleName(QStringLiteral("What should perhaps not be shared"));
    setHorizontalHeaderLabels(
        {QStringLiteral("What"), QStringLiteral("Begins with"), QStringLiteral("Masked as"), QStringLiteral("Times")});
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(kText, QHeaderView::Stretch);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    verticalHeader()->hide();
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(SelectRows);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false); // Tab goes on to the buttons
}

void SecretTable::show(const std::vector<share::ListedSecret>& secrets)
{
    setRowCount(static_cast<int>(secrets.size()));
    for (int row = 0; row < rowCount(); ++row) {
        const share::ListedSecret& secret = secrets[static_cast<std::size_t>(row)];
        const std::string_view mask = share::maskOf(secret.kind);
        auto* kind = new QTableWidgetItem(QString::fromLatin1(share::secretKindWords(secret.kind)));
        if (m_checkable) {
            kind->setFlags(kind->flags() | Qt::ItemIsUserCheckable);
            kind->setCheckState(Qt::Checked);
        }
        setItem(row, kKind, kind);
        setItem(row, kText, new QTableWidgetItem(QString::fromStdString(secret.shown).simplified()));
        setItem(row, kMask, new QTableWidgetItem(QString::fromUtf8(mask.data(), static_cast<qsizetype>(mask.size()))));
        auto* count = new QTableWidgetItem(widgets::countText(secret.count));
        count->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        setItem(row, kCount, count);
    }
}

bool SecretTable::isChecked(int row) const
{
    return item(row, kKind)->checkState() == Qt::Checked;
}

} // namespace stepscope::app

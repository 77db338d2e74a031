// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare_dialog.h"

#include "app/gui/file_opening.h"
#include "app/gui/settings.h"
#include "widgets/common/combo_box.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace stepscope::app {

CompareDialog::CompareDialog(const QStringList& open, const QString& current, Settings& settings, QWidget* parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel, this))
{
    constexpr int kWidth = 460;
    setWindowTitle(QStringLiteral("Compare two runs"));
    auto* form = new QFormLayout();
    const std::array<QString, 2> words {QStringLiteral("Before"), QStringLiteral("After")};
    for (std::size_t side = 0; side < m_boxes.size(); ++side) {
        auto* box = new widgets::ComboBox(words[side], QStringLiteral("A run that is open, or a file"), this);
        for (const QString& path : open)
            box->addItem(QFileInfo(path).fileName(), path);
        box->addItem(QStringLiteral("Choose a file…"));
        box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        m_boxes[side] = box;
        form->addRow(words[side], box);
        connect(box, &QComboBox::activated, this, [this, side](int index) {
            if (m_boxes[side]->itemData(index).isNull())
                askForFile(side);
            m_chosen[side] = m_boxes[side]->currentIndex();
            check();
        });
        box->setCurrentIndex(-1);
    }
    QPushButton* compare = m_buttons->addButton(QStringLiteral("Compare"), QDialogButtonBox::AcceptRole);
    compare->setDefault(true);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_buttons);
    setMinimumWidth(kWidth);
    if (!current.isEmpty())
        choose(0, current);
    for (const QString& path : open) {
        if (path != current)
            choose(1, path);
    }
    check();
}

void CompareDialog::choose(std::size_t side, const QString& path)
{
    int index = m_boxes[side]->findData(path);
    if (index < 0) {
        index = m_boxes[side]->count() - 1; // before the entry that asks
        m_boxes[side]->insertItem(index, QFileInfo(path).fileName(), path);
    }
    m_boxes[side]->setCurrentIndex(index);
    m_chosen[side] = index;
    check();
}

void CompareDialog::askForFile(std::size_t side)
{
    const QStringList files = askForFiles(this, m_settings);
    if (files.isEmpty())
        m_boxes[side]->setCurrentIndex(m_chosen[side]);
    else
        choose(side, QFileInfo(files.constFirst()).absoluteFilePath());
}

QStringList CompareDialog::paths() const
{
    const QString before = m_boxes[0]->currentData().toString();
    const QString after = m_boxes[1]->currentData().toString();
    return before.isEmpty() || after.isEmpty() || before == after ? QStringList() : QStringList {before, after};
}

void CompareDialog::check()
{
    for (QAbstractButton* button : m_buttons->buttons()) {
        if (m_buttons->buttonRole(button) == QDialogButtonBox::AcceptRole)
            button->setEnabled(!paths().isEmpty());
    }
}

} // namespace stepscope::app

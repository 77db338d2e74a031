// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked before something is shared that shows what should perhaps not be shared.
#include "app/gui/leak_dialog.h"
#include "app/gui/secret_table.h"
#include "tests/app/dialog_buttons.h"
#include "tests/support/test_registry.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace stepscope;
using namespace stepscope::app;
using share::SecretKind;
using tests::buttonNamed;

class TestGuiLeakDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asksWhatToMask()
    {
        const std::vector<widgets::ShownSecret> secrets {{SecretKind::HostName, QStringLiteral("fake-node-3"), 2, {}},
            {SecretKind::Token, QStringLiteral("hunter2222"), 1, {}}};
        LeakDialog dialog(QStringLiteral("picture"), secrets);
        QVERIFY(dialog.findChild<QLabel*>()->text().startsWith(QStringLiteral("2 things in this picture")));
        dialog.table().item(1, 0)->setCheckState(Qt::Unchecked);
        const widgets::IsMasked some = dialog.choice(LeakDialog::kMask);
        QVERIFY(some(SecretKind::HostName, QStringLiteral("fake-node-3")));
        QVERIFY(!some(SecretKind::Token, QStringLiteral("hunter2222")));
        QVERIFY(!dialog.choice(LeakDialog::kAsItIs)(SecretKind::HostName, QStringLiteral("fake-node-3")));
        dialog.show();
        buttonNamed(dialog, "Save as it is")->click();
        QCOMPARE(dialog.result(), static_cast<int>(LeakDialog::kAsItIs));
        dialog.show();
        buttonNamed(dialog, "Mask and save")->click();
        QCOMPARE(dialog.result(), static_cast<int>(LeakDialog::kMask));
    }

    // Nothing is saved by copying.
    void namesTheClipboard()
    {
        LeakDialog dialog(QStringLiteral("picture"), {{SecretKind::Email, QStringLiteral("a@b.example"), 1, {}}},
            nullptr, SharedBy::Clipboard);
        QVERIFY(dialog.findChild<QLabel*>()->text().contains(QStringLiteral("masked in the copy")));
        dialog.show();
        buttonNamed(dialog, "Copy as it is")->click();
        QCOMPARE(dialog.result(), static_cast<int>(LeakDialog::kAsItIs));
        dialog.show();
        buttonNamed(dialog, "Mask and copy")->click();
        QCOMPARE(dialog.result(), static_cast<int>(LeakDialog::kMask));
    }

    void nothingIsAskedWhereThereIsNothing()
    {
        const auto choice = LeakDialog::ask(QStringLiteral("picture"), {}, nullptr);
        QVERIFY(choice && !(*choice)(SecretKind::HostName, QStringLiteral("x")));
    }
};

STEPSCOPE_TEST(TestGuiLeakDialog)
#include "tst_gui_leak_dialog.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/leak_dialog.h"

#include "app/gui/secret_table.h"
#include "widgets/details/detail_text.h"
#include "widgets/pages/page_parts.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <set>
#include <utility>

namespace stepscope::app {

namespace {

constexpr int kLeakWidth = 560;
constexpr int kHeight = 340;

std::vector<share::ListedSecret> listed(const std::vector<widgets::ShownSecret>& secrets)
{
    std::vector<share::ListedSecret> out;
    out.reserve(secrets.size());
    for (const widgets::ShownSecret& secret : secrets) {
        out.push_back({secret.kind, share::shortenedSecret(secret.kind, secret.text.toStdString()),
            static_cast<std::uint64_t>(secret.count), 0, {}});
    }
    return out;
}

} // namespace

LeakDialog::LeakDialog(
    const QString& what, const std::vector<widgets::ShownSecret>& secrets, QWidget* parent, SharedBy by)
    : QDialog(parent)
    , m_secrets(secrets)
    , m_table(new SecretTable(true, this))
{
    setWindowTitle(QStringLiteral("Before you share"));
    m_table->show(listed(secrets));
    auto* layout = new QVBoxLayout(this);
    const bool one = secrets.size() == 1;
    layout->addWidget(widgets::paragraph(
        QStringLiteral("%1 in this %2 should perhaps not be shared. What is checked is masked in the %3; what you see "
                       "here stays as it is.")
            .arg(
                one ? QStringLiteral("One thing") : QStringLiteral("%1 things").arg(widgets::countText(secrets.size())),
                what, by == SharedBy::File ? QStringLiteral("file") : QStringLiteral("copy")),
        this));
    layout->addWidget(m_table);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton* mask
        = buttons->addButton(by == SharedBy::File ? QStringLiteral("Mask and save") : QStringLiteral("Mask and copy"),
            QDialogButtonBox::AcceptRole);
    mask->setDefault(true);
    QPushButton* asItIs
        = buttons->addButton(by == SharedBy::File ? QStringLiteral("Save as it is") : QStringLiteral("Copy as it is"),
            QDialogButtonBox::ActionRole);
    connect(mask, &QPushButton::clicked, this, &QDialog::accept);
    connect(asItIs, &QPushButton::clicked, this, [this]() { done(kAsItIs); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    resize(kLeakWidth, kHeight);
}

widgets::IsMasked LeakDialog::choice(int answer) const
{
    std::set<std::pair<share::SecretKind, QString>> chosen;
    for (std::size_t i = 0; answer == kMask && i < m_secrets.size(); ++i) {
        if (m_table->isChecked(static_cast<int>(i)))
            chosen.emplace(m_secrets[i].kind, m_secrets[i].text);
    }
    return [chosen](share::SecretKind kind, const QString& text) { return chosen.contains({kind, text}); };
}

std::optional<widgets::IsMasked> LeakDialog::ask(
    const QString& what, const std::vector<widgets::ShownSecret>& secrets, QWidget* parent)
{
    return askFor(SharedBy::File, what, secrets, parent);
}

std::optional<widgets::IsMasked> LeakDialog::askFor(
    SharedBy by, const QString& what, const std::vector<widgets::ShownSecret>& secrets, QWidget* parent)
{
    if (secrets.empty())
        return [](share::SecretKind, const QString&) { return false; };
    LeakDialog dialog(what, secrets, parent, by);
    const int answer = dialog.exec();
    return answer == kCancelled ? std::nullopt : std::optional(dialog.choice(answer));
}

} // namespace stepscope::app

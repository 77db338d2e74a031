// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Asks before something is shared that shows what should perhaps not be shared: what to mask, or to save it as it is,
// or not at all. Not seen when there is nothing. GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/share/shown_secret.h"

#include <QDialog>

#include <functional>
#include <vector>

namespace stepscope::app {

class SecretTable;

// What is masked; nothing: it was cancelled. Tests answer in the place of the dialog.
using AskAboutLeaks = std::function<std::optional<widgets::IsMasked>(
    const QString& what, const std::vector<widgets::ShownSecret>& secrets, QWidget* parent)>;

enum class SharedBy : std::uint8_t
{
    File,
    Clipboard
};

class LeakDialog : public QDialog
{
    Q_OBJECT

public:
    enum Answer : int
    {
        kCancelled = Rejected,
        kMask = Accepted,
        kAsItIs
    };

    // `what`: "picture", "session"
    LeakDialog(const QString& what, const std::vector<widgets::ShownSecret>& secrets, QWidget* parent = nullptr,
        SharedBy by = SharedBy::File);

    [[nodiscard]] SecretTable& table() { return *m_table; }
    // What was checked; none of it when it is saved as it is.
    [[nodiscard]] widgets::IsMasked choice(int answer) const;

    // Nothing: it was cancelled.
    [[nodiscard]] static std::optional<widgets::IsMasked> ask(
        const QString& what, const std::vector<widgets::ShownSecret>& secrets, QWidget* parent);
    [[nodiscard]] static std::optional<widgets::IsMasked> askFor(
        SharedBy by, const QString& what, const std::vector<widgets::ShownSecret>& secrets, QWidget* parent);

private:
    std::vector<widgets::ShownSecret> m_secrets;
    SecretTable* m_table;
};

} // namespace stepscope::app

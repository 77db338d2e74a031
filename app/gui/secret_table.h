// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A list of what should perhaps not be shared: kind, how it begins, how often; on request with boxes to be checked for
// what is masked. Keys, tokens and passwords are never shown whole. GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/share/secret_list.h"

#include <QTableWidget>

#include <vector>

namespace stepscope::app {

class SecretTable : public QTableWidget
{
    Q_OBJECT

public:
    explicit SecretTable(bool checkable, QWidget* parent = nullptr);

    void show(const std::vector<share::ListedSecret>& secrets);
    [[nodiscard]] bool isChecked(int row) const; // all are at first

private:
    bool m_checkable;
};

} // namespace stepscope::app

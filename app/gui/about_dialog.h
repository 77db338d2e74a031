// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What this program is: version, licence, libraries. GUI thread only.

#include <QDialog>

namespace stepscope::widgets {
class ThemeSource;
}

namespace stepscope::app {

class AboutDialog : public QDialog
{
    Q_OBJECT

public:
    explicit AboutDialog(widgets::ThemeSource* theme, QWidget* parent = nullptr);
};

} // namespace stepscope::app

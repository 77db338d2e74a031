// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where people choose how things look and what counts: theme, times, row height, smallest gap, short kernels. Every
// choice takes effect at once and is told by a signal; there is nothing to confirm. GUI thread only.

#include "app/gui/command_line.h"
#include "app/gui/preferences.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;

namespace stepscope::app {

class Appearance;
class Settings;

class SettingsDialog : public QDialog
{
    Q_OBJECT

public:
    SettingsDialog(ThemeChoice theme, const Preferences& preferences, QWidget* parent = nullptr);

    // Shows one beside the window, so that people see what they do; what is chosen takes effect and is kept. `settings`
    // and `appearance` must outlive the window.
    static void choose(Settings& settings, Appearance& appearance, QWidget* parent);

    [[nodiscard]] const Preferences& preferences() const { return m_preferences; }

Q_SIGNALS:
    void themeChosen(stepscope::app::ThemeChoice theme);
    void preferencesChanged();

private:
    void showValues();
    void take(); // from the controls
    QDoubleSpinBox* addMicroseconds(const QString& name, double least);

    Preferences m_preferences;
    QComboBox* m_theme;
    QComboBox* m_time;
    QComboBox* m_height;
    QDoubleSpinBox* m_gap = nullptr;
    QDoubleSpinBox* m_short = nullptr;
    QCheckBox* m_carry;       // whether pictures carry their session
    bool m_isShowing = false; // values come from m_preferences, not from people
};

} // namespace stepscope::app

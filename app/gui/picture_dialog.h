// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Shows the picture that is about to be shared and lets people choose what it shows and how: what, format, scale,
// theme, size, caption, and whether it carries its session. Copies it or writes it to a file. What was chosen is
// remembered. GUI thread only.

#include "app/gui/picture_choice.h"
#include "app/gui/picture_studio.h"

#include <QDialog>
#include <QImage>
#include <QMap>

#include <functional>
#include <utility>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;

namespace stepscope::app {

class PicturePreview;
class Settings;

class PictureDialog : public QDialog
{
    Q_OBJECT

public:
    PictureDialog(widgets::ContentPage& page, const widgets::Theme& window, Settings& settings, QWidget* parent);

    [[nodiscard]] const PictureChoice& choice() const { return m_choice; }
    [[nodiscard]] const PictureStudio& studio() const { return m_studio; }
    [[nodiscard]] QString suggestedName() const; // of the file
    // Both ask first where the picture shows what should perhaps not be shared.
    void copy();
    void saveTo(const QString& path);
    // What a PNG that is written to this folder carries beside the picture, unless that is switched off here (or by the
    // settings, which say what is switched on at first).
    using Keys = std::function<QMap<QString, QString>(const QString& folder)>;
    void setKeys(Keys keys) { m_keys = std::move(keys); }
    void done(int result) override;

private:
    QComboBox* addBox(QFormLayout* form, const QString& name, const QStringList& texts);
    void buildUi();
    QWidget* buildForm();
    void fillFindings();
    void showChoice();
    void takeChoice();
    void changeWhat();
    void showPicture();
    void say(const QString& text, bool isError);
    void askForFile();

    Settings& m_settings;
    PictureChoice m_choice;
    PictureStudio m_studio;
    Keys m_keys;
    PicturePreview* m_preview = nullptr;
    QComboBox* m_what = nullptr;
    QComboBox* m_scope = nullptr;
    QComboBox* m_format = nullptr;
    QComboBox* m_scale = nullptr;
    QComboBox* m_theme = nullptr;
    QComboBox* m_size = nullptr;
    QCheckBox* m_caption = nullptr;
    QCheckBox* m_carries = nullptr;
    QLabel* m_note = nullptr;
    QPushButton* m_copy = nullptr;
    QPushButton* m_save = nullptr;
};

} // namespace stepscope::app

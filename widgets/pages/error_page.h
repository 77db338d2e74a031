// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Shown instead of a trace that could not be opened: what happened, where in the file, what to do about it, and buttons
// for that. GUI thread only.

#include "core/util/expected.h"

#include <QString>
#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace stepscope::widgets {

class ThemeSource;

struct ErrorTexts
{
    QString title;   // what, in a few words
    QString message; // the error's own sentences
    QString where;   // byte and line; empty when unknown
    QStringList advice;
};
[[nodiscard]] ErrorTexts errorTexts(const Error& error);

class ErrorPage : public QWidget
{
    Q_OBJECT

public:
    explicit ErrorPage(ThemeSource* theme, QWidget* parent = nullptr);

    void showError(const QString& path, const Error& error);
    [[nodiscard]] QString messageText() const; // what "Copy message" copies: one paragraph with the path and the place

Q_SIGNALS:
    void openRequested();
    void retryRequested();
    void closeRequested();

private:
    void applyTheme();

    ThemeSource* m_theme;
    ErrorTexts m_texts;
    QString m_path;
    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_file;
    QLabel* m_message;
    QLabel* m_where;
    QLabel* m_advice;
    QPushButton* m_open;
    QPushButton* m_retry;
    QPushButton* m_copy;
    QPushButton* m_close;
};

} // namespace stepscope::widgets

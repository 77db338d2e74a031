// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Hands out the recorder, resources/record/stepscope_record.py: a button that copies it to the clipboard, and the
// command that uses it. GUI thread only.

#include <QString>
#include <QWidget>

class QLabel;
class QPushButton;

namespace stepscope::widgets {

[[nodiscard]] QString recorderText(); // the Python file as it is in the resources

class RecorderBox : public QWidget
{
    Q_OBJECT

public:
    explicit RecorderBox(QWidget* parent = nullptr);

private:
    void copy();

    QPushButton* m_copy;
    QLabel* m_next; // what to do with it
};

} // namespace stepscope::widgets

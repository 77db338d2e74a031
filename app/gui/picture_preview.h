// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A picture as large as there is room, on a quiet ground; or that it is being made. GUI thread only.

#include <QImage>
#include <QWidget>

namespace stepscope::app {

class PicturePreview : public QWidget
{
    Q_OBJECT

public:
    explicit PicturePreview(QWidget* parent = nullptr);

    void showPicture(const QImage& image);
    void showWaiting();
    [[nodiscard]] const QImage& image() const { return m_image; } // null while it is being made
    [[nodiscard]] QSize sizeHint() const override { return {600, 420}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QImage m_image;
};

} // namespace stepscope::app

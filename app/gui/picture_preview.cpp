// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/picture_preview.h"

#include <QPainter>

namespace stepscope::app {

namespace {

constexpr int kMargin = 12;

} // namespace

PicturePreview::PicturePreview(QWidget* parent)
    : QWidget(parent)
{
    setMinimumSize(320, 240);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(QStringLiteral("Preview"));
}

void PicturePreview::showPicture(const QImage& image)
{
    m_image = image;
    setAccessibleDescription(QStringLiteral("%1 by %2 pixels").arg(image.width()).arg(image.height()));
    update();
}

void PicturePreview::showWaiting()
{
    showPicture({});
    setAccessibleDescription(QStringLiteral("The picture is being made"));
}

void PicturePreview::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Midlight));
    const QRect room = rect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
    if (m_image.isNull()) {
        painter.drawText(room, Qt::AlignCenter, QStringLiteral("Drawing…"));
        return;
    }
    const QSize natural = m_image.size() / m_image.devicePixelRatio();
    const QSize size = natural.width() <= room.width() && natural.height() <= room.height()
        ? natural
        : natural.scaled(room.size(), Qt::KeepAspectRatio);
    QRect place(QPoint(0, 0), size);
    place.moveCenter(room.center());
    const double ratio = devicePixelRatioF();
    painter.drawImage(place, m_image.scaled(size * ratio, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
    painter.setPen(palette().color(QPalette::Dark));
    painter.drawRect(place.adjusted(-1, -1, 0, 0));
}

} // namespace stepscope::app

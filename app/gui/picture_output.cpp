// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/picture_output.h"

#include "app/gui/picture_leaks.h"
#include "widgets/pages/content_page.h"
#include "widgets/pages/page_picture.h"

#include <QBuffer>
#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

#include <memory>

namespace stepscope::app {

using widgets::PictureFormat;

Expected<void> savePicture(const widgets::Picture& picture, const widgets::PictureFile& file, const QString& path)
{
    return widgets::writePicture(picture, file, path);
}

Expected<void> copyPicture(const widgets::Picture& picture, const widgets::PictureFile& file)
{
    auto data = std::make_unique<QMimeData>();
    data->setImageData(widgets::toImage(picture, file.scale));
    if (file.format != PictureFormat::Png) {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        if (!widgets::writePicture(picture, file, buffer))
            return fail(ErrorClass::Internal, "The picture cannot be made.");
        data->setData(
            file.format == PictureFormat::Svg ? QStringLiteral("image/svg+xml") : QStringLiteral("application/pdf"),
            bytes);
    }
    QGuiApplication::clipboard()->setMimeData(data.release());
    return {};
}

QString copyView(widgets::ContentPage& page, const widgets::Theme& theme)
{
    constexpr double kScale = 2;
    const widgets::Picture picture
        = pictureOf(page, theme, {widgets::PictureScope::View, false, QStringLiteral("Stepscope " STEPSCOPE_VERSION)});
    const auto shown = clearedPicture(picture, page, page.window(), SharedBy::Clipboard);
    if (!shown)
        return QStringLiteral("Nothing was copied.");
    if (const auto copied = copyPicture(*shown, {PictureFormat::Png, kScale}); !copied)
        return QString::fromStdString(copied.error().message);
    const QSize pixels = picture.size * kScale;
    return QStringLiteral("The picture is in the clipboard: %1 × %2 pixels.").arg(pixels.width()).arg(pixels.height());
}

} // namespace stepscope::app

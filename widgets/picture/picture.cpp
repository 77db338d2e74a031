// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture/picture.h"

#include "widgets/picture/drawing.h"
#include "widgets/picture/svg_writer.h"

#include <QFileInfo>
#include <QImageWriter>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>

#include <array>
#include <cmath>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr double kPointsPerPixel = 72.0 / kDotsPerInch;
constexpr double kMetresPerInch = 0.0254;

constexpr std::array<std::pair<PictureFormat, QLatin1String>, 3> kExtensions {
    {{PictureFormat::Png, QLatin1String("png")}, {PictureFormat::Svg, QLatin1String("svg")},
        {PictureFormat::Pdf, QLatin1String("pdf")}}};

bool writePdf(const Picture& picture, QIODevice& out)
{
    const Drawing drawing = recordDrawing(picture.size, picture.paint);
    QPdfWriter writer(&out);
    writer.setTitle(picture.title);
    writer.setCreator(picture.software);
    writer.setResolution(kDotsPerInch);
    writer.setPageSize(QPageSize(QSizeF(picture.size) * kPointsPerPixel, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins({});
    QPainter painter;
    if (!painter.begin(&writer))
        return false;
    drawing.play(painter);
    return painter.end();
}

} // namespace

std::optional<PictureFormat> pictureFormatOf(const QString& path)
{
    const QString extension = QFileInfo(path).suffix().toLower();
    for (const auto& [format, name] : kExtensions) {
        if (extension == name)
            return format;
    }
    return std::nullopt;
}

QString extensionOf(PictureFormat format)
{
    return kExtensions.at(static_cast<std::size_t>(format)).second;
}

QImage toImage(const Picture& picture, double scale)
{
    QImage image((QSizeF(picture.size) * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::white);
    QPainter painter(&image);
    picture.paint(painter);
    return image;
}

PaintedPicture painted(const Picture& picture, double scale)
{
    PaintedPicture out {toImage(picture, scale), picture.title, picture.software, picture.keys};
    const int density = static_cast<int>(std::lround(kDotsPerInch * scale / kMetresPerInch));
    out.image.setDotsPerMeterX(density);
    out.image.setDotsPerMeterY(density);
    return out;
}

bool writePng(const PaintedPicture& picture, QIODevice& out)
{
    QImageWriter writer(&out, "png");
    if (!picture.title.isEmpty())
        writer.setText(QStringLiteral("Title"), picture.title);
    if (!picture.software.isEmpty())
        writer.setText(QStringLiteral("Software"), picture.software);
    for (auto it = picture.keys.begin(); it != picture.keys.end(); ++it)
        writer.setText(it.key(), it.value());
    return writer.write(picture.image);
}

bool writePicture(const Picture& picture, const PictureFile& file, QIODevice& out)
{
    switch (file.format) {
    case PictureFormat::Png:
        return writePng(painted(picture, file.scale), out);
    case PictureFormat::Svg:
        writeSvg(recordDrawing(picture.size, picture.paint), picture.title, out);
        return true;
    case PictureFormat::Pdf:
        break;
    }
    return writePdf(picture, out);
}

Expected<void> writePicture(const Picture& picture, const PictureFile& file, const QString& path)
{
    QSaveFile out(path);
    if (out.open(QIODevice::WriteOnly) && writePicture(picture, file, out) && out.commit())
        return {};
    return fail(ErrorClass::Unreadable,
        QStringLiteral("%1: the picture cannot be written: %2").arg(path, out.errorString()).toStdString());
}

} // namespace stepscope::widgets

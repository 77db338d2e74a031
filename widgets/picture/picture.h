// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A picture before it has a format: its size and who paints it. Made into an image of 1 to 3 pixels for each logical
// one, or a drawing of lines and texts; written as PNG, SVG or PDF. Painting needs the GUI thread.

#include "core/util/expected.h"

#include <QImage>
#include <QMap>
#include <QSize>
#include <QString>

#include <cstdint>
#include <functional>
#include <optional>

class QIODevice;
class QPainter;

namespace stepscope::widgets {

enum class PictureFormat : std::uint8_t
{
    Png,
    Svg,
    Pdf
};

[[nodiscard]] std::optional<PictureFormat> pictureFormatOf(const QString& path); // by its extension
[[nodiscard]] QString extensionOf(PictureFormat format);                         // "png"

struct Picture
{
    QSize size;
    std::function<void(QPainter&)> paint;
    QString title;               // in words; for readers of the file
    QString software;            // that made it
    QMap<QString, QString> keys; // other texts that a PNG carries, by keyword
};

struct PictureFile
{
    PictureFormat format = PictureFormat::Png;
    double scale = 1; // of PNG: pixels for each logical one
};

[[nodiscard]] QImage toImage(const Picture& picture, double scale);

struct PaintedPicture // what is left to do of a PNG needs no painter: any thread
{
    QImage image; // null: there is none
    QString title;
    QString software;
    QMap<QString, QString> keys;
};
[[nodiscard]] PaintedPicture painted(const Picture& picture, double scale);
[[nodiscard]] bool writePng(const PaintedPicture& picture, QIODevice& out);

// False when the device could not take it.
[[nodiscard]] bool writePicture(const Picture& picture, const PictureFile& file, QIODevice& out);
// The file appears when it is whole; one that was there stays when something goes wrong.
[[nodiscard]] Expected<void> writePicture(const Picture& picture, const PictureFile& file, const QString& path);

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/picture_choice.h"

#include <QDataStream>
#include <QIODevice>

namespace stepscope::app {

namespace {

constexpr quint32 kMark = 0x53535031; // of toBytes(): other bytes are ignored
constexpr int kMostScale = 3;
constexpr int kMostSide = 16384;

} // namespace

QByteArray toBytes(const PictureChoice& choice)
{
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out << kMark << static_cast<quint8>(choice.scope) << static_cast<quint8>(choice.format)
        << static_cast<qint32>(choice.scale) << static_cast<quint8>(choice.theme) << choice.size << choice.caption;
    return bytes;
}

PictureChoice pictureChoiceFrom(const QByteArray& bytes)
{
    QDataStream in(bytes);
    quint32 mark = 0;
    quint8 scope = 0;
    quint8 format = 0;
    qint32 scale = 0;
    quint8 theme = 0;
    QSize size;
    bool caption = true;
    in >> mark >> scope >> format >> scale >> theme >> size >> caption;
    const bool isPossible = scope <= static_cast<quint8>(widgets::PictureScope::Report)
        && format <= static_cast<quint8>(widgets::PictureFormat::Pdf) && scale >= 1 && scale <= kMostScale
        && theme <= static_cast<quint8>(PictureTheme::Dark) && size.width() <= kMostSide && size.height() <= kMostSide;
    if (in.status() != QDataStream::Ok || mark != kMark || !isPossible)
        return {};
    return {static_cast<widgets::PictureScope>(scope), static_cast<widgets::PictureFormat>(format), scale,
        static_cast<PictureTheme>(theme), size, caption};
}

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture/picture_words.h"

#include <QFontMetricsF>

namespace stepscope::widgets {

QString captionText(const CaptionWords& words)
{
    QStringList parts {words.file, words.step, words.range, words.device, words.pytorch, words.program};
    parts.removeAll(QString());
    return parts.join(QStringLiteral("  ·  "));
}

QString captionText(const CaptionWords& words, const QFontMetricsF& metrics, double room)
{
    constexpr qsizetype kTelling = 8; // characters of a name that still tells something
    const QString whole = captionText(words);
    const double excess = metrics.horizontalAdvance(whole) - room;
    if (excess <= 0)
        return whole;
    CaptionWords shorter = words;
    const double nameRoom = metrics.horizontalAdvance(words.file) - excess;
    const double least = metrics.averageCharWidth() * kTelling;
    shorter.file = metrics.elidedText(words.file, Qt::ElideMiddle, std::max(nameRoom, least));
    return metrics.elidedText(captionText(shorter), Qt::ElideRight, room);
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The label of an annotation: its number in a circle, and beside it its length where it has one, and its text, broken
// into a few lines. Laid out once for each value; sizes are logical px. GUI thread only (fonts).

#include "core/share/annotation.h"

#include <QSizeF>
#include <QString>
#include <QStringList>

class QPainter;
class QRectF;

namespace stepscope::widgets {

struct Theme;

struct AnnotationLabel
{
    static constexpr double kBadge = 18; // diameter of the number's circle

    QString number;
    QString heading; // the length, in bold
    QStringList lines;
    bool isCut = false; // there is more text than lines
    QSizeF size;
    QSizeF small; // the number alone
};

// `length` may be empty.
[[nodiscard]] AnnotationLabel labelOf(const share::Annotation& annotation, const QString& length);

struct LabelLook
{
    bool isSmall = false;
    bool isSelected = false;
};
// `number`: of the colour.
void paintLabel(QPainter& painter, const QRectF& place, const AnnotationLabel& label, std::uint8_t number,
    LabelLook look, const Theme& theme);

} // namespace stepscope::widgets

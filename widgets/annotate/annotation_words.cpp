// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/annotation_words.h"

#include "core/view/time_scale.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

QString annotationKindText(share::AnnotationKind kind)
{
    switch (kind) {
    case share::AnnotationKind::Note:
        return QStringLiteral("Note");
    case share::AnnotationKind::Box:
        return QStringLiteral("Box");
    case share::AnnotationKind::Arrow:
        return QStringLiteral("Arrow");
    case share::AnnotationKind::Span:
        return QStringLiteral("Measured span");
    case share::AnnotationKind::Highlight:
        return QStringLiteral("Highlight");
    case share::AnnotationKind::Region:
        return QStringLiteral("Region");
    }
    return QStringLiteral("Note");
}

QString exactLengthText(std::int64_t from, std::int64_t to)
{
    constexpr std::int64_t kMost = std::int64_t {1} << 61; // ends of a hostile file are farther apart than that
    const double far = std::abs(view::timeDifference(to, from));
    const std::int64_t length = far < static_cast<double>(kMost) ? std::max(from, to) - std::min(from, to) : kMost;
    std::int64_t resolution = 1;
    while (length > 0 && resolution < length && length % (resolution * 1000) == 0)
        resolution *= 1000;
    return QString::fromStdString(view::preciseTime(length, resolution));
}

QString lengthText(const share::Annotation& annotation)
{
    const std::int64_t resolution = std::max(annotation.from.resolution, annotation.to.resolution);
    if (resolution <= 1)
        return exactLengthText(annotation.from.at, annotation.to.at);
    constexpr double kMost = 4e18; // ns: rounded, it is a number still
    const double length = std::min(std::abs(view::timeDifference(annotation.to.at, annotation.from.at)), kMost);
    const auto steps = static_cast<std::int64_t>(std::llround(length / static_cast<double>(resolution)));
    return QStringLiteral("≈ ") + QString::fromStdString(view::preciseTime(steps * resolution, resolution));
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The annotations of one canvas as they are seen now: shapes, and labels that keep out of each other's way; what is
// under a point; and how all of it is painted. Made anew for every state of the canvas; labels are laid out once for
// each value. GUI thread only.

#include "widgets/annotate/annotation_label.h"
#include "widgets/annotate/annotation_shape.h"
#include "widgets/annotate/label_placement.h"

#include <optional>
#include <unordered_map>
#include <vector>

class QRegion;

namespace stepscope::widgets {

struct PlacedAnnotation
{
    share::Annotation value;
    AnnotationShape shape;
    AnnotationLabel label;
    LabelPlace place;
    [[nodiscard]] QRectF bounds() const; // all that is painted of it
    // With its label moved from where it is to there (its upper left corner), pulled into an area of that size.
    [[nodiscard]] share::Annotation withLabelAt(QPointF corner, const QSizeF& area) const;
    [[nodiscard]] QPointF labelCorner() const; // also where there is no room for it
};

struct AnnotationHit
{
    std::uint32_t number = 0;
    std::optional<Grip> grip; // of the selected one; else the whole is meant
    bool isLabel = false;     // … or its label alone
};

class AnnotationScene
{
public:
    void build(const std::vector<const share::Annotation*>& annotations, const AnnotationSurface& surface);
    [[nodiscard]] const std::vector<PlacedAnnotation>& items() const { return m_items; } // that are seen, by number
    [[nodiscard]] const PlacedAnnotation* find(std::uint32_t number) const;              // null: it is not seen
    [[nodiscard]] std::optional<AnnotationHit> hitAt(QPointF position, std::uint32_t selected) const;
    // What meets the region. The label of `unlabelled` is left out.
    void paint(QPainter& painter, const QRegion& region, std::uint32_t selected, std::uint32_t unlabelled,
        const Theme& theme) const;

private:
    struct KnownLabel
    {
        share::Annotation value;
        AnnotationLabel label;
    };
    const AnnotationLabel& labelFor(const share::Annotation& annotation, const AnnotationSurface& surface);

    std::vector<PlacedAnnotation> m_items;
    std::unordered_map<std::uint32_t, KnownLabel> m_labels;
};

} // namespace stepscope::widgets

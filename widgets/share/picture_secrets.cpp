// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/share/picture_secrets.h"

#include "widgets/picture/drawing.h"
#include "widgets/share/text_secrets.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

namespace stepscope::widgets {

namespace {

// Parts of one line, each from where it begins in the whole.
struct Line
{
    struct Part
    {
        std::size_t item = 0;
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    std::string text; // UTF-8
    std::vector<Part> parts;
};

// Whether a text goes on where another ends; nothing: no. Blanks between words may not have been painted.
std::optional<std::string> between(const DrawnItem& before, const DrawnItem& after)
{
    const auto& a = std::get<DrawnText>(before.what);
    const auto& b = std::get<DrawnText>(after.what);
    constexpr double kNoGap = 1;
    constexpr double kBlankOfHeight = 0.6;
    const double gap = b.baseline.x() - a.baseline.x() - a.width;
    if (before.transform != after.transform || std::abs(a.baseline.y() - b.baseline.y()) > kNoGap || gap < -kNoGap
        || gap > kBlankOfHeight * before.box.height())
        return std::nullopt;
    return gap > kNoGap ? " " : "";
}

std::vector<Line> linesOf(const Drawing& drawing)
{
    std::vector<Line> lines;
    const DrawnItem* last = nullptr;
    for (std::size_t i = 0; i < drawing.items.size(); ++i) {
        const DrawnItem& item = drawing.items[i];
        const auto* text = std::get_if<DrawnText>(&item.what);
        if (text == nullptr)
            continue;
        const std::optional<std::string> joint = last != nullptr ? between(*last, item) : std::nullopt;
        if (!joint)
            lines.emplace_back();
        Line& line = lines.back();
        line.text += joint.value_or(std::string());
        const std::size_t begin = line.text.size();
        line.text += text->text.toStdString();
        line.parts.push_back({i, begin, line.text.size()});
        last = &item;
    }
    return lines;
}

// Where a text is painted: its line's parts that it has a share in.
QRectF placeOf(const Drawing& drawing, const Line& line, const share::Secret& secret)
{
    QRectF place;
    for (const Line::Part& part : line.parts) {
        if (part.begin < secret.end && part.end > secret.begin)
            place |= drawing.items[part.item].box;
    }
    return place;
}

// The mask stands where the secret began; parts that held more of it lose it.
void maskPart(DrawnItem& item, const Line::Part& part, const std::vector<share::Secret>& secrets)
{
    auto& text = std::get<DrawnText>(item.what);
    const std::string before = text.text.toStdString();
    std::string after;
    std::size_t copied = part.begin;
    for (const share::Secret& secret : secrets) {
        if (secret.begin >= part.end || secret.end <= part.begin)
            continue;
        const std::size_t begin = std::max(secret.begin, part.begin);
        after.append(before, copied - part.begin, begin - copied);
        if (begin == secret.begin)
            after.append(share::maskOf(secret.kind));
        copied = std::min(secret.end, part.end);
    }
    if (copied == part.begin)
        return;
    text.text = QString::fromStdString(after.append(before, copied - part.begin));
    const double width = QFontMetricsF(text.font).horizontalAdvance(text.text);
    item.box.setWidth(std::max(item.box.width(), item.box.width() - text.width + width));
    text.width = width;
}

} // namespace

std::vector<ShownSecret> secretsIn(const Drawing& drawing, share::KnownSecrets& known)
{
    std::vector<ShownSecret> out;
    for (const Line& line : linesOf(drawing)) {
        for (const share::Secret& secret : share::findShown(line.text, known))
            addSecret(out, secret.kind, std::string_view(line.text).substr(secret.begin, secret.end - secret.begin),
                placeOf(drawing, line, secret));
    }
    return out;
}

void maskSecrets(Drawing& drawing, share::KnownSecrets& known, const IsMasked& isMasked)
{
    for (const Line& line : linesOf(drawing)) {
        const std::vector<share::Secret> secrets = chosenIn(line.text, known, isMasked);
        for (const Line::Part& part : line.parts)
            maskPart(drawing.items[part.item], part, secrets);
    }
}

std::vector<ShownSecret> secretsIn(const Picture& picture, share::KnownSecrets& known)
{
    std::vector<ShownSecret> out = secretsIn(recordDrawing(picture.size, picture.paint), known);
    for (const QString& text : picture.keys)
        addSecretsOf(out, text, known);
    addSecretsOf(out, picture.title, known);
    return out;
}

Picture masked(const Picture& picture, share::KnownSecrets& known, const IsMasked& isMasked)
{
    Drawing drawing = recordDrawing(picture.size, picture.paint);
    maskSecrets(drawing, known, isMasked);
    Picture out = picture;
    out.paint = [drawing = std::make_shared<const Drawing>(std::move(drawing))](
                    QPainter& painter) { drawing->play(painter); };
    out.title = maskedText(picture.title, known, isMasked);
    for (QString& text : out.keys)
        text = maskedText(text, known, isMasked);
    return out;
}

} // namespace stepscope::widgets

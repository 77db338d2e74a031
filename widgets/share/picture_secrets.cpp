// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/share/picture_secrets.h"

#include "widgets/picture/drawing.h"
#include "widgets/share/text_secrets.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>
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

// A text that went on in the line below: the same font, the same left edge, the next line.
bool goesOn(const Drawing& drawing, const Line& line, const Line& next)
{
    constexpr double kSame = 1; // px
    constexpr double kMostLeading = 1.6;
    const DrawnItem& first = drawing.items[line.parts.front().item];
    const DrawnItem& second = drawing.items[next.parts.front().item];
    const auto& a = std::get<DrawnText>(first.what);
    const auto& b = std::get<DrawnText>(second.what);
    const double down = b.baseline.y() - a.baseline.y();
    return first.transform == second.transform && a.font == b.font && std::abs(a.baseline.x() - b.baseline.x()) < kSame
        && down > kSame && down < kMostLeading * first.box.height();
}

Line joined(const Line& line, const Line& next, std::string_view joint)
{
    Line whole = line;
    whole.text.append(joint).append(next.text);
    for (Line::Part part : next.parts) {
        part.begin += line.text.size() + joint.size();
        part.end += line.text.size() + joint.size();
        whole.parts.push_back(part);
    }
    return whole;
}

bool hasSecret(const std::vector<share::Secret>& secrets, const share::Secret& one, std::size_t offset)
{
    return std::any_of(secrets.begin(), secrets.end(), [&](const share::Secret& secret) {
        return secret.begin + offset == one.begin && secret.end + offset == one.end;
    });
}

// Whether all of a line but the first and the last of a joined text is within the secret: two lines do not show it.
bool coversLine(const share::Secret& secret, const std::vector<std::size_t>& ends)
{
    for (std::size_t i = 1; i + 1 < ends.size(); ++i) {
        if (secret.begin < ends[i - 1] && secret.end > ends[i])
            return true;
    }
    return false;
}

// Secrets that are broken over three lines and more, as tokens are in narrow columns.
template <class Visit>
void eachLongSecret(
    const Drawing& drawing, const std::vector<Line>& lines, share::KnownSecrets& known, const Visit& visit)
{
    constexpr std::size_t kMostLines = 64;
    for (std::size_t first = 0; first < lines.size();) {
        Line whole = lines[first];
        std::vector<std::size_t> ends {whole.text.size()}; // of its lines
        std::size_t next = first + 1;
        for (; next < lines.size() && ends.size() < kMostLines && goesOn(drawing, lines[next - 1], lines[next]);
             ++next) {
            whole = joined(whole, lines[next], {});
            ends.push_back(whole.text.size());
        }
        first = next;
        if (ends.size() < 3)
            continue;
        std::vector<share::Secret> secrets = share::findShown(whole.text, known);
        std::erase_if(secrets, [&ends](const share::Secret& secret) { return !coversLine(secret, ends); });
        if (!secrets.empty())
            visit(whole, secrets);
    }
}

// Calls visit(line, secrets) for each line, and for what only several lines say together: secrets that are broken over
// them, or are told by what stands before the break.
template <class Visit> void eachLine(const Drawing& drawing, share::KnownSecrets& known, const Visit& visit)
{
    const std::vector<Line> lines = linesOf(drawing);
    std::vector<std::vector<share::Secret>> found;
    for (const Line& line : lines) {
        found.push_back(share::findShown(line.text, known));
        visit(line, found.back());
    }
    share::KnownSecrets told = known; // what was never written so is nothing to learn from
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        if (!goesOn(drawing, lines[i], lines[i + 1]))
            continue;
        for (const std::string_view joint : {"", " "}) {
            const Line whole = joined(lines[i], lines[i + 1], joint);
            std::vector<share::Secret> secrets = share::findShown(whole.text, told);
            const std::size_t next = lines[i].text.size() + joint.size();
            std::erase_if(secrets, [&](const share::Secret& secret) {
                return secret.end <= next || secret.begin > next || hasSecret(found[i + 1], secret, next);
            });
            if (!secrets.empty()) {
                visit(whole, secrets);
                break;
            }
        }
    }
    eachLongSecret(drawing, lines, told, visit);
}

QString textOf(const Line& line, const share::Secret& secret)
{
    return QString::fromStdString(line.text.substr(secret.begin, secret.end - secret.begin));
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

struct Piece // of a secret, in one painted text
{
    std::size_t begin = 0;
    std::size_t end = 0;
    share::SecretKind kind = share::SecretKind::Token;
    bool isFirst = true; // the mask stands where the secret begins; parts that hold more of it lose it
};

std::vector<Piece> piecesIn(const Line::Part& part, const std::vector<share::Secret>& secrets)
{
    std::vector<Piece> pieces;
    for (const share::Secret& secret : secrets) {
        if (secret.begin < part.end && secret.end > part.begin)
            pieces.push_back({std::max(secret.begin, part.begin) - part.begin,
                std::min(secret.end, part.end) - part.begin, secret.kind, secret.begin >= part.begin});
    }
    return pieces;
}

void maskPieces(DrawnItem& item, std::vector<Piece> pieces)
{
    std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
    auto& text = std::get<DrawnText>(item.what);
    const std::string before = text.text.toStdString();
    std::string after;
    std::size_t copied = 0;
    for (const Piece& piece : pieces) {
        if (piece.begin < copied) { // found in one line and in several
            copied = std::max(copied, piece.end);
            continue;
        }
        after.append(before, copied, piece.begin - copied);
        if (piece.isFirst)
            after.append(share::maskOf(piece.kind));
        copied = piece.end;
    }
    text.text = QString::fromStdString(after.append(before, copied));
    const double width = QFontMetricsF(text.font).horizontalAdvance(text.text);
    item.box.setWidth(std::max(item.box.width(), item.box.width() - text.width + width));
    text.width = width;
}

} // namespace

std::vector<ShownSecret> secretsIn(const Drawing& drawing, share::KnownSecrets& known)
{
    std::vector<ShownSecret> out;
    eachLine(drawing, known, [&](const Line& line, const std::vector<share::Secret>& secrets) {
        for (const share::Secret& secret : secrets)
            addSecret(out, secret.kind, std::string_view(line.text).substr(secret.begin, secret.end - secret.begin),
                placeOf(drawing, line, secret));
    });
    return out;
}

void maskSecrets(Drawing& drawing, share::KnownSecrets& known, const IsMasked& isMasked)
{
    std::map<std::size_t, std::vector<Piece>> pieces; // by item
    eachLine(drawing, known, [&](const Line& line, std::vector<share::Secret> secrets) {
        std::erase_if(
            secrets, [&](const share::Secret& secret) { return !isMasked(secret.kind, textOf(line, secret)); });
        for (const Line::Part& part : line.parts) {
            const std::vector<Piece> found = piecesIn(part, secrets);
            if (!found.empty())
                pieces[part.item].insert(pieces[part.item].end(), found.begin(), found.end());
        }
    });
    for (auto& [item, found] : pieces)
        maskPieces(drawing.items[item], std::move(found));
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

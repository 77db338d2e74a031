// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/label_placement.h"

#include <QLineF>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr double kGap = 3;        // between labels
constexpr double kLine = 4;       // from one height that is tried to the next
constexpr double kFarthest = 360; // from where it wants to be
constexpr double kOtherSide = 6;  // px that this is as bad as
constexpr double kCrossing = 70;  // … and a label over a line that leads to another one
constexpr int kMostCrossings = 2; // more are no worse

using Interval = std::pair<double, double>; // open

// The free place of [low, high] nearest to `wanted`; the intervals are taken.
std::optional<double> nearestFree(double wanted, double low, double high, std::vector<Interval>& taken)
{
    if (low > high)
        return std::nullopt;
    std::sort(taken.begin(), taken.end());
    double free = low; // everything before it has been looked at
    std::optional<double> best;
    const auto offer = [&](double from, double to) {
        if (from > to)
            return;
        const double place = std::clamp(wanted, from, to);
        if (!best || std::abs(place - wanted) < std::abs(*best - wanted))
            best = place;
    };
    for (const auto& [begin, end] : taken) {
        offer(free, std::min(begin, high));
        free = std::max(free, end);
    }
    offer(free, high);
    return best;
}

bool crosses(const QLineF& line, const QRectF& rect)
{
    if (std::max(line.x1(), line.x2()) < rect.left() || std::min(line.x1(), line.x2()) > rect.right()
        || std::max(line.y1(), line.y2()) < rect.top() || std::min(line.y1(), line.y2()) > rect.bottom())
        return false;
    if (rect.contains(line.p1()) || rect.contains(line.p2()))
        return true;
    const QLineF diagonals[] = {{rect.topLeft(), rect.bottomRight()}, {rect.topRight(), rect.bottomLeft()}};
    return line.intersects(diagonals[0], nullptr) == QLineF::BoundedIntersection
        || line.intersects(diagonals[1], nullptr) == QLineF::BoundedIntersection;
}

QLineF leaderOf(const LabelRequest& request, const QRectF& label)
{
    return {request.anchor,
        {std::clamp(request.anchor.x(), label.left(), label.right()),
            std::clamp(request.anchor.y(), label.top(), label.bottom())}};
}

QRectF pulledInto(const QRectF& canvas, QRectF rect)
{
    rect.moveLeft(std::max(canvas.left(), std::min(rect.left(), canvas.right() - rect.width())));
    rect.moveTop(std::max(canvas.top(), std::min(rect.top(), canvas.bottom() - rect.height())));
    return rect;
}

// The obstacles and the shapes of all others. Where there are hundreds there is no room beside them either.
std::vector<QRectF> withShapes(
    const std::vector<LabelRequest>& requests, std::size_t own, const std::vector<QRectF>& obstacles)
{
    constexpr std::size_t kMostRequests = 60;
    std::vector<QRectF> all = obstacles;
    for (std::size_t i = 0; i < requests.size() && requests.size() <= kMostRequests; ++i) {
        if (i != own)
            all.insert(all.end(), requests[i].shape.begin(), requests[i].shape.end());
    }
    return all;
}

class Placement
{
public:
    explicit Placement(const QRectF& canvas)
        : m_canvas(canvas)
    {
    }

    void take(const LabelRequest& request, const QRectF& rect)
    {
        m_taken.push_back(rect);
        m_leaders.push_back(leaderOf(request, rect));
    }

    [[nodiscard]] std::optional<QRectF> find(
        const LabelRequest& request, const QSizeF& size, const std::vector<QRectF>& obstacles) const
    {
        const double top = m_canvas.top();
        const double bottom = m_canvas.bottom() - size.height();
        if (top > bottom)
            return std::nullopt;
        const double wanted = std::clamp(request.preferred.y(), top, bottom);
        std::optional<QRectF> best;
        double cost = kFarthest + kMostCrossings * kCrossing;
        for (int i = 0; i * kLine < std::min(cost, kFarthest); ++i) {
            for (const int direction : {-1, 1}) {
                const double y = wanted + direction * i * kLine;
                if (y >= top && y <= bottom && (i > 0 || direction < 0))
                    tryLine(request, QRectF({request.preferred.x(), y}, size), i * kLine, obstacles, best, cost);
            }
        }
        return best;
    }

private:
    // The two places of one height nearest to where it wants to be, and to the same on the other side of its anchor.
    void tryLine(const LabelRequest& request, QRectF rect, double away, const std::vector<QRectF>& obstacles,
        std::optional<QRectF>& best, double& cost) const
    {
        std::vector<Interval> taken = takenAt(request, rect, obstacles);
        const double mirrored = 2 * request.anchor.x() - request.preferred.x() - rect.width();
        for (const double wanted : {request.preferred.x(), mirrored}) {
            const auto x = nearestFree(wanted, m_canvas.left(), m_canvas.right() - rect.width(), taken);
            if (!x)
                return;
            rect.moveLeft(*x);
            const double farther = away + std::min(std::abs(*x - request.preferred.x()), std::abs(*x - mirrored)) / 2
                + (wanted == mirrored ? kOtherSide : 0);
            const double all = farther < cost ? farther + kCrossing * crossings(request, rect) : farther;
            if (all >= cost)
                continue;
            cost = all;
            best = rect;
        }
    }

    [[nodiscard]] std::vector<Interval> takenAt(
        const LabelRequest& request, const QRectF& at, const std::vector<QRectF>& obstacles) const
    {
        std::vector<Interval> intervals;
        const auto block = [&](const QRectF& rect, double gap) {
            if (rect.top() < at.bottom() + gap && rect.bottom() > at.top() - gap)
                intervals.emplace_back(rect.left() - gap - at.width(), rect.right() + gap);
        };
        for (const QRectF& rect : m_taken)
            block(rect, kGap);
        for (const QRectF& rect : obstacles)
            block(rect, 0);
        if (!request.keepOff.isEmpty())
            block(request.keepOff, 0);
        return intervals;
    }

    [[nodiscard]] int crossings(const LabelRequest& request, const QRectF& label) const
    {
        const QLineF leader = leaderOf(request, label);
        int count = 0;
        for (std::size_t i = 0; i < m_taken.size() && count < kMostCrossings; ++i)
            count += (crosses(leader, m_taken[i]) ? 1 : 0) + (crosses(m_leaders[i], label) ? 1 : 0);
        return count;
    }

    QRectF m_canvas;
    std::vector<QRectF> m_taken;
    std::vector<QLineF> m_leaders; // to them
};

} // namespace

std::vector<LabelPlace> placeLabels(
    const std::vector<LabelRequest>& requests, const QRectF& canvas, const std::vector<QRectF>& obstacles)
{
    std::vector<LabelPlace> places(requests.size());
    Placement placement(canvas);
    const auto place = [&](std::size_t i, LabelSize kind, const std::vector<QRectF>& keptFree) {
        const LabelRequest& request = requests[i];
        const auto rect = placement.find(request, kind == LabelSize::Full ? request.size : request.small, keptFree);
        if (!rect)
            return false;
        placement.take(request, *rect);
        places[i] = {*rect, kind};
        return true;
    };
    for (std::size_t i = 0; i < requests.size(); ++i) { // first: all others give way
        if (!requests[i].fixed)
            continue;
        places[i] = {pulledInto(canvas, {*requests[i].fixed, requests[i].size}), LabelSize::Full};
        placement.take(requests[i], places[i].rect);
    }
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (requests[i].fixed)
            continue;
        if (!place(i, LabelSize::Full, withShapes(requests, i, obstacles)) && !place(i, LabelSize::Full, obstacles)
            && !place(i, LabelSize::Full, {}))
            (void)place(i, LabelSize::Small, {});
    }
    return places;
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drop_zones.h"

#include "widgets/common/icon.h"
#include "widgets/common/style.h"
#include "widgets/common/theme.h"

#include <QPainter>

#include <numeric>

namespace stepscope::app {

namespace {

constexpr int kMargin = 16;
constexpr int kGap = 12;
constexpr int kIcon = 32;
constexpr double kRadius = 8;
constexpr float kVeil = 0.92F;
constexpr double kLit = 0.16;

} // namespace

DropZones::DropZones(widgets::ThemeSource* theme, QWidget* window)
    : QWidget(window)
    , m_theme(theme)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAccessibleName(QStringLiteral("What a drop would do"));
    hide();
}

void DropZones::offer(const QList<DropZone>& zones, const QRect& place, bool always)
{
    m_zones = zones;
    m_lit.reset();
    setGeometry(place);
    setVisible(zones.size() > 1 || (always && !zones.isEmpty()));
    raise();
}

void DropZones::setDetail(qsizetype zone, const QString& detail)
{
    if (zone >= m_zones.size())
        return;
    m_zones[zone].detail = detail;
    if (m_lit == zone)
        setAccessibleDescription(QStringLiteral("%1. %2").arg(m_zones[zone].title, detail));
    update();
}

void DropZones::dismiss()
{
    m_zones.clear();
    m_lit.reset();
    hide();
}

QRect DropZones::rectOf(qsizetype zone) const
{
    const auto upTo = [this](qsizetype count) {
        return std::accumulate(
            m_zones.begin(), m_zones.begin() + count, 0, [](int sum, const DropZone& of) { return sum + of.share; });
    };
    const int all = std::max(1, upTo(m_zones.size()));
    const QRect inner = geometry().adjusted(kMargin, kMargin, -kMargin, -kMargin);
    const int top = inner.top() + inner.height() * upTo(zone) / all;
    const int bottom = inner.top() + inner.height() * upTo(zone + 1) / all;
    const bool last = zone + 1 == m_zones.size();
    return {inner.left(), top, inner.width(), bottom - top - (last ? 0 : kGap)};
}

std::optional<qsizetype> DropZones::zoneAt(QPoint position) const
{
    for (qsizetype i = 0; i < m_zones.size(); ++i) {
        if (isHidden() || rectOf(i).contains(position))
            return i;
    }
    return std::nullopt;
}

void DropZones::track(QPoint position)
{
    const std::optional<qsizetype> lit = zoneAt(position);
    if (lit == m_lit)
        return;
    m_lit = lit;
    if (lit)
        setAccessibleDescription(m_zones[*lit].title);
    update();
}

void DropZones::paintEvent(QPaintEvent* /*event*/)
{
    const widgets::Theme& theme = m_theme->theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = theme.panel;
    veil.setAlphaF(kVeil);
    painter.fillRect(rect(), veil);
    QFont strong = widgets::uiFont();
    strong.setPixelSize(strong.pixelSize() + 3);
    strong.setWeight(QFont::DemiBold);
    for (qsizetype i = 0; i < m_zones.size(); ++i) {
        const bool lit = m_lit == i;
        const QRect place = rectOf(i).translated(-pos());
        painter.setBrush(lit ? widgets::blend(theme.raised, theme.accent, kLit) : theme.raised);
        painter.setPen(QPen(lit ? theme.accent : theme.muted, lit ? 2 : 1, lit ? Qt::SolidLine : Qt::DashLine));
        painter.drawRoundedRect(QRectF(place).adjusted(1, 1, -1, -1), kRadius, kRadius);
        const QPoint middle = place.center();
        painter.drawPixmap(middle.x() - kIcon / 2, middle.y() - kIcon - 4,
            widgets::iconPixmap(m_zones[i].icon, lit ? theme.accent : theme.muted, kIcon, devicePixelRatioF()));
        painter.setPen(theme.text);
        painter.setFont(strong);
        painter.drawText(QRect(place.left(), middle.y() + 4, place.width(), 24), Qt::AlignCenter, m_zones[i].title);
        painter.setPen(theme.muted);
        painter.setFont(widgets::uiFont());
        painter.drawText(QRect(place.left(), middle.y() + 28, place.width(), 20), Qt::AlignCenter, m_zones[i].detail);
    }
}

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/colour_legend.h"

#include "widgets/common/style.h"

#include <QPainter>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kHeight = 22;
constexpr int kSwatch = 10;
constexpr int kGap = 6;        // between swatch and name
constexpr int kSpace = 16;     // between entries
constexpr int kMostName = 220; // px
constexpr std::size_t kInToolTip = 30;

} // namespace

ColourLegend::ColourLegend(ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setFont(smallFont());
    setAccessibleName(tr("What the colours mean"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_theme, &ThemeSource::changed, this, qOverload<>(&QWidget::update));
}

void ColourLegend::setEntries(std::vector<LegendEntry> entries)
{
    m_entries = std::move(entries);
    QStringList names;
    for (std::size_t i = 0; i < std::min(m_entries.size(), kInToolTip); ++i)
        names << m_entries[i].name;
    setAccessibleDescription(names.join(QStringLiteral(", ")));
    if (m_entries.size() > kInToolTip)
        names << tr("and %1 more").arg(m_entries.size() - kInToolTip);
    setToolTip(names.join(QLatin1Char('\n')));
    update();
}

QSize ColourLegend::sizeHint() const
{
    return {400, kHeight};
}

QSize ColourLegend::minimumSizeHint() const
{
    return {0, kHeight};
}

QString ColourLegend::shortName(const LegendEntry& entry) const
{
    return fontMetrics().elidedText(entry.name, Qt::ElideMiddle, kMostName);
}

int ColourLegend::widthOf(const LegendEntry& entry) const
{
    return kSwatch + kGap + fontMetrics().horizontalAdvance(shortName(entry));
}

QString ColourLegend::restText(int shown) const
{
    const auto rest = static_cast<qsizetype>(m_entries.size()) - shown;
    return rest > 0 ? tr("and %1 more").arg(rest) : QString();
}

int ColourLegend::shownEntries() const
{
    const int room = width() - 2 * kSpacing;
    int shown = 0;
    int used = 0;
    for (const LegendEntry& entry : m_entries) {
        used += widthOf(entry) + (shown > 0 ? kSpace : 0);
        const QString rest = restText(shown + 1);
        const int needed = used + (rest.isEmpty() ? 0 : kSpace + fontMetrics().horizontalAdvance(rest));
        if (needed > room)
            break;
        ++shown;
    }
    return shown;
}

void ColourLegend::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_theme->theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.line);
    const int baseline = (height() - 1 + fontMetrics().ascent() - fontMetrics().descent()) / 2;
    const int shown = shownEntries();
    int x = kSpacing;
    painter.setPen(theme.text);
    for (int i = 0; i < shown; ++i) {
        const LegendEntry& entry = m_entries[static_cast<std::size_t>(i)];
        painter.fillRect(QRect(x, (height() - 1 - kSwatch) / 2, kSwatch, kSwatch), entry.colour);
        painter.drawText(x + kSwatch + kGap, baseline, shortName(entry));
        x += widthOf(entry) + kSpace;
    }
    painter.setPen(theme.muted);
    painter.drawText(x, baseline, restText(shown));
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/flame/flame_trail.h"

#include "widgets/common/style.h"

#include <QFontMetrics>
#include <QStringList>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kLongestName = 260; // px

} // namespace

FlameTrail::FlameTrail(ThemeSource* theme, QWidget* parent)
    : QLabel(parent)
    , m_theme(theme)
{
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setMinimumWidth(60);
    setAccessibleName(QStringLiteral("Callers"));
    connect(this, &QLabel::linkActivated, this, [this](const QString& link) { Q_EMIT nodeChosen(link.toUInt()); });
    connect(m_theme, &ThemeSource::changed, this, &FlameTrail::render);
}

void FlameTrail::setEntries(std::vector<Entry> entries)
{
    m_entries = std::move(entries);
    render();
}

void FlameTrail::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    render();
}

void FlameTrail::render()
{
    const QFontMetrics metrics(font());
    const QString separator = QStringLiteral(" › ");
    QStringList names;
    for (const auto& [node, name] : m_entries)
        names << metrics.elidedText(name, Qt::ElideMiddle, kLongestName);
    const auto widthOf = [&](const QString& text) { return metrics.horizontalAdvance(text + separator); };

    // The root and as many of the last callers as there is room for.
    qsizetype first = names.size();
    int room = width() - (names.isEmpty() ? 0 : widthOf(names.front()));
    while (first > 1 && (room -= widthOf(names[first - 1])) > (first > 2 ? widthOf(QStringLiteral("…")) : 0))
        --first;
    first = std::max<qsizetype>(1, std::min(first, names.size() - 1));
    QStringList parts;
    for (qsizetype i = 0; i < names.size(); ++i) {
        if (i > 0 && i < first) {
            if (i == 1)
                parts << QStringLiteral("…");
            continue;
        }
        const bool isLast = i == names.size() - 1;
        parts << (isLast ? names[i].toHtmlEscaped()
                         : QStringLiteral("<a style=\"color:%1;text-decoration:none\" href=\"%2\">%3</a>")
                               .arg(m_theme->theme().accent.name())
                               .arg(m_entries[static_cast<std::size_t>(i)].first)
                               .arg(names[i].toHtmlEscaped()));
    }
    setText(parts.join(separator));
}

} // namespace stepscope::widgets

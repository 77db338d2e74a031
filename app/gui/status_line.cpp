// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/status_line.h"

#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/findings/wrap_label.h"
#include "widgets/pages/trace_page.h"

#include <QLabel>

namespace stepscope::app {

using widgets::countText;
using widgets::durationText;
using widgets::Item;
using widgets::ItemKind;
using widgets::toQString;

namespace {

constexpr int kNameLimit = 100;

QString sizeText(const model::Trace& trace)
{
    QStringList parts {widgets::countedText(trace.events, QStringLiteral("event"), QStringLiteral("events"))};
    std::int64_t length = 0;
    if (!__builtin_sub_overflow(trace.rangeEnd, trace.rangeStart, &length))
        parts << durationText(length);
    if (trace.gpuWork.size() > 0)
        parts << QStringLiteral("%1 pieces of GPU work").arg(countText(trace.gpuWork.size()));
    return parts.join(QStringLiteral("  ·  "));
}

QString sliceText(const model::Trace& trace, SliceId id)
{
    if (id.index() >= trace.slices.size())
        return {};
    const QString name = widgets::linkNameOf(trace, id);
    const QString duration
        = trace.slices.timed(id) ? durationText(trace.slices.dur[id.index()]) : QStringLiteral("duration unknown");
    const model::Track& track = trace.tracks[trace.trackOf(id).index()];
    return QStringList {name, duration, toQString(track.name).trimmed()}.join(QStringLiteral("  ·  "));
}

QString itemText(const model::Trace& trace, const Item& item)
{
    if (item.kind == ItemKind::Slice)
        return sliceText(trace, item.slice());
    if (item.kind == ItemKind::Instant && item.index < trace.instants.size())
        return widgets::elideMiddle(toQString(trace.names.view(trace.instants.name[item.index])), kNameLimit);
    if (item.kind == ItemKind::CounterSample && item.series < trace.counters.size()) {
        const model::CounterSeries& series = trace.counters[item.series];
        if (item.index < series.value.size())
            return QStringLiteral("%1  ·  %2").arg(toQString(series.series)).arg(series.value[item.index]);
    }
    return {};
}

} // namespace

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent)
    , m_what(new widgets::WrapLabel({}, this))
    , m_where(new QLabel(this))
{
    setSizeGripEnabled(false);
    setContentsMargins(8, 0, 8, 0);
    for (QLabel* label : std::initializer_list<QLabel*> {m_what, m_where}) {
        label->setTextFormat(Qt::PlainText);
        label->setProperty("role", QStringLiteral("muted"));
    }
    m_what->setMaxLines(1);
    m_what->setMinimumWidth(0);
    m_what->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_where->setFont(widgets::numberFont());
    addWidget(m_what, 1);
    addPermanentWidget(m_where);
}

void StatusLine::follow(widgets::TracePage* page)
{
    for (const QMetaObject::Connection& connection : m_connections)
        disconnect(connection);
    m_connections.clear();
    m_page = page;
    if (m_page != nullptr) {
        const auto refresh = [this]() { update(); };
        m_connections.push_back(connect(&m_page->axis(), &widgets::TimeAxis::rangeChanged, this, refresh));
        m_connections.push_back(connect(&m_page->axis(), &widgets::TimeAxis::cursorChanged, this, refresh));
        m_connections.push_back(connect(&m_page->selection(), &widgets::Selection::hoverChanged, this, refresh));
        m_connections.push_back(connect(&m_page->selection(), &widgets::Selection::rangeChanged, this, refresh));
        for (const auto signal : {&widgets::StepScope::chosenChanged, &widgets::StepScope::statisticsChanged})
            m_connections.push_back(connect(&m_page->stepScope(), signal, this, refresh));
        m_connections.push_back(connect(m_page, &QObject::destroyed, this, [this]() { follow(nullptr); }));
    }
    update();
}

void StatusLine::update()
{
    m_what->setText(whatText());
    m_where->setText(whereText());
}

QString StatusLine::whatText() const
{
    if (m_page == nullptr)
        return {};
    QString hovered = itemText(m_page->trace(), m_page->selection().hovered());
    if (!hovered.isEmpty())
        return hovered;
    const widgets::StepScope& steps = m_page->stepScope();
    if (steps.chosen())
        return steps.name(*steps.chosen()) + QStringLiteral("  ·  ") + steps.statistics(*steps.chosen());
    return sizeText(m_page->trace());
}

QString StatusLine::whereText() const
{
    if (m_page == nullptr)
        return {};
    QStringList parts;
    const std::int64_t origin = m_page->trace().rangeStart;
    if (const auto cursor = m_page->axis().cursor())
        parts << widgets::relativeTimeText(*cursor, origin);
    if (const auto range = m_page->selection().range())
        parts << QStringLiteral("%1 selected").arg(durationText(range->length()));
    parts << QStringLiteral("%1 in view").arg(durationText(m_page->axis().range().length()));
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace stepscope::app

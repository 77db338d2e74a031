// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/label_cache.h"

#include "core/view/label_text.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr qreal kClassStep = 8;         // px
constexpr std::uint64_t kWhole = 0xfff; // class of names that fit as they are
constexpr std::size_t kFewest = 4;      // characters of an elided label, the ellipsis among them

} // namespace

LabelCache::LabelCache(const TimelineData& data, const QFont& font)
    : m_data(data)
    , m_font(font)
    , m_metrics(font)
{
}

const LabelCache::Name& LabelCache::name(SliceId slice, std::uint64_t key)
{
    auto [it, isNew] = m_names.try_emplace(key);
    if (isNew) {
        it->second.text = m_data.shortName(slice).simplified();
        it->second.width = m_metrics.horizontalAdvance(it->second.text);
    }
    return it->second;
}

const Label* LabelCache::label(SliceId slice, qreal available)
{
    if (m_labels.size() >= kLimit) {
        m_names.clear();
        m_labels.clear();
    }
    const model::Trace& trace = m_data.trace();
    const SliceId named = m_data.namedBy(slice);
    const std::uint64_t key = (std::uint64_t {trace.slices.name[named.index()].value} << 16U)
        | (static_cast<std::uint64_t>(trace.kindOf(named)) << 12U);
    const Name& whole = name(named, key);
    const auto steps = static_cast<std::uint64_t>(std::clamp(available / kClassStep, 0.0, 4000.0));
    const std::uint64_t widthClass = whole.width <= available ? kWhole : std::min(steps, kWhole - 1);
    auto [it, isNew] = m_labels.try_emplace(key | widthClass);
    if (isNew)
        it->second = makeLabel(whole, widthClass == kWhole ? whole.width : static_cast<qreal>(widthClass) * kClassStep);
    return it->second ? &*it->second : nullptr;
}

std::optional<Label> LabelCache::makeLabel(const Name& whole, qreal available) const
{
    QString text = whole.text;
    qreal width = whole.width;
    if (width > available) {
        const std::string utf8 = whole.text.toStdString();
        const std::string_view compact = view::compactName(utf8);
        text = QString::fromUtf8(compact.data(), static_cast<qsizetype>(compact.size()));
        width = m_metrics.horizontalAdvance(text);
        auto characters
            = static_cast<std::size_t>(static_cast<qreal>(text.size()) * available / std::max(width, 1.0)) + 2;
        while (width > available) {
            if (--characters < kFewest)
                return {};
            text = QString::fromStdString(view::elideMiddle(compact, characters));
            width = m_metrics.horizontalAdvance(text);
        }
    }

    Label label {QStaticText(text), width};
    label.text.setTextFormat(Qt::PlainText);
    label.text.setPerformanceHint(QStaticText::AggressiveCaching);
    label.text.prepare(QTransform(), m_font);
    return label;
}

} // namespace stepscope::widgets

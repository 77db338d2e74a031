// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/file_health.h"

#include "core/analysis/producer.h"
#include "widgets/details/detail_text.h"

namespace stepscope::widgets {

namespace {

QString nothingMissing(const model::Trace& trace)
{
    if (analysis::guessProducer(trace).kind == analysis::ProducerKind::PyTorch)
        return QStringLiteral("Nothing that Stepscope asks for is missing.");
    return QStringLiteral("This file does not come from the PyTorch profiler, so there is no setting of it to name.");
}

} // namespace

FileHealth::FileHealth(
    std::shared_ptr<const model::Trace> trace, Selection* selection, ThemeSource* theme, QWidget* parent)
    : HealthView(theme, parent)
    , m_trace(std::move(trace))
    , m_selection(selection)
{
    connect(this, &HealthView::byteRequested, this, &FileHealth::showByte);
    describe({});
    using Parts = std::vector<analysis::MissingData>;
    m_missingJob.start<Parts>(
        [loaded = m_trace](Progress&, std::stop_token) -> Expected<Parts> { return analysis::missingData(*loaded); },
        [this](Expected<Parts> parts) {
            if (parts)
                describe(std::move(*parts));
        });
}

void FileHealth::describe(std::optional<std::vector<analysis::MissingData>> missing)
{
    setTexts({healthEntries(m_trace->diagnostics), std::move(missing), nothingMissing(*m_trace),
        contentSections(*m_trace), true});
}

void FileHealth::showByte(std::uint64_t byte)
{
    setStatus({});
    m_lookup.start<Item>(
        [trace = m_trace, byte](Progress&, std::stop_token) -> Expected<Item> { return itemAtByte(*trace, byte); },
        [this, byte](Expected<Item> item) {
            if (item && item->valid()) {
                m_selection->select(*item);
                Q_EMIT itemActivated(*item);
                return;
            }
            setStatus(QStringLiteral("No event that is shown lies at byte %1.").arg(countText(byte)));
        });
}

} // namespace stepscope::widgets

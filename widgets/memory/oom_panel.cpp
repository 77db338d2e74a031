// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/oom_panel.h"

#include "widgets/common/combo_box.h"
#include "widgets/details/panel_parts.h"
#include "widgets/details/report_html.h"
#include "widgets/memory/allocation_report.h"
#include "widgets/memory/memory_words.h"
#include "widgets/memory/oom_report.h"

#include <QLabel>
#include <QSplitter>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace stepscope::widgets {

OomPanel::OomPanel(const MemoryContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_selector(new ComboBox(
          QStringLiteral("Which of the failed allocations"), QStringLiteral("Which of the failed allocations"), this))
    , m_facts(new QTextBrowser(this))
    , m_holders(new QTextBrowser(this))
{
    buildUi();
    connect(m_selector, &QComboBox::currentIndexChanged, this, &OomPanel::refresh);
    connect(m_context.figures, &JudgementSource::judgementChanged, this, &OomPanel::fill);
    connect(m_context.cursor, &MemoryCursor::deviceChanged, this, &OomPanel::fill);
    connect(m_context.categories, &DeviceCategories::changed, this, &OomPanel::refresh);
    connect(m_context.theme, &ThemeSource::changed, this, &OomPanel::render);
    fill();
}

void OomPanel::buildUi()
{
    m_facts->setAccessibleName(QStringLiteral("The allocation that failed"));
    m_holders->setAccessibleName(QStringLiteral("Who held the memory"));
    QToolButton* state = copyButton(QStringLiteral("Show the state at the failure"),
        QStringLiteral("Segments and blocks when the allocation failed"), this);
    connect(state, &QToolButton::clicked, this, [this]() {
        if (const analysis::OomFigures* oom = shown())
            Q_EMIT stateRequested(oom->entry);
    });
    connect(m_facts, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (const auto entry = entryOfLink(url.toString()))
            Q_EMIT stateRequested(*entry);
    });
    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(8, 4, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_selector);
    column->addWidget(m_facts, 1);
    auto* columns = new QSplitter(Qt::Horizontal, this);
    columns->setChildrenCollapsible(false);
    columns->addWidget(
        titledColumn(columnTitle(QStringLiteral("The allocation that failed"), this), left, {state}, columns));
    columns->addWidget(titledColumn(columnTitle(QStringLiteral("Who held the memory"), this), m_holders, {}, columns));
    columns->setSizes({520, 520});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(columns);
    setFocusProxy(m_facts);
}

const analysis::OomFigures* OomPanel::shown() const
{
    const analysis::MemoryDeviceFigures* figures = m_context.deviceFigures();
    const auto index = static_cast<std::size_t>(m_selector->currentIndex());
    return figures != nullptr && index < figures->ooms.size() ? &figures->ooms[index] : nullptr;
}

void OomPanel::fill()
{
    m_selector->clear();
    if (const analysis::MemoryDeviceFigures* figures = m_context.deviceFigures()) {
        for (const analysis::OomFigures& oom : figures->ooms)
            m_selector->addItem(QStringLiteral("%1 at %2").arg(bytesText(oom.requested), entryText(oom.entry)));
    }
    m_selector->setVisible(m_selector->count() > 1);
    refresh();
}

void OomPanel::refresh()
{
    m_holdings.clear();
    render();
    const analysis::OomFigures* oom = shown();
    if (oom == nullptr)
        return;
    using Holdings = std::vector<analysis::Holding>;
    m_job.start<Holdings>(
        [context = m_context, categories = m_context.categories->categories(), device = m_context.cursor->device(),
            entry = oom->entry](Progress&, const std::stop_token&) -> Expected<Holdings> {
            const model::MemoryDevice& of = context.snapshot->devices[device];
            const std::vector<analysis::MemoryCategory> unknown(
                of.allocations.count() - categories->size(), analysis::MemoryCategory::Other);
            return analysis::groupHoldings(
                {*context.snapshot, of, *context.stacks, unknown.empty() ? *categories : unknown},
                model::liveAt(*context.snapshot, of, entry), analysis::HoldingKey::UserFrame, entry);
        },
        [this](Expected<Holdings> holdings) {
            if (holdings)
                m_holdings = std::move(*holdings);
            render();
        });
}

void OomPanel::render()
{
    const Theme& theme = m_context.theme->theme();
    for (QTextBrowser* browser : {m_facts, m_holders})
        styleAsPanelText(*browser, theme);
    const analysis::OomFigures* oom = shown();
    if (oom == nullptr) {
        m_facts->setPlainText(QStringLiteral("No allocation failed on this device."));
        m_holders->clear();
        return;
    }
    const model::MemoryDevice& device = *m_context.device();
    QList<DetailSection> sections = describeOom(*m_context.snapshot, device, *oom);
    sections << oomAdvice(*m_context.figures->judgement(), m_context.cursor->device(), *oom);
    m_facts->setHtml(toHtml(sections, theme));
    m_holders->setHtml(toHtml({oomHolders(*m_context.stacks, m_holdings, device.active.at(oom->entry))}, theme));
}

QString OomPanel::plainText() const
{
    return m_facts->toPlainText() + QLatin1Char('\n') + m_holders->toPlainText();
}

} // namespace stepscope::widgets

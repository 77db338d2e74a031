// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/allocation_details.h"

#include "widgets/details/panel_parts.h"
#include "widgets/details/report_html.h"
#include "widgets/memory/allocation_report.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace stepscope::widgets {

AllocationDetails::AllocationDetails(const MemoryContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
{
    buildUi();
    connect(m_context.cursor, &MemoryCursor::allocationChanged, this, &AllocationDetails::render);
    connect(m_context.cursor, &MemoryCursor::deviceChanged, this, &AllocationDetails::render);
    connect(m_context.categories, &DeviceCategories::changed, this, &AllocationDetails::render);
    connect(m_context.theme, &ThemeSource::changed, this, &AllocationDetails::render);
    render();
}

void AllocationDetails::buildUi()
{
    auto* empty = centredNote(this);
    empty->setObjectName(QStringLiteral("emptySelection"));
    empty->setTextFormat(Qt::RichText);
    empty->setText(QStringLiteral("<p><b>No allocation is chosen.</b></p><p>Click a band in the timeline, a block in "
                                  "the allocator's state, or a row of a table.</p>"));
    m_facts = new QTextBrowser(this);
    m_facts->setAccessibleName(QStringLiteral("Facts about the allocation"));
    m_stack = new QTextBrowser(this);
    m_stack->setAccessibleName(QStringLiteral("Stack of the allocation, innermost frame first"));
    connect(m_facts, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (const auto entry = entryOfLink(url.toString()))
            m_context.cursor->setEntry(*entry);
    });
    QToolButton* copyText
        = copyButton(QStringLiteral("Copy text"), QStringLiteral("Copy everything shown here as text"), this);
    QToolButton* copyJson
        = copyButton(QStringLiteral("Copy JSON"), QStringLiteral("Copy the allocation with its stack as JSON"), this);
    connect(copyText, &QToolButton::clicked, this, [this]() { QGuiApplication::clipboard()->setText(plainText()); });
    connect(copyJson, &QToolButton::clicked, this, [this]() { QGuiApplication::clipboard()->setText(jsonText()); });
    m_kind = columnTitle({}, this);
    auto* columns = new QSplitter(Qt::Horizontal, this);
    columns->setChildrenCollapsible(false);
    columns->addWidget(titledColumn(m_kind, m_facts, {}, columns));
    columns->addWidget(titledColumn(
        columnTitle(QStringLiteral("Stack, innermost first"), this), m_stack, {copyText, copyJson}, columns));
    columns->setSizes({480, 640});
    m_pages = new QStackedWidget(this);
    m_pages->addWidget(empty);
    m_pages->addWidget(columns);
    setFocusProxy(m_facts);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
}

void AllocationDetails::render()
{
    const Theme& theme = m_context.theme->theme();
    for (QTextBrowser* browser : {m_facts, m_stack})
        styleAsPanelText(*browser, theme);
    const AllocId chosen = m_context.cursor->allocation();
    m_report = chosen.valid() && m_context.device() != nullptr ? describeAllocation(*m_context.snapshot,
                   *m_context.stacks, *m_context.device(), *m_context.categories->categories(), chosen)
                                                               : EventReport();
    m_pages->setCurrentIndex(m_report.isEmpty() ? 0 : 1);
    m_kind->setText(m_report.kind);
    m_facts->setHtml(m_report.isEmpty() ? QString() : titleHtml(m_report.name, theme) + toHtml(m_report.facts, theme));
    m_stack->setHtml(toHtml(m_report.links, theme));
}

QString AllocationDetails::plainText() const
{
    return m_report.isEmpty() ? QString() : toPlainText(m_report, nullptr);
}

QString AllocationDetails::jsonText() const
{
    return m_report.isEmpty()
        ? QString()
        : allocationJson(*m_context.snapshot, *m_context.device(), m_context.cursor->allocation());
}

} // namespace stepscope::widgets

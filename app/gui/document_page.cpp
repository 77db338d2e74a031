// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/document_page.h"

#include "widgets/pages/category_page.h"
#include "widgets/pages/error_page.h"
#include "widgets/pages/loading_page.h"
#include "widgets/pages/memory_page.h"
#include "widgets/pages/ranks_page.h"
#include "widgets/pages/trace_page.h"

#include <QFileInfo>

namespace stepscope::app {

DocumentPage::DocumentPage(std::unique_ptr<Document> document, widgets::ThemeSource* theme, QWidget* parent)
    : QStackedWidget(parent)
    , m_document(std::move(document))
    , m_theme(theme)
    , m_blank(new QWidget(this))
    , m_loading(new widgets::LoadingPage(this))
    , m_error(new widgets::ErrorPage(theme, this))
{
    addWidget(m_blank);
    addWidget(m_loading);
    addWidget(m_error);
    m_loading->setFile(m_document->title(), QFileInfo(m_document->path()).absolutePath());
    m_patience.setSingleShot(true);
    m_patience.setInterval(kLoadingPageAfterMs);
    connect(&m_patience, &QTimer::timeout, this, &DocumentPage::showLoading);
    connect(m_document.get(), &Document::stateChanged, this, &DocumentPage::follow);
    connect(m_document.get(), &Document::progressChanged, m_loading, &widgets::LoadingPage::setProgress);
    connect(m_loading, &widgets::LoadingPage::cancelRequested, m_document.get(), &Document::cancel);
    connect(m_error, &widgets::ErrorPage::openRequested, this, &DocumentPage::openRequested);
    connect(m_error, &widgets::ErrorPage::retryRequested, m_document.get(), &Document::load);
    connect(m_error, &widgets::ErrorPage::closeRequested, this, &DocumentPage::closeRequested);
    connect(this, &QStackedWidget::currentChanged, this, [this]() { setFocusProxy(currentWidget()); });
    follow(m_document->state());
}

DocumentPage::~DocumentPage()
{
    // The document's last words must not reach a page that is being taken apart.
    m_document->disconnect(this);
}

bool DocumentPage::isIdle() const
{
    switch (m_document->state()) {
    case Document::State::New:
    case Document::State::Loading:
        return false;
    case Document::State::Ready:
        return m_content != nullptr && m_content->isIdle();
    case Document::State::Failed:
    case Document::State::Cancelled:
        break;
    }
    return true;
}

void DocumentPage::follow(Document::State state)
{
    m_patience.stop();
    switch (state) {
    case Document::State::New:
        break;
    case Document::State::Loading:
        dropContent();
        m_loading->setCountsRanks(m_document->holdsRanks());
        m_loading->setProgress({});
        setCurrentWidget(m_blank);
        m_patience.start();
        break;
    case Document::State::Ready:
        showContent();
        break;
    case Document::State::Failed:
        showError(m_document->error());
        break;
    case Document::State::Cancelled:
        showError({ErrorClass::Cancelled, {}, -1, -1});
        break;
    }
    Q_EMIT contentChanged();
}

void DocumentPage::showLoading()
{
    setCurrentWidget(m_loading);
    Q_EMIT contentChanged();
}

void DocumentPage::showError(const Error& error)
{
    m_error->showError(m_document->path(), error);
    setCurrentWidget(m_error);
}

void DocumentPage::showContent()
{
    dropContent();
    m_content = makeContent();
    addWidget(m_content);
    setCurrentWidget(m_content);
}

widgets::ContentPage* DocumentPage::makeContent()
{
    if (m_document->trace())
        return new widgets::TracePage(m_document->trace(), m_theme, this);
    if (m_document->snapshot())
        return new widgets::MemoryPage(m_document->snapshot(), m_theme, this);
    if (m_document->timeline())
        return new widgets::CategoryPage(m_document->timeline(), m_theme, this);
    auto* ranks = new widgets::RanksPage(m_document->ranks(), m_theme, this);
    connect(ranks, &widgets::RanksPage::fileRequested, this, &DocumentPage::fileRequested);
    return ranks;
}

void DocumentPage::dropContent()
{
    delete m_content;
    m_content = nullptr;
}

widgets::TracePage* DocumentPage::tracePage() const
{
    return qobject_cast<widgets::TracePage*>(m_content);
}

widgets::MemoryPage* DocumentPage::memoryPage() const
{
    return qobject_cast<widgets::MemoryPage*>(m_content);
}

widgets::RanksPage* DocumentPage::ranksPage() const
{
    return qobject_cast<widgets::RanksPage*>(m_content);
}

} // namespace stepscope::app

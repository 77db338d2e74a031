// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/document_tabs.h"

#include "app/gui/document_page.h"
#include "widgets/common/icon.h"
#include "widgets/common/theme.h"
#include "widgets/details/detail_text.h"

#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace stepscope::app {

namespace {

constexpr int kTitleLimit = 40;
constexpr int kCloseButton = 20;
constexpr int kCloseIcon = 10;

} // namespace

DocumentTabs::DocumentTabs(widgets::ThemeSource* theme, QWidget* parent)
    : QTabWidget(parent)
    , m_theme(theme)
{
    setDocumentMode(true);
    setMovable(true);
    setElideMode(Qt::ElideMiddle);
    tabBar()->setExpanding(false);
    tabBar()->setDrawBase(false);
    connect(m_theme, &widgets::ThemeSource::changed, this, &DocumentTabs::applyTheme);
}

void DocumentTabs::add(DocumentPage* page)
{
    const QString title = page->document().title();
    const int index = addTab(page, widgets::elideMiddle(title, kTitleLimit));
    setTabToolTip(index, page->document().path());
    auto* close = new QToolButton(tabBar());
    close->setFixedSize(kCloseButton, kCloseButton);
    close->setIconSize({kCloseIcon, kCloseIcon});
    close->setStyleSheet(QStringLiteral("padding: 0;"));
    close->setFocusPolicy(Qt::NoFocus); // Ctrl+W does the same
    close->setToolTip(QStringLiteral("Close this tab"));
    close->setAccessibleName(QStringLiteral("Close %1").arg(title));
    connect(close, &QToolButton::clicked, page, [this, page]() { Q_EMIT closeRequested(page); });
    tabBar()->setTabButton(index, QTabBar::RightSide, close);
    applyTheme();
}

QList<DocumentPage*> DocumentTabs::pages() const
{
    QList<DocumentPage*> pages;
    for (int i = 0; i < count(); ++i)
        pages << qobject_cast<DocumentPage*>(widget(i));
    return pages;
}

DocumentPage* DocumentTabs::current() const
{
    return qobject_cast<DocumentPage*>(currentWidget());
}

DocumentPage* DocumentTabs::pageOf(const QString& absolutePath) const
{
    const QList<DocumentPage*> all = pages();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](DocumentPage* page) { return page->document().path() == absolutePath; });
    return found == all.end() ? nullptr : *found;
}

void DocumentTabs::moveBy(int tabs)
{
    if (count() > 0)
        setCurrentIndex((currentIndex() + tabs + count()) % count());
}

void DocumentTabs::applyTheme()
{
    const widgets::Theme& theme = m_theme->theme();
    for (int i = 0; i < count(); ++i) {
        if (auto* close = qobject_cast<QToolButton*>(tabBar()->tabButton(i, QTabBar::RightSide)))
            close->setIcon(widgets::tintedIcon(QStringLiteral("close"), theme.muted, theme.muted));
    }
}

} // namespace stepscope::app

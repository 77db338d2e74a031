// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/document_tabs.h"

#include "app/gui/compare_tab_bar.h"
#include "app/gui/document_page.h"
#include "widgets/common/icon.h"
#include "widgets/common/theme.h"
#include "widgets/compare/compare_page.h"
#include "widgets/details/detail_text.h"

#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace stepscope::app {

namespace {

constexpr int kTitleLimit = 40;
constexpr int kRunLimit = 18; // of two runs in one title
constexpr int kCloseButton = 20;
constexpr int kCloseIcon = 10;

} // namespace

DocumentTabs::DocumentTabs(widgets::ThemeSource* theme, QWidget* parent)
    : QTabWidget(parent)
    , m_theme(theme)
{
    auto* bar = new CompareTabBar(this);
    setTabBar(bar);
    connect(bar, &CompareTabBar::droppedOnto, this, [this](int dragged, int target) {
        auto* page = qobject_cast<DocumentPage*>(widget(dragged));
        auto* onto = qobject_cast<DocumentPage*>(widget(target));
        if (page != nullptr && onto != nullptr)
            Q_EMIT compareRequested(page, onto);
    });
    setDocumentMode(true);
    setMovable(true);
    setElideMode(Qt::ElideMiddle);
    tabBar()->setExpanding(false);
    tabBar()->setDrawBase(false);
    connect(m_theme, &widgets::ThemeSource::changed, this, &DocumentTabs::applyTheme);
}

void DocumentTabs::add(DocumentPage* page)
{
    add(page, page->document().title(), page->document().path());
}

void DocumentTabs::add(widgets::ComparePage* page)
{
    const auto name
        = [page](std::size_t run) { return widgets::elideMiddle(page->source().run(run).label, kRunLimit); };
    add(page, name(compare::kBefore) + QStringLiteral(" → ") + name(compare::kAfter),
        QStringLiteral("Comparison: ") + page->title());
}

void DocumentTabs::add(QWidget* page, const QString& title, const QString& toolTip)
{
    const int index = addTab(page, widgets::elideMiddle(title, kTitleLimit));
    setTabToolTip(index, toolTip);
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
    for (int i = 0; i < count(); ++i) {
        if (auto* page = qobject_cast<DocumentPage*>(widget(i)))
            pages << page;
    }
    return pages;
}

QList<widgets::ComparePage*> DocumentTabs::comparisons() const
{
    QList<widgets::ComparePage*> pages;
    for (int i = 0; i < count(); ++i) {
        if (auto* page = qobject_cast<widgets::ComparePage*>(widget(i)))
            pages << page;
    }
    return pages;
}

widgets::ContentPage* DocumentTabs::content() const
{
    if (DocumentPage* page = current())
        return page->content();
    return qobject_cast<widgets::ContentPage*>(currentWidget());
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

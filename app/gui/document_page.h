// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One tab of the window: shows a Document as what it is at the moment, being loaded, a trace, a memory snapshot or
// timeline, the ranks of a job, or an error. Owns the document. GUI thread only.

#include "app/gui/document.h"

#include <QStackedWidget>
#include <QTimer>

#include <memory>

namespace stepscope::widgets {
class ContentPage;
class ErrorPage;
class LoadingPage;
class MemoryPage;
class RanksPage;
class ThemeSource;
class TracePage;
} // namespace stepscope::widgets

namespace stepscope::app {

class DocumentPage : public QStackedWidget
{
    Q_OBJECT

public:
    // A file that is there sooner than this never shows the loading page.
    static constexpr int kLoadingPageAfterMs = 60;

    DocumentPage(std::unique_ptr<Document> document, widgets::ThemeSource* theme, QWidget* parent = nullptr);
    ~DocumentPage() override;

    [[nodiscard]] Document& document() { return *m_document; }
    // Null while nothing is there to be shown; tracePage() and the like also when it is another kind.
    [[nodiscard]] widgets::ContentPage* content() const { return m_content; }
    [[nodiscard]] widgets::TracePage* tracePage() const;
    [[nodiscard]] widgets::MemoryPage* memoryPage() const;
    [[nodiscard]] widgets::RanksPage* ranksPage() const;
    [[nodiscard]] bool isIdle() const;

Q_SIGNALS:
    void contentChanged(); // another page is shown
    void openRequested();
    void closeRequested();
    void fileRequested(const QString& path); // as a tab of its own

private:
    void follow(Document::State state);
    void showLoading();
    void showError(const Error& error);
    void showContent();
    [[nodiscard]] widgets::ContentPage* makeContent();
    void dropContent();

    std::unique_ptr<Document> m_document;
    widgets::ThemeSource* m_theme;
    QWidget* m_blank;
    widgets::LoadingPage* m_loading;
    widgets::ErrorPage* m_error;
    widgets::ContentPage* m_content = nullptr;
    QTimer m_patience;
};

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/sessions.h"

#include "app/gui/comparisons.h"
#include "app/gui/document_page.h"
#include "app/gui/document_tabs.h"
#include "app/gui/known_of_page.h"
#include "app/gui/notice_bar.h"
#include "app/gui/recovery.h"
#include "app/gui/session_capture.h"
#include "app/gui/session_file.h"
#include "app/gui/settings.h"
#include "app/gui/shared_name.h"
#include "core/share/png_session.h"
#include "core/share/session_json.h"
#include "widgets/compare/compare_page.h"
#include "widgets/pages/content_page.h"
#include "widgets/picture/picture_words.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

#include <algorithm>
#include <utility>

namespace stepscope::app {

namespace {

constexpr int kLookMs = 1000; // how soon the title says that something has not been saved

Sessions::Leave askToLeave(QWidget* window, const QString& name)
{
    QMessageBox box(QMessageBox::Question, QStringLiteral("Save the session?"),
        QStringLiteral("%1 has notes that are not saved.").arg(name),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window);
    box.setDefaultButton(QMessageBox::Save);
    const int answer = box.exec();
    return answer == QMessageBox::Save   ? Sessions::Leave::Save
        : answer == QMessageBox::Discard ? Sessions::Leave::Discard
                                         : Sessions::Leave::Stay;
}

// What people would miss: where they look changes all the time.
bool isSameWork(const share::Session& a, const share::Session& b)
{
    const auto isSamePage = [](const share::SessionPage& one, const share::SessionPage& other) {
        return one.kind == other.kind && one.files == other.files && one.annotations == other.annotations;
    };
    return a.files == b.files && std::equal(a.pages.begin(), a.pages.end(), b.pages.begin(), b.pages.end(), isSamePage);
}

} // namespace

Sessions::Sessions(DocumentTabs& tabs, FileOpener& files, Comparisons& comparisons, Settings& settings,
    widgets::ThemeSource* theme, QWidget* window)
    : QObject(window)
    , m_tabs(tabs)
    , m_comparisons(comparisons)
    , m_settings(settings)
    , m_window(window)
    , m_bar(new NoticeBar(theme, window))
    , m_opener(tabs, files, comparisons, settings, this)
    , m_askToLeave([window](const QString& name) { return askToLeave(window, name); })
{
    m_opener.setQuestions(askByDialog(window));
    connect(&m_opener, &SessionOpener::failed, m_bar, &NoticeBar::add);
    connect(&m_opener, &SessionOpener::noticed, m_bar, &NoticeBar::add);
    connect(&m_opener, &SessionOpener::opened, this, [this](const QString& path) {
        m_settings.addRecentFile(path);
        if (path.endsWith(kSessionSuffix, Qt::CaseInsensitive)) {
            m_settling = true;
            remember(path);
        }
    });
    connect(&m_opener, &SessionOpener::becameIdle, this, &Sessions::leftOpened);
    connect(&m_hashes, &FileHashes::ready, this, &Sessions::write);
    connect(&m_timer, &QTimer::timeout, this, &Sessions::follow);
    m_timer.start(kLookMs);
}

Sessions::~Sessions() = default;

QStringList Sessions::openThose(const QStringList& paths)
{
    QStringList others;
    for (const QString& path : paths) {
        if (SessionOpener::isSession(path))
            m_opener.open(path);
        else
            others << path;
    }
    return others;
}

share::Session Sessions::captured(const widgets::ContentPage* only) const
{
    return captureSession(
        m_tabs, [this](const DocumentPage& page) { return m_opener.waitingFor(page); }, only);
}

QString Sessions::name() const
{
    return QFileInfo(m_path).fileName();
}

bool Sessions::isModified() const
{
    return !m_path.isEmpty() && !m_settling && !isSameWork(captured(), m_saved);
}

bool Sessions::isIdle() const
{
    return m_opener.isIdle() && !m_hashes.isBusy() && m_writingTo.isEmpty();
}

void Sessions::follow()
{
    if (m_settling && m_opener.isIdle() && m_comparisons.isIdle()) {
        m_settling = false;
        m_saved = captured();
    }
    const bool modified = isModified();
    if (modified != m_wasModified) {
        m_wasModified = modified;
        Q_EMIT changed();
    }
}

void Sessions::remember(const QString& path)
{
    m_path = path;
    m_saved = captured();
    m_wasModified = false;
    Q_EMIT changed();
}

// ---- saving ----

void Sessions::save()
{
    if (m_path.isEmpty())
        saveAs();
    else
        saveTo(m_path);
}

void Sessions::saveAs()
{
    const QString folder = m_path.isEmpty() ? m_settings.lastFolder() : QFileInfo(m_path).absolutePath();
    QString path
        = QFileDialog::getSaveFileName(m_window, QStringLiteral("Save session"), QDir(folder).filePath(suggestedName()),
            QStringLiteral("Sessions (*%1)").arg(kSessionSuffix), nullptr, QFileDialog::DontConfirmOverwrite);
    if (path.isEmpty())
        return;
    if (!path.endsWith(kSessionSuffix, Qt::CaseInsensitive))
        path += kSessionSuffix;
    const bool isOther = QFileInfo::exists(path) && path != m_path;
    if (isOther
        && QMessageBox::question(m_window, QStringLiteral("Replace the file?"),
               QStringLiteral("%1 is there already. Replace it?").arg(QFileInfo(path).fileName()))
            != QMessageBox::Yes)
        return;
    saveTo(path);
}

// After the file that is looked at, in the folder that was used last.
QString Sessions::suggestedName() const
{
    if (!m_path.isEmpty())
        return name();
    const widgets::ContentPage* content = m_tabs.content();
    const QString plain = QStringLiteral("session");
    return (content != nullptr ? sharedName(content->captionWords().file, *content, plain) : plain) + kSessionSuffix;
}

void Sessions::saveTo(const QString& path)
{
    m_writingTo = QFileInfo(path).absoluteFilePath();
    m_hashes.want(filesOf(captured()));
}

void Sessions::write()
{
    if (m_writingTo.isEmpty())
        return;
    const QString path = std::exchange(m_writingTo, QString());
    const share::Session session = captured();
    const bool closes = std::exchange(m_closesAfter, false);
    const auto cleared = m_leaks.cleared(
        toldIn(session, QFileInfo(path).absolutePath(), share::PathsFor::SessionFile, m_hashes), known(), m_window);
    if (!cleared)
        return;
    const QString problem = writeSession(path, *cleared);
    if (!problem.isEmpty()) {
        m_bar->add(QStringLiteral("%1 could not be saved: %2.").arg(QDir::toNativeSeparators(path), problem));
        return;
    }
    m_settings.addRecentFile(path);
    m_settling = false;
    remember(path);
    Q_EMIT messageIssued(QStringLiteral("Saved: %1").arg(QDir::toNativeSeparators(path)));
    if (closes)
        Q_EMIT closeAllowed();
}

share::KnownSecrets Sessions::known() const
{
    share::KnownSecrets known;
    for (const DocumentPage* page : m_tabs.pages()) {
        if (page->content() != nullptr)
            addKnown(known, *page->content());
    }
    for (const widgets::ComparePage* page : m_tabs.comparisons())
        addKnown(known, *page);
    return known;
}

// ---- the end ----

bool Sessions::mayClose()
{
    if (!m_writingTo.isEmpty()) {
        m_closesAfter = true;
        return false;
    }
    if (!isModified())
        return true;
    switch (m_askToLeave(name())) {
    case Leave::Discard:
        return true;
    case Leave::Stay:
        return false;
    case Leave::Save:
        break;
    }
    m_closesAfter = true;
    saveTo(m_path);
    return false;
}

void Sessions::end()
{
    if (m_recovery)
        m_recovery->endWell();
    m_recovery.reset();
}

void Sessions::endUnasked()
{
    const share::Session now = captured();
    const bool hasNotes = std::any_of(
        now.pages.begin(), now.pages.end(), [](const share::SessionPage& page) { return !page.annotations.empty(); });
    if (m_path.isEmpty() ? !hasNotes : !isModified())
        return end();
    if (m_recovery)
        m_recovery->save();
    m_recovery.reset();
}

void Sessions::keepRecovery(const QString& folder)
{
    const auto capture = [this]() { return toldIn(captured(), {}, share::PathsFor::Recovery, m_hashes); };
    m_recovery = std::make_unique<Recovery>(folder, capture, nullptr);
    offerLeft();
}

void Sessions::offerLeft()
{
    if (!m_recovery->left())
        return;
    const auto restore = [this]() {
        m_restoresLeft = true;
        m_opener.open(*m_recovery->left(), QDir::homePath(), QStringLiteral("what was open"));
    };
    m_bar->offer(leftText(*m_recovery->left()),
        {{QStringLiteral("Restore"), restore}, {QStringLiteral("Forget"), [this]() { forgetLeft(); }}});
}

void Sessions::forgetLeft()
{
    m_recovery->forgetLeft();
    offerLeft();
}

// Only forgotten once it is kept as what is open now.
void Sessions::leftOpened()
{
    if (!std::exchange(m_restoresLeft, false) || !m_recovery)
        return;
    m_recovery->save();
    if (captured().files.empty())
        offerLeft(); // nothing was opened after all
    else
        forgetLeft();
}

// ---- pictures ----

QMap<QString, QString> Sessions::pictureKeys(const widgets::ContentPage& page, const QString& folder) const
{
    const share::Session session = toldIn(captured(&page), folder, share::PathsFor::Picture, m_hashes);
    return {{QString::fromLatin1(share::kPngSessionKey), QString::fromStdString(share::sessionJson(session))}};
}

void Sessions::prepareFor(const widgets::ContentPage& page)
{
    m_hashes.want(filesOf(captured(&page)));
}

} // namespace stepscope::app

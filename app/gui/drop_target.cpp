// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drop_target.h"

#include "app/gui/compare_tab_bar.h"
#include "app/gui/document.h"
#include "app/gui/document_page.h"
#include "app/gui/document_tabs.h"
#include "app/gui/file_opening.h"
#include "app/gui/session_file.h"
#include "app/gui/session_opener.h"
#include "widgets/details/detail_text.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>

#include <algorithm>

namespace stepscope::app {

namespace {

constexpr qsizetype kMostTabs = 4; // offered to be compared with

DropZone compareZone(const QString& before, const QString& after)
{
    return {QStringLiteral("Compare with ") + before, QStringLiteral("Before: %1, after: %2").arg(before, after),
        QStringLiteral("compare"), 1};
}

QString nameOf(const QString& path)
{
    return QFileInfo(path).fileName();
}

// "Opens run.json and 2 other files, with 3 notes"
QString contentText(const share::Session& session)
{
    std::size_t notes = 0;
    for (const share::SessionPage& page : session.pages)
        notes += page.annotations.size();
    if (session.files.empty())
        return QStringLiteral("It names no file: nothing will be opened");
    QString text = QStringLiteral("Opens ") + nameOf(widgets::toQString(session.files.front().path));
    if (session.files.size() > 1)
        text += QStringLiteral(" and ")
            + widgets::countedText(
                session.files.size() - 1, QStringLiteral("other file"), QStringLiteral("other files"));
    if (notes > 0)
        text
            += QStringLiteral(", with ") + widgets::countedText(notes, QStringLiteral("note"), QStringLiteral("notes"));
    return text + QStringLiteral(", and goes to that view");
}

// A trace and a snapshot cannot be compared.
bool haveInCommon(const Document& a, const Document& b)
{
    return (a.trace() && b.trace()) || (a.snapshot() && b.snapshot());
}

} // namespace

DropTarget::DropTarget(DocumentTabs& tabs, widgets::ThemeSource* theme, QWidget* window, QWidget* centre)
    : QObject(window)
    , m_tabs(tabs)
    , m_window(window)
    , m_centre(centre)
    , m_zones(new DropZones(theme, window))
{
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

QList<DropTarget::Choice> DropTarget::choicesFor(const QMimeData& data) const
{
    if (const std::optional<int> tab = CompareTabBar::draggedTab(data))
        return tabChoices(*tab);
    const QStringList files = localFiles(data);
    return files.isEmpty() ? QList<Choice>() : fileChoices(files, DraggedFiles::Unknown);
}

QList<DropTarget::Choice> DropTarget::fileChoices(const QStringList& files, DraggedFiles are) const
{
    QList<Choice> choices {{openZone(files, are), files, false}};
    if (std::all_of(files.begin(), files.end(), SessionOpener::isSession)) {
        choices[0].zone.title = files.size() == 1 ? QStringLiteral("Open what %1 shows").arg(nameOf(files.constFirst()))
                                                  : QStringLiteral("Open what they show");
        choices[0].zone.detail = QStringLiteral("Its files, and the view and notes that it was saved with");
        return choices;
    }
    DocumentPage* shown = m_tabs.current();
    const bool withShown = files.size() == 1 && !QFileInfo(files.constFirst()).isDir() && shown != nullptr
        && shown->content() != nullptr && shown->document().path() != QFileInfo(files.constFirst()).absoluteFilePath();
    if (withShown)
        choices << Choice {compareZone(shown->document().title(), nameOf(files.constFirst())),
            {shown->document().path(), files.constFirst()}, true};
    if (!mayCompare(files, are))
        return choices;
    DropZone both = compareZone(nameOf(files[0]), nameOf(files[1]));
    both.title = QStringLiteral("Compare them");
    choices << Choice {both, files, true};
    return choices;
}

QList<DropTarget::Choice> DropTarget::tabChoices(int tab) const
{
    QList<Choice> choices;
    auto* dragged = qobject_cast<DocumentPage*>(m_tabs.widget(tab));
    for (DocumentPage* page : m_tabs.pages()) {
        if (dragged == nullptr || page == dragged || choices.size() == kMostTabs
            || !haveInCommon(page->document(), dragged->document()))
            continue;
        choices << Choice {compareZone(page->document().title(), dragged->document().title()),
            {page->document().path(), dragged->document().path()}, true};
    }
    return choices;
}

bool DropTarget::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_window)
        return false;
    switch (event->type()) {
    case QEvent::DragEnter:
        enter(*static_cast<QDragMoveEvent*>(event));
        return true;
    case QEvent::DragMove: {
        auto* move = static_cast<QDragMoveEvent*>(event);
        m_position = move->position().toPoint();
        m_zones->track(m_position);
        move->setAccepted(choiceAt(m_position) != nullptr);
        return true;
    }
    case QEvent::DragLeave:
        m_job.cancel();
        m_choices.clear();
        m_zones->dismiss();
        return true;
    case QEvent::Drop:
        drop(*static_cast<QDropEvent*>(event));
        return true;
    default:
        return false;
    }
}

// Beside the places files are opened, and tabs stay where they are.
const DropTarget::Choice* DropTarget::choiceAt(QPoint position) const
{
    const std::optional<qsizetype> zone = m_zones->zoneAt(position);
    if (zone && *zone < m_choices.size())
        return &m_choices[*zone];
    return m_choices.isEmpty() || m_choices.constFirst().compares ? nullptr : &m_choices.constFirst();
}

void DropTarget::enter(QDragMoveEvent& event)
{
    m_job.cancel();
    m_choices = choicesFor(*event.mimeData());
    m_position = event.position().toPoint();
    const Choice* first = m_choices.isEmpty() ? nullptr : &m_choices.constFirst();
    const bool isSession = first != nullptr && !first->compares
        && std::all_of(first->paths.begin(), first->paths.end(), SessionOpener::isSession);
    const bool isOneFile = first != nullptr && !first->compares && !isSession && first->paths.size() == 1
        && !QFileInfo(first->paths.constFirst()).isDir();
    offer(!isOneFile); // what that does everybody expects
    if (isSession && first->paths.size() == 1)
        describeSession(first->paths.constFirst());
    else if (first != nullptr && !first->compares && !isSession && first->paths.size() > 1)
        describeFiles(first->paths);
    if (m_choices.isEmpty())
        event.ignore();
    else
        event.acceptProposedAction();
}

void DropTarget::offer(bool always)
{
    QList<DropZone> zones;
    for (const Choice& choice : m_choices)
        zones << choice.zone;
    m_zones->offer(zones, QRect(m_centre->mapTo(m_window, QPoint(0, 0)), m_centre->size()), always);
    m_zones->track(m_position);
}

void DropTarget::describeFiles(const QStringList& files)
{
    m_job.start<DraggedFiles>(
        [files](Progress&, const std::stop_token&) -> Expected<DraggedFiles> { return draggedFiles(files); },
        [this, files](const Expected<DraggedFiles>& are) {
            if (m_choices.isEmpty() || !are)
                return;
            m_choices = fileChoices(files, *are);
            offer(true);
        });
}

void DropTarget::describeSession(const QString& path)
{
    m_job.start<share::Session>([path](Progress&, const std::stop_token&) { return readSession(path); },
        [this](const Expected<share::Session>& session) {
            if (!m_choices.isEmpty())
                m_zones->setDetail(0,
                    session ? contentText(*session)
                            : widgets::toQString(session.error().message).section(QLatin1Char(':'), 0, 0));
        });
}

void DropTarget::drop(QDropEvent& event)
{
    m_job.cancel();
    const Choice* at = choiceAt(event.position().toPoint());
    const std::optional<Choice> choice = at != nullptr ? std::optional(*at) : std::nullopt;
    m_zones->dismiss();
    m_choices.clear();
    if (!choice)
        return event.ignore();
    event.acceptProposedAction();
    if (choice->compares)
        Q_EMIT compareRequested(choice->paths);
    else
        Q_EMIT openRequested(choice->paths);
}

} // namespace stepscope::app

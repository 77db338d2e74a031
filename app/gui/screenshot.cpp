// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/screenshot.h"

#include "app/gui/document_page.h"
#include "app/gui/known_of_page.h"
#include "app/gui/main_window.h"
#include "app/gui/notice_bar.h"
#include "app/gui/picture_leaks.h"
#include "app/gui/picture_output.h"
#include "app/gui/picture_request.h"
#include "app/gui/sessions.h"
#include "app/gui/status_line.h"
#include "widgets/compare/compare_page.h"
#include "widgets/compare/timeline_pair.h"
#include "widgets/pages/page_picture.h"
#include "widgets/pages/ranks_page.h"
#include "widgets/pages/trace_page.h"
#include "widgets/ranks/ranks_timeline_view.h"
#include "widgets/timeline/row_scroll.h"
#include "widgets/timeline/timeline_view.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPainter>
#include <QTextStream>

#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::app {

namespace {

void complain(const QString& text)
{
    QTextStream(stderr) << QStringLiteral("stepscope: ") << text << Qt::endl;
}

void waitUntilIdle(MainWindow& window)
{
    // Idle once is not idle for good: laying out what was loaded may ask for more. So look again after the queue is
    // empty.
    do {
        while (!window.isIdle())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    } while (!window.isIdle());
}

// The first of equals; none when no placed slice has such a name.
SliceId longestNamed(const model::Trace& trace, const std::string& text)
{
    std::vector<bool> matches(trace.names.size());
    for (std::size_t i = 0; i < matches.size(); ++i)
        matches[i] = trace.names.view(NameId(i)).find(text) != std::string_view::npos;
    SliceId longest;
    for (std::size_t i = 0; i < trace.slices.size(); ++i) {
        const NameId name = trace.slices.name[i];
        if (name.index() >= matches.size() || !matches[name.index()] || !trace.slices.timed(SliceId(i)))
            continue;
        if (!longest.valid() || trace.slices.dur[i] > trace.slices.dur[longest.index()])
            longest = SliceId(i);
    }
    return longest;
}

// What the options select; says when there is no such thing.
bool select(widgets::TracePage& page, const Options& options)
{
    const SliceId slice = longestNamed(page.trace(), options.selected.toStdString());
    if (!slice.valid()) {
        complain(QStringLiteral("--select: no event has \"%1\" in its name").arg(options.selected));
        return false;
    }
    page.selection().select(slice);
    page.timeline().scroller().toRowOf(slice);
    if (!options.window)
        page.axis().fitAround(page.trace().slices.start[slice.index()], page.trace().slices.end(slice));
    return true;
}

// The rank of that name, with its own events; says when there is none.
bool unfold(widgets::RanksPage& page, const QString& name)
{
    const auto& ranks = page.job().world.ranks;
    for (std::uint32_t r = 0; r < ranks.size(); ++r) {
        if (QString::fromStdString(ranks[r].label()) != name)
            continue;
        page.cursor().setRank(r);
        page.timeline().setUnfolded(r, true);
        page.timeline().showRank(r);
        return true;
    }
    complain(QStringLiteral("--select: there is no \"%1\" among the ranks").arg(name));
    return false;
}

bool showPanel(widgets::ContentPage& page, const Options& options)
{
    if (options.panel.isEmpty() || page.showPanelTitled(options.panel))
        return true;
    complain(QStringLiteral("--panel: there is no panel \"%1\"; there are %2")
                 .arg(options.panel, page.panelTitles().join(QStringLiteral(", "))));
    return false;
}

// Selection and panel as the options ask for them.
bool arrange(DocumentPage& page, const Options& options)
{
    if (!options.selected.isEmpty() && page.ranksPage() != nullptr && !unfold(*page.ranksPage(), options.selected))
        return false;
    if (!options.selected.isEmpty() && page.tracePage() != nullptr && !select(*page.tracePage(), options))
        return false;
    return page.content() == nullptr || showPanel(*page.content(), options);
}

// The same of a comparison: the window of time is that of the earlier run.
bool arrange(MainWindow& window, const Options& options)
{
    widgets::ComparePage* page = window.comparison();
    if (page == nullptr) {
        complain(QStringLiteral("--compare: ") + window.statusLine().currentMessage());
        return false;
    }
    if (widgets::TimelinePair* timelines = page->timelines()) {
        if (options.window) {
            const std::int64_t start = page->source().run(compare::kBefore).trace->rangeStart;
            timelines->axes()
                .axis(compare::kBefore)
                .setRange(options.window->from.resolve(start), options.window->to.resolve(start));
        }
        std::array<SliceId, 2> longest;
        for (const std::size_t side : {compare::kBefore, compare::kAfter}) {
            if (!options.selected.isEmpty())
                longest[side] = longestNamed(*page->source().run(side).trace, options.selected.toStdString());
        }
        if (!options.selected.isEmpty())
            timelines->showEvents(longest);
    }
    return showPanel(*page, options);
}

// One line on standard error for each file that could not be opened; returns how many could.
int reportErrors(MainWindow& window)
{
    int opened = 0;
    for (DocumentPage* page : window.pages()) {
        const Document& document = page->document();
        if (document.state() == Document::State::Ready) {
            ++opened;
            continue;
        }
        const Error& error = document.error();
        QString text = QString::fromStdString(error.message);
        if (!text.contains(document.path()))
            text.prepend(document.path() + QStringLiteral(": "));
        if (error.line >= 1)
            text += QStringLiteral(" (line %1, byte %2)").arg(error.line).arg(error.offset);
        else if (error.offset >= 0)
            text += QStringLiteral(" (byte %1)").arg(error.offset);
        complain(text);
    }
    return opened;
}

// What goes wrong with sessions is said; false, once it is known: one could not be opened.
std::shared_ptr<bool> openSession(MainWindow& window, const Options& options)
{
    auto opens = std::make_shared<bool>(true);
    SessionOpener& opener = window.sessions().opener();
    opener.setQuestions(complainOnly());
    QObject::connect(&opener, &SessionOpener::noticed, &opener, complain);
    QObject::connect(&opener, &SessionOpener::failed, &opener, [opens](const QString& message) {
        complain(message);
        *opens = false;
    });
    if (!options.session.isEmpty())
        opener.open(options.session);
    return opens;
}

// The page that the picture is of; null: nothing could be opened.
widgets::ContentPage* pageOf(MainWindow& window, const Options& options)
{
    if (options.compare)
        return window.comparison();
    return window.content();
}

// Step and finding as the options ask for them.
bool goTo(MainWindow& window, const Options& options)
{
    widgets::ContentPage* page = pageOf(window, options);
    if (page == nullptr)
        return true;
    const auto tell = [](const char* option, const Expected<void>& went) {
        if (!went)
            complain(
                QStringLiteral("--%1: %2").arg(QLatin1String(option), QString::fromStdString(went.error().message)));
        return went.has_value();
    };
    bool went = true;
    if (options.step)
        went = tell("step", goToStep(*page, *options.step));
    waitUntilIdle(window); // a step has findings of its own
    if (options.finding > 0)
        went = tell("finding", goToFinding(*page, options.finding)) && went;
    waitUntilIdle(window);
    return went;
}

// Of the page alone, which gets the size that was asked for; or of the window.
std::optional<widgets::Picture> pictureOf(MainWindow& window, const Options& options)
{
    const QString program = QStringLiteral("Stepscope " STEPSCOPE_VERSION);
    if (!options.view)
        return widgets::Picture {window.size(), [&window](QPainter& painter) { window.render(&painter); },
            window.windowTitle(), program, {}};
    widgets::ContentPage* page = pageOf(window, options);
    if (page == nullptr)
        return std::nullopt;
    const bool wantsTable = *options.view == widgets::PictureScope::Report && !options.panel.isEmpty();
    if (wantsTable && page->shownTable() == nullptr) {
        complain(QStringLiteral("--panel: \"%1\" has no table that a report could show").arg(options.panel));
        return std::nullopt;
    }
    arrangeFor(*options.view, *page);
    window.resize(window.size() + options.size - page->size());
    waitUntilIdle(window);
    arrangeFor(*options.view, *page); // what it has learnt meanwhile may have brought controls
    waitUntilIdle(window);
    return pictureOf(*page, window.theme(), {*options.view, options.caption, program});
}

// What a PNG carries; empty: nothing.
QMap<QString, QString> keysOf(MainWindow& window, const Options& options)
{
    const widgets::ContentPage* content = window.content();
    if (!options.carriesSession || content == nullptr)
        return {};
    window.sessions().prepareFor(*content);
    waitUntilIdle(window);
    return window.sessions().pictureKeys(*content, QFileInfo(options.screenshot).absolutePath());
}

// Masked where the options ask for it; else it is said that there is something.
widgets::Picture cleared(const widgets::Picture& picture, MainWindow& window, bool mask)
{
    share::KnownSecrets known;
    for (DocumentPage* page : window.pages()) {
        if (page->content() != nullptr)
            addKnown(known, *page->content());
    }
    if (const widgets::ComparePage* compared = window.comparison())
        addKnown(known, *compared);
    const std::vector<widgets::ShownSecret> secrets = secretsIn(picture, known);
    if (secrets.empty())
        return picture;
    complain((mask ? QStringLiteral("masked in the picture: %1")
                   : QStringLiteral("the picture shows what should perhaps not be shared (--mask masks it): %1"))
                 .arg(countsOf(secrets)));
    return mask ? masked(picture, known, [](share::SecretKind, const QString&) { return true; }) : picture;
}

bool write(MainWindow& window, const Options& options)
{
    const QMap<QString, QString> keys = keysOf(window, options);
    window.sessions().bar().hide(); // it was said already
    auto picture = pictureOf(window, options);
    if (!picture)
        return false; // why was said where the file was
    picture->keys = keys;
    const auto format = widgets::pictureFormatOf(options.screenshot);
    const auto written = savePicture(cleared(*picture, window, options.mask),
        {format.value_or(widgets::PictureFormat::Png), options.scale}, options.screenshot);
    if (!written)
        complain(QString::fromStdString(written.error().message));
    return written.has_value();
}

} // namespace

void prepareScreenshotPlatform(const Options& options)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    // Lines and icons of the window are laid out for the pixels of the picture; what is drawn as lines has none.
    if (widgets::pictureFormatOf(options.screenshot) == widgets::PictureFormat::Png)
        qputenv("QT_SCALE_FACTOR", QByteArray::number(options.scale));
}

int takeScreenshot(MainWindow& window, const Options& options)
{
    window.resize(options.size);
    window.show();
    const std::shared_ptr<bool> opens = openSession(window, options);
    if (options.compare) {
        window.compareFiles(options.files);
    } else {
        if (options.ranks)
            window.openRanks(options.files);
        else
            window.openFiles(options.files);
        if (options.session.isEmpty())
            window.showPage(0);
    }
    waitUntilIdle(window);
    bool arranged = goTo(window, options);
    if (options.window && !options.compare) {
        for (DocumentPage* page : window.pages())
            window.showTimeWindow(*page, *options.window);
        waitUntilIdle(window);
    }
    if (options.compare) {
        arranged = arrange(window, options) && arranged;
    } else {
        for (DocumentPage* page : window.pages())
            arranged = arrange(*page, options) && arranged;
    }
    waitUntilIdle(window);
    const int opened = reportErrors(window);
    return write(window, options) && arranged && *opens
            && (opened > 0 || (options.files.isEmpty() && options.session.isEmpty()))
        ? 0
        : 2;
}

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report_export.h"

#include "app/gui/known_of_page.h"
#include "app/gui/settings.h"
#include "app/gui/shared_name.h"
#include "core/export/section_texts.h"
#include "core/export/sections_html.h"
#include "widgets/annotate/annotator.h"
#include "widgets/annotate/notes_model.h"
#include "widgets/annotate/notes_panel.h"
#include "widgets/pages/content_page.h"
#include "widgets/pages/page_picture.h"
#include "widgets/picture/drawing.h"
#include "widgets/share/picture_secrets.h"
#include "widgets/share/text_secrets.h"

#include <QBuffer>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace stepscope::app {
namespace {

constexpr double kPictureScale = 2;

bool isMarkdown(const QString& path)
{
    return QFileInfo(path).suffix().compare(QLatin1String("md"), Qt::CaseInsensitive) == 0;
}

QByteArray pngOf(const widgets::PaintedPicture& picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!widgets::writePng(picture, buffer))
        bytes.clear();
    return bytes;
}

QString saveFile(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return {};
    return QStringLiteral("%1 cannot be written: %2").arg(path, file.errorString());
}

QByteArray htmlOf(const Report& report)
{
    exporting::HtmlPage page;
    page.title = report.title.toStdString();
    page.sections = report.sections;
    page.footer = "Stepscope " STEPSCOPE_VERSION;
    if (const QByteArray png = pngOf(report.picture); !png.isEmpty())
        page.pictures.push_back(
            {"data:image/png;base64," + png.toBase64().toStdString(), report.caption.toStdString()});
    return QByteArray::fromStdString(exporting::pageHtml(page));
}

QString saveMarkdown(const Report& report, const QString& path)
{
    QByteArray text = QByteArray::fromStdString(exporting::sectionsMarkdown(report.sections));
    if (const QByteArray png = pngOf(report.picture); !png.isEmpty()) {
        const QFileInfo target(path);
        const QString name = target.completeBaseName() + QStringLiteral(".png");
        if (QString problem = saveFile(target.dir().filePath(name), png); !problem.isEmpty())
            return problem;
        text += "\n![What is seen](" + QUrl::toPercentEncoding(name) + ")\n";
    }
    return saveFile(path, text);
}

// As it is seen now: the page may change, or be closed, before the report is written.
widgets::Picture taken(widgets::Picture picture)
{
    picture.paint
        = [drawing = widgets::recordDrawing(picture.size, picture.paint)](QPainter& painter) { drawing.play(painter); };
    return picture;
}

exporting::Section notesOf(widgets::ContentPage& page)
{
    using widgets::NotesModel;
    exporting::Section section;
    widgets::Annotator* annotator = page.annotator();
    if (annotator == nullptr)
        return section;
    const NotesModel& notes = annotator->panel().model();
    exporting::Table table;
    table.columns = {{"number", "note", exporting::CellType::Text, false, false},
        {"kind", "kind", exporting::CellType::Text, false, false},
        {"text", "text", exporting::CellType::Text, false, false},
        {"place", "where", exporting::CellType::Text, false, false}};
    for (int row = 0; row < notes.rowCount(); ++row) {
        std::vector<exporting::Cell>& cells = table.rows.emplace_back();
        for (const int column : {NotesModel::kNumber, NotesModel::kKind, NotesModel::kText, NotesModel::kPlace})
            cells.emplace_back(notes.data(notes.index(row, column), Qt::DisplayRole).toString().toStdString());
    }
    if (table.rows.empty())
        return section;
    section.heading = "Notes";
    table.total = table.rows.size();
    section.table = std::move(table);
    return section;
}

// Before what is folded: notes are what somebody wanted to say.
void addNotes(std::vector<exporting::Section>& sections, const exporting::Section& notes)
{
    if (!notes.table)
        return;
    const auto at = std::find_if(
        sections.begin(), sections.end(), [](const exporting::Section& section) { return section.folded; });
    sections.insert(at, notes);
}

std::vector<widgets::ShownSecret> secretsIn(Report& report, const widgets::Picture& picture, share::KnownSecrets& known)
{
    std::vector<widgets::ShownSecret> secrets = widgets::secretsIn(picture, known);
    exporting::eachText(report.sections,
        [&](const std::string& text) { widgets::addSecretsOf(secrets, QString::fromStdString(text), known); });
    for (const QString& text : {report.title, report.caption})
        widgets::addSecretsOf(secrets, text, known);
    return secrets;
}

void mask(Report& report, share::KnownSecrets& known, const widgets::IsMasked& isMasked)
{
    exporting::eachText(report.sections, [&](std::string& text) {
        text = widgets::maskedText(QString::fromStdString(text), known, isMasked).toStdString();
    });
    for (QString* text : {&report.title, &report.caption})
        *text = widgets::maskedText(*text, known, isMasked);
}

} // namespace

QString saveReport(const Report& report, const QString& path)
{
    return isMarkdown(path) ? saveMarkdown(report, path) : saveFile(path, htmlOf(report));
}

ReportExport::ReportExport(Settings& settings, QWidget* window)
    : QObject(window)
    , m_settings(settings)
    , m_window(window)
{
}

void ReportExport::choose(widgets::ContentPage& page, const QString& name, const widgets::Theme& theme)
{
    const QString proposed
        = QDir(m_settings.lastFolder()).filePath(sharedName(name, page) + QStringLiteral(".report.html"));
    const QString path = QFileDialog::getSaveFileName(m_window, QStringLiteral("Export report"), proposed,
        QStringLiteral("HTML, one file (*.html *.htm);;Markdown (*.md)"));
    if (!path.isEmpty())
        write(page, name, theme, path);
}

void ReportExport::write(
    widgets::ContentPage& page, const QString& name, const widgets::Theme& theme, const QString& path)
{
    const widgets::ReportTask task = page.reportTask();
    if (!task)
        return Q_EMIT finished(QStringLiteral("The figures are not known yet: try again in a moment."));
    widgets::Picture picture = taken(pictureOf(
        page, theme, {widgets::PictureScope::View, false, QStringLiteral("Stepscope " STEPSCOPE_VERSION), false}));
    Report report;
    report.title = name;
    report.caption = picture.title;
    share::KnownSecrets known;
    addKnown(known, page);
    using Sections = std::vector<exporting::Section>;
    m_job.start<Sections>([task](Progress&, const std::stop_token&) -> Expected<Sections> { return task(); },
        [this, report, picture, known, path, notes = notesOf(page)](Expected<Sections> sections) mutable {
            if (!sections)
                return Q_EMIT finished(QString::fromStdString(sections.error().message));
            report.sections = std::move(*sections);
            addNotes(report.sections, notes);
            save(std::move(report), std::move(picture), std::move(known), path);
        });
}

void ReportExport::save(Report report, widgets::Picture picture, share::KnownSecrets known, const QString& path)
{
    if (const std::vector<widgets::ShownSecret> secrets = secretsIn(report, picture, known); !secrets.empty()) {
        const auto isMasked = m_ask(QStringLiteral("report"), secrets, m_window);
        if (!isMasked)
            return;
        mask(report, known, *isMasked);
        picture = widgets::masked(picture, known, *isMasked);
    }
    report.picture = widgets::painted(picture, kPictureScale);
    m_job.start<QString>([report = std::move(report), path](Progress&,
                             const std::stop_token&) -> Expected<QString> { return saveReport(report, path); },
        [this, path](const Expected<QString>& problem) {
            Q_EMIT finished(!problem     ? QString::fromStdString(problem.error().message)
                    : problem->isEmpty() ? QStringLiteral("The report is in %1").arg(path)
                                         : *problem);
        });
}

} // namespace stepscope::app

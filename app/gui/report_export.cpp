// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report_export.h"

#include "app/gui/settings.h"
#include "widgets/pages/content_page.h"

#include <QBuffer>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <QUrl>

#include <utility>

namespace stepscope::app {
namespace {

bool isMarkdown(const QString& path)
{
    return QFileInfo(path).suffix().compare(QLatin1String("md"), Qt::CaseInsensitive) == 0;
}

QByteArray asPng(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QString save(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return {};
    return QStringLiteral("%1 cannot be written: %2").arg(path, file.errorString());
}

QByteArray html(const ReportRequest& request)
{
    exporting::HtmlPage page;
    page.title = request.title.toStdString();
    page.sections = request.sections();
    page.footer = "Stepscope " STEPSCOPE_VERSION;
    if (!request.picture.isNull())
        page.pictures.push_back({"data:image/png;base64," + asPng(request.picture).toBase64().toStdString(),
            request.caption.toStdString()});
    return QByteArray::fromStdString(exporting::pageHtml(page));
}

QString saveMarkdown(const ReportRequest& request)
{
    QByteArray text = QByteArray::fromStdString(exporting::sectionsMarkdown(request.sections()));
    if (!request.picture.isNull()) {
        const QFileInfo target(request.path);
        const QString name = target.completeBaseName() + QStringLiteral(".png");
        if (const QString problem = save(target.dir().filePath(name), asPng(request.picture)); !problem.isEmpty())
            return problem;
        QString caption = request.caption;
        caption.replace(QLatin1Char(']'), QLatin1String("\\]"));
        text += "\n![" + caption.toUtf8() + "](" + QUrl::toPercentEncoding(name) + ")\n";
    }
    return save(request.path, text);
}

} // namespace

QString saveReport(const ReportRequest& request)
{
    return isMarkdown(request.path) ? saveMarkdown(request) : save(request.path, html(request));
}

ReportExport::ReportExport(Settings& settings, QWidget* window)
    : QObject(window)
    , m_settings(settings)
    , m_window(window)
{
}

void ReportExport::choose(widgets::ContentPage& page, const QString& name)
{
    const widgets::ReportTask sections = page.reportTask();
    if (!sections)
        return Q_EMIT finished(QStringLiteral("The figures are not known yet: try again in a moment."), false);
    const QString proposed = QDir(m_settings.lastFolder()).filePath(name + QStringLiteral(" report.html"));
    const QString path = QFileDialog::getSaveFileName(m_window, QStringLiteral("Export report"), proposed,
        QStringLiteral("HTML, one file (*.html *.htm);;Markdown (*.md)"));
    if (path.isEmpty())
        return;
    write({path, name, sections, page.grab().toImage(), name});
}

void ReportExport::write(ReportRequest request)
{
    const QString path = request.path;
    m_job.start<QString>([request = std::move(request)](
                             Progress&, const std::stop_token&) -> Expected<QString> { return saveReport(request); },
        [this, path](const Expected<QString>& problem) {
            if (!problem)
                Q_EMIT finished(QString::fromStdString(problem.error().message), false);
            else if (!problem->isEmpty())
                Q_EMIT finished(*problem, false);
            else
                Q_EMIT finished(QStringLiteral("The report is in %1").arg(path), true);
        });
}

} // namespace stepscope::app

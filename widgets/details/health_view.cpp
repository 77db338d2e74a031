// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/health_view.h"

#include "widgets/common/style.h"
#include "widgets/common/theme.h"
#include "widgets/details/detail_text.h"
#include "widgets/details/panel_parts.h"
#include "widgets/details/report_html.h"

#include <QLabel>
#include <QSplitter>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

namespace stepscope::widgets {

namespace {

const QString kByteLink = QStringLiteral("byte:");

QString coloured(const QString& text, const QColor& colour)
{
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), escaped(text));
}

QString sampleText(const DiagnosticSample& sample)
{
    QStringList place;
    if (sample.line >= 1)
        place << QStringLiteral("line %1").arg(countText(static_cast<std::uint64_t>(sample.line)));
    if (sample.offset >= 0)
        place << QStringLiteral("byte %1").arg(countText(static_cast<std::uint64_t>(sample.offset)));
    return place.join(QStringLiteral(", "));
}

QString sampleHtml(const DiagnosticSample& sample, bool leads, const Theme& theme)
{
    QString html = escaped(sampleText(sample));
    if (leads && sample.offset >= 0)
        html = QStringLiteral("<a href=\"%1%2\" style=\"color:%3; text-decoration:none\">%4</a>")
                   .arg(kByteLink)
                   .arg(sample.offset)
                   .arg(theme.accent.name(), html);
    if (!sample.detail.empty())
        html += (html.isEmpty() ? QString() : QStringLiteral("&nbsp;&nbsp; "))
            + coloured(toQString(sample.detail), theme.muted);
    return QStringLiteral("<tr><td style=\"padding:0 0 4px 0\">%1</td></tr>").arg(html);
}

QString entryHtml(const HealthEntry& entry, bool bytesLead, const Theme& theme)
{
    const bool warning = entry.level == DiagnosticLevel::Warning;
    const QString mark = markHtml(
        warning ? QStringLiteral("⚠ Warning") : QStringLiteral("ℹ Note"), warning ? theme.warn : theme.muted);
    QString html = QStringLiteral("<p style=\"margin:0 0 4px 0\">%1 &nbsp;<b>%2</b> &nbsp;%3<br>%4</p>")
                       .arg(mark, coloured(countText(entry.count) + QStringLiteral(" ×"), theme.text),
                           coloured(QString::fromLatin1(diagnosticName(entry.kind)), theme.muted),
                           coloured(entry.text, theme.text));
    html += QStringLiteral("<table cellspacing=\"0\" cellpadding=\"0\" style=\"margin:0 0 8px 16px\">");
    for (const DiagnosticSample& sample : entry.samples)
        html += sampleHtml(sample, bytesLead, theme);
    if (entry.samples.size() < entry.count)
        html += QStringLiteral("<tr><td style=\"padding:0 0 4px 0\">%1</td></tr>")
                    .arg(coloured(
                        QStringLiteral("and %1 more").arg(countText(entry.count - entry.samples.size())), theme.muted));
    return html + QStringLiteral("</table>");
}

QString missingHtml(const std::vector<analysis::MissingData>& parts, const Theme& theme)
{
    QString html;
    for (const analysis::MissingData& part : parts) {
        const QString what = toQString(part.what);
        html += QStringLiteral("<p style=\"margin:0 0 8px 0\"><b>%1</b><br>%2<br>%3</p>")
                    .arg(coloured(what.left(1).toUpper() + what.mid(1), theme.text),
                        coloured(QStringLiteral("Needed for: ") + toQString(part.prevents), theme.text),
                        QStringLiteral("<span style=\"font-family:'%1'\">%2</span>")
                            .arg(monoFont().family(), coloured(toQString(part.setting), theme.muted)));
    }
    return html;
}

} // namespace

HealthView::HealthView(ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_anomalies(new QTextBrowser(this))
    , m_recorded(new QTextBrowser(this))
    , m_contents(new QTextBrowser(this))
    , m_status(new QLabel(this))
{
    m_anomalies->setAccessibleName(QStringLiteral("Warnings and notes about the file"));
    m_recorded->setAccessibleName(QStringLiteral("What was not recorded"));
    m_contents->setAccessibleName(QStringLiteral("What the file holds"));
    auto* columns = new QSplitter(Qt::Horizontal, this);
    columns->setChildrenCollapsible(false);
    columns->addWidget(
        titledColumn(columnTitle(QStringLiteral("Repaired, skipped, suspicious"), this), m_anomalies, {}, columns));
    columns->addWidget(titledColumn(columnTitle(QStringLiteral("Not recorded"), this), m_recorded, {}, columns));
    columns->addWidget(titledColumn(columnTitle(QStringLiteral("Contents"), this), m_contents, {}, columns));
    columns->setSizes({520, 360, 320});
    m_status->setProperty("role", QStringLiteral("muted"));
    m_status->setContentsMargins(8, 4, 8, 4);
    m_status->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(columns, 1);
    layout->addWidget(m_status);
    connect(m_anomalies, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) { openLink(url.toString()); });
    connect(m_theme, &ThemeSource::changed, this, &HealthView::applyTheme);
    setFocusProxy(m_anomalies);
    applyTheme();
}

void HealthView::setTexts(HealthTexts texts)
{
    m_texts = std::move(texts);
    render();
}

void HealthView::setStatus(const QString& status)
{
    m_status->setText(status);
    m_status->setVisible(!status.isEmpty());
}

void HealthView::applyTheme()
{
    for (QTextBrowser* browser : {m_anomalies, m_recorded, m_contents})
        styleAsPanelText(*browser, m_theme->theme());
    render();
}

void HealthView::render()
{
    const Theme& theme = m_theme->theme();
    QString anomalies;
    for (const HealthEntry& entry : m_texts.entries)
        anomalies += entryHtml(entry, m_texts.bytesLead, theme);
    if (anomalies.isEmpty())
        anomalies = markHtml(QStringLiteral("✓ Nothing"), theme.good)
            + coloured(QStringLiteral(" had to be repaired or left out."), theme.text);
    m_anomalies->setHtml(anomalies);

    QString recorded;
    if (m_texts.missing && m_texts.missing->empty())
        recorded = coloured(m_texts.nothingMissing, theme.text);
    else if (m_texts.missing)
        recorded = missingHtml(*m_texts.missing, theme);
    m_recorded->setHtml(recorded);
    m_contents->setHtml(toHtml(m_texts.contents, theme));
}

void HealthView::openLink(const QString& link)
{
    bool ok = false;
    const std::uint64_t byte = link.startsWith(kByteLink) ? link.mid(kByteLink.size()).toULongLong(&ok) : 0;
    if (ok)
        Q_EMIT byteRequested(byte);
}

} // namespace stepscope::widgets

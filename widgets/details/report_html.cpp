// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/report_html.h"

#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"

#include <QFontMetrics>
#include <QStringList>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextOption>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kGap = 12;       // px between a label and its value
constexpr int kLeastRoom = 60; // px of a value

QString styled(const QString& text, const QColor& colour)
{
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), text);
}

QString mono(const QString& text)
{
    return QStringLiteral("<span style=\"font-family:'%1'\">%2</span>").arg(monoFont().family(), text);
}

// Documents do not break a word, they grow wider than their view.
QString withShortWords(const QString& text, const QFont& font, int room)
{
    const QFontMetrics metrics(font);
    if (room <= 0 || metrics.horizontalAdvance(text) <= room)
        return text;
    QStringList words = text.split(QLatin1Char(' '));
    for (QString& word : words)
        word = metrics.elidedText(word, Qt::ElideMiddle, room);
    return words.join(QLatin1Char(' '));
}

QString valueHtml(const DetailLine& line, const Theme& theme, int room)
{
    const QString name = line.target.valid() ? elideMiddle(line.value, kLinkLimit) : line.value;
    const QString shown = withShortWords(name, line.mono ? monoFont() : uiFont(), room);
    QString value = escaped(shown);
    if (line.mono)
        value = mono(value);
    if (shown != line.value)
        value = QStringLiteral("<span title=\"%1\">%2</span>").arg(line.value.toHtmlEscaped(), value);
    const QString link = line.target.valid() ? linkOf(line.target) : line.link;
    if (!link.isEmpty())
        return QStringLiteral("<a href=\"%1\" style=\"color:%2; text-decoration:none\">%3</a>")
            .arg(link, theme.accent.name(), value);
    return styled(value, line.warn ? theme.warn : theme.text);
}

// Short notes stay in one piece: "3.98 ms" must not break before its unit.
QString noteHtml(const QString& note, const Theme& theme)
{
    constexpr qsizetype kShort = 32;
    QString html = escaped(note);
    if (note.size() < kShort)
        html.replace(QLatin1Char(' '), QLatin1String("&nbsp;"));
    return QStringLiteral("&nbsp;&nbsp; ") + styled(html, theme.muted);
}

// Monospaced fonts often stand higher than the others: labels beside them go down by as much.
int monoDrop()
{
    return std::max(0, QFontMetrics(monoFont()).ascent() - QFontMetrics(uiFont()).ascent());
}

// One width for all sections, so that their values line up; 0 for a section without labels.
int labelWidth(const QList<DetailSection>& sections)
{
    const QFontMetrics metrics(uiFont());
    int width = 0;
    for (const DetailSection& section : sections) {
        for (const DetailLine& line : section.lines)
            width = std::max(width, metrics.horizontalAdvance(line.label));
    }
    return width;
}

QString rowHtml(const DetailLine& line, int labels, const Theme& theme, int room)
{
    QString label;
    if (labels > 0)
        label = QStringLiteral("<td width=\"%1\" style=\"padding:%2px %3px 2px 0; white-space:nowrap\">%4</td>")
                    .arg(labels + kGap)
                    .arg(line.mono ? monoDrop() : 0)
                    .arg(kGap)
                    .arg(styled(escaped(line.label), theme.muted));
    const int left = room > 0 ? std::max(kLeastRoom, room - (labels > 0 ? labels + 2 * kGap : 0)) : 0;
    QString value = valueHtml(line, theme, left);
    if (!line.note.isEmpty())
        value += noteHtml(withShortWords(line.note, uiFont(), left), theme);
    return QStringLiteral("<tr>%1<td style=\"padding:0 0 2px 0\">%2</td></tr>").arg(label, value);
}

// As a row of a table: margins of paragraphs are lost before tables.
QString headingRow(const QString& html, int above, int below)
{
    return QStringLiteral("<tr><td colspan=\"2\" style=\"padding:%1px 0 %2px 0\">%3</td></tr>")
        .arg(above)
        .arg(below)
        .arg(html);
}

// Cells of recorded values, monospaced below quiet titles.
QString gridHtml(const DetailSection& section, const Theme& theme)
{
    const auto rowOf = [](const QStringList& cells) {
        QString row;
        for (const QString& cell : cells)
            row += QStringLiteral("<td style=\"padding:0 16px 2px 0\">%1</td>").arg(cell);
        return QStringLiteral("<tr>%1</tr>").arg(row);
    };
    QStringList titles;
    for (const QString& title : section.header)
        titles << styled(escaped(title), theme.muted);
    QString html = rowOf(titles);
    for (const QStringList& row : section.rows) {
        QStringList cells;
        for (const QString& cell : row)
            cells << styled(mono(escaped(cell)), theme.text);
        html += rowOf(cells);
    }
    return html;
}

QString tableHtml(const QString& rows)
{
    return QStringLiteral("<table cellspacing=\"0\" cellpadding=\"0\">%1</table>").arg(rows);
}

} // namespace

QString spacerHtml()
{
    return QStringLiteral("<span style=\"font-size:4px\">&nbsp;</span>");
}

QString escaped(const QString& text)
{
    return text.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"));
}

QString titleHtml(const QString& name, const Theme& theme, int limit)
{
    const QString shown = name.isEmpty() ? QStringLiteral("(no name)") : elideMiddle(name, limit);
    const QString tip
        = shown == name || name.isEmpty() ? QString() : QStringLiteral(" title=\"%1\"").arg(name.toHtmlEscaped());
    return tableHtml(
        headingRow(QStringLiteral("<b%1>%2</b>").arg(tip, styled(mono(escaped(shown)), theme.text)), 0, 8));
}

QString markHtml(const QString& word, const QColor& colour)
{
    return QStringLiteral("<b>%1</b>").arg(styled(escaped(word), colour));
}

QString toHtml(const QList<DetailSection>& sections, const Theme& theme, int room)
{
    const int width = labelWidth(sections);
    QString html;
    for (const DetailSection& section : sections) {
        QString rows;
        if (!section.title.isEmpty())
            rows += headingRow(
                QStringLiteral("<b>%1</b>").arg(styled(escaped(section.title), theme.text)), html.isEmpty() ? 0 : 8, 4);
        else if (!html.isEmpty())
            rows += headingRow(spacerHtml(), 0, 0);
        const bool hasLabels = std::any_of(
            section.lines.begin(), section.lines.end(), [](const DetailLine& line) { return !line.label.isEmpty(); });
        for (const DetailLine& line : section.lines)
            rows += rowHtml(line, hasLabels ? width : 0, theme, room);
        html += tableHtml(rows);
        if (!section.rows.isEmpty())
            html += tableHtml(gridHtml(section, theme));
    }
    return html;
}

QString linkOf(const Item& item)
{
    switch (item.kind) {
    case ItemKind::Slice:
        return QStringLiteral("slice:%1").arg(item.index);
    case ItemKind::Instant:
        return QStringLiteral("instant:%1").arg(item.index);
    case ItemKind::CounterSample:
        return QStringLiteral("sample:%1:%2").arg(item.series).arg(item.index);
    case ItemKind::None:
        break;
    }
    return {};
}

Item itemOfLink(const QString& link)
{
    const QStringList parts = link.split(QLatin1Char(':'));
    bool ok = parts.size() >= 2;
    const std::uint32_t first = ok ? parts[1].toUInt(&ok) : 0;
    if (!ok)
        return {};
    if (parts[0] == QLatin1String("slice") && parts.size() == 2)
        return Item::of(SliceId(first));
    if (parts[0] == QLatin1String("instant") && parts.size() == 2)
        return Item::of(InstantId(first));
    if (parts[0] != QLatin1String("sample") || parts.size() != 3)
        return {};
    const std::uint32_t sample = parts[2].toUInt(&ok);
    return ok ? Item::ofSample(first, sample) : Item {};
}

void styleAsPanelText(QTextBrowser& browser, const Theme& theme)
{
    browser.setOpenLinks(false);
    browser.setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    browser.setFrameShape(QFrame::NoFrame);
    browser.document()->setDocumentMargin(8);
    browser.setFont(uiFont());
    browser.setStyleSheet(
        QStringLiteral("QTextBrowser { background: %1; border: 1px solid transparent; border-radius: 0; padding: 0; }"
                       "QTextBrowser:focus { border-color: %2; }")
            .arg(theme.surface.name(), theme.accent.name()));
}

} // namespace stepscope::widgets

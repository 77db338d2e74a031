// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/report_sheet.h"

#include "widgets/common/style.h"
#include "widgets/findings/wrap_label.h"
#include "widgets/picture/picture_words.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kLarger = 5;           // px of the sentence than other text
constexpr std::size_t kFindings = 3; // that are shown

WrapLabel* text(const QString& words, const QFont& font, const QColor& colour, QWidget* parent)
{
    auto* label = new WrapLabel(words, parent);
    label->setFont(font);
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, colour);
    label->setPalette(palette);
    return label;
}

QFont strongFont()
{
    QFont font = uiFont();
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

ReportSheet::ReportSheet(const ReportWords& words, const Theme& theme, int width)
{
    QPalette palette = paletteFor(theme);
    palette.setColor(QPalette::Window, theme.surface);
    setPalette(palette);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3 * kSpacing);
    QFont large = strongFont();
    large.setPixelSize(large.pixelSize() + kLarger);
    if (!words.kind.isEmpty())
        column->addWidget(text(words.kind, strongFont(), theme.muted, this));
    column->addWidget(text(words.sentence, large, theme.text, this));
    addFindings(words, column);
    addAdvice(words, column);
    // Layouts give more height than texts of several lines need; what they leave over is cut.
    constexpr int kPlenty = 4000;
    column->addStretch(1);
    setFixedWidth(width);
    resize(width, kPlenty);
    column->setGeometry(rect());
    int bottom = 0;
    for (const QWidget* label : findChildren<QWidget*>())
        bottom = std::max(bottom, label->y() + label->heightForWidth(label->width()));
    column->setEnabled(false);
    resize(width, bottom);
}

void ReportSheet::addFindings(const ReportWords& words, QVBoxLayout* column)
{
    auto* rows = new QGridLayout();
    rows->setColumnStretch(1, 1);
    rows->setHorizontalSpacing(3 * kSpacing);
    rows->setVerticalSpacing(kSpacing);
    for (std::size_t i = 0; i < std::min(words.findings.size(), kFindings); ++i) {
        const ReportWords::Line& line = words.findings[i];
        const int row = rows->rowCount();
        rows->addWidget(text(line.figure, numberFont(), palette().color(QPalette::WindowText), this), row, 0,
            Qt::AlignRight | Qt::AlignTop);
        rows->addWidget(text(line.text, uiFont(), palette().color(QPalette::WindowText), this), row, 1);
    }
    column->addLayout(rows);
}

void ReportSheet::addAdvice(const ReportWords& words, QVBoxLayout* column)
{
    if (words.advice.isEmpty())
        return;
    column->addWidget(text(QStringLiteral("What to do"), strongFont(), palette().color(QPalette::WindowText), this));
    auto* lines = new QVBoxLayout();
    lines->setSpacing(kSpacing);
    column->addLayout(lines);
    for (const QString& line : words.advice)
        lines->addWidget(text(QStringLiteral("•  ") + line, uiFont(), palette().color(QPalette::WindowText), this));
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/page_picture.h"

#include "widgets/common/style.h"
#include "widgets/pages/content_page.h"
#include "widgets/pages/report_sheet.h"
#include "widgets/picture/picture_words.h"
#include "widgets/tables/table_view.h"
#include "widgets/timeline/overview_bar.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QSplitter>
#include <QVariant>

#include <algorithm>
#include <memory>
#include <vector>

namespace stepscope::widgets {

namespace {

constexpr int kCaptionHeight = 28;
constexpr int kCaptionInset = 12;
constexpr int kMargin = 16; // of a report
constexpr int kGap = 16;    // between its parts

struct Part
{
    QWidget* widget = nullptr;
    QRect source;       // what is seen of it
    QPoint place;       // in the picture
    bool framed = true; // with a line around it
};

// The overview tells where in the file the view is, which is of no use to who sees nothing but the view.
QRect viewRect(QWidget& view)
{
    const auto* overview = view.findChild<OverviewBar*>();
    const bool isOnTop = overview != nullptr && overview->isVisible() && overview->mapTo(&view, QPoint(0, 0)).y() == 0;
    return view.rect().adjusted(0, isOnTop ? OverviewBar::kHeight : 0, 0, 0);
}

// Its header and the rows that are seen whole.
QRect tableRect(const TableView& table)
{
    const int header = table.horizontalHeader()->height();
    const int room = table.viewport()->height();
    int bottom = 0;
    for (int row = std::max(table.rowAt(0), 0); row < table.verticalHeader()->count(); ++row) {
        const int end = table.rowViewportPosition(row) + table.rowHeight(row);
        if (end > room)
            break;
        bottom = std::max(bottom, end);
    }
    return {0, 0, table.viewport()->width(), header + bottom};
}

// Below each other, `gap` apart; returns where the next one would stand.
int stack(std::vector<Part>& parts, int left, int top, int gap)
{
    for (Part& part : parts) {
        part.place = {left, top};
        top += part.source.height() + gap;
    }
    return top;
}

struct Sheet // a picture of a page, laid out
{
    QSize size;
    std::vector<Part> parts;
    std::shared_ptr<ReportSheet> report; // one of the parts
    std::optional<CaptionWords> caption;
    Theme theme;

    void paint(QPainter& painter) const;
    void paintCaption(QPainter& painter) const;
};

void Sheet::paint(QPainter& painter) const
{
    painter.fillRect(QRect(QPoint(0, 0), size), theme.surface);
    for (const Part& part : parts) {
        painter.save();
        painter.translate(part.place);
        part.widget->render(&painter, {}, part.source);
        painter.restore();
        if (report && part.framed) {
            painter.setPen(theme.line);
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRect(part.place, part.source.size()).adjusted(-1, -1, 0, 0));
        }
    }
    if (caption)
        paintCaption(painter);
}

void Sheet::paintCaption(QPainter& painter) const
{
    const QRect strip(0, size.height() - kCaptionHeight, size.width(), kCaptionHeight);
    painter.fillRect(strip, theme.panel);
    painter.fillRect(QRect(strip.left(), strip.top(), strip.width(), 1), theme.line);
    painter.setFont(smallFont());
    painter.setPen(theme.muted);
    const int inset = report ? kMargin : kCaptionInset; // flush with the words above it
    const QRect room = strip.adjusted(inset, 1, -inset, 0);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        captionText(*caption, QFontMetricsF(painter.font()), room.width()));
}

// Buttons, boxes with their words, and scroll bars.
QList<QWidget*> buttonsOf(QWidget& part)
{
    QList<QWidget*> controls;
    for (QAbstractButton* button : part.findChildren<QAbstractButton*>()) {
        if (!button->property(kSaysNothingInPictures).isValid())
            controls << button;
    }
    for (QComboBox* box : part.findChildren<QComboBox*>())
        controls << box;
    for (QLabel* label : part.findChildren<QLabel*>()) {
        if (label->buddy() != nullptr)
            controls << label;
    }
    for (QWidget* widget : part.findChildren<QWidget*>()) {
        if (widget->property(kSaysNothingInPictures).toBool())
            controls << widget;
    }
    return controls;
}

constexpr const char* kHidden = "hiddenForPicture";

// What hid itself stays hidden.
void showInPicture(QWidget& part, bool visible)
{
    if (visible == part.isHidden() && (!visible || part.property(kHidden).toBool())) {
        part.setVisible(visible);
        part.setProperty(kHidden, !visible);
    }
}

// Who looks at a picture can neither press anything nor scroll.
void showControls(QWidget& part, bool visible)
{
    for (QWidget* control : buttonsOf(part))
        showInPicture(*control, visible);
    QList<QAbstractScrollArea*> areas = part.findChildren<QAbstractScrollArea*>();
    if (auto* area = qobject_cast<QAbstractScrollArea*>(&part))
        areas << area;
    for (QAbstractScrollArea* area : areas) {
        const QVariant before = area->property(kHidden);
        if (visible && before.isValid())
            area->setVerticalScrollBarPolicy(static_cast<Qt::ScrollBarPolicy>(before.toInt()));
        else if (!visible && !before.isValid())
            area->setProperty(kHidden, static_cast<int>(area->verticalScrollBarPolicy()));
        if (visible)
            area->setProperty(kHidden, QVariant());
        else
            area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
}

// A report shows the table of a panel alone: it gets the room of what stands beside it.
void showNeighbours(const TableView& table, bool visible)
{
    for (const QWidget* inner = &table; inner->parentWidget() != nullptr; inner = inner->parentWidget()) {
        const auto* splitter = qobject_cast<const QSplitter*>(inner->parentWidget());
        for (int i = 0; splitter != nullptr && splitter->orientation() == Qt::Horizontal && i < splitter->count();
             ++i) {
            if (splitter->widget(i) != inner)
                showInPicture(*splitter->widget(i), visible);
        }
    }
}

std::vector<Part> viewParts(ContentPage& page)
{
    std::vector<Part> parts;
    for (QWidget* widget : page.pictureParts()) {
        if (widget->isVisible())
            parts.push_back({widget, viewRect(*widget), {}});
    }
    if (parts.empty()) // a page that has nothing to show says so
        parts.push_back({&page, page.rect(), {}});
    return parts;
}

void layOutReport(ContentPage& page, Sheet& sheet)
{
    sheet.parts = viewParts(page);
    const int width = sheet.parts.front().source.width();
    sheet.report = std::make_shared<ReportSheet>(page.reportWords(), sheet.theme, width);
    int bottom = kMargin + sheet.report->height() + kGap;
    bottom = stack(sheet.parts, kMargin, bottom, 0) + kGap;
    if (TableView* table = page.shownTable()) {
        sheet.parts.push_back({table, tableRect(*table), {kMargin, bottom}});
        bottom += sheet.parts.back().source.height() + kGap;
    }
    sheet.parts.push_back({sheet.report.get(), sheet.report->rect(), {kMargin, kMargin}, false});
    sheet.size = {width + 2 * kMargin, bottom};
}

} // namespace

void arrangeFor(PictureScope scope, ContentPage& page)
{
    const auto clearFocus = [&page]() { // whoever looks at a picture has no use for its frame
        if (QWidget* focused = page.window()->focusWidget())
            focused->clearFocus();
    };
    QList<QWidget*> parts = page.pictureParts();
    if (QWidget* headline = page.pictureHeadline())
        parts << headline;
    for (QWidget* part : parts)
        showControls(*part, scope == PictureScope::Page);
    if (const TableView* table = page.shownTable())
        showNeighbours(*table, scope != PictureScope::Report);
    if (scope == PictureScope::Page)
        return clearFocus();
    page.setFindingsVisible(false);
    const QString telling = page.tellingPanel();
    const bool hasTable = scope == PictureScope::Report
        && (page.shownTable() != nullptr || (!telling.isEmpty() && page.showPanelTitled(telling))); // it is being made
    if (!hasTable)
        page.setPanelsVisible(false);
    if (TableView* table = hasTable ? page.shownTable() : nullptr) {
        showNeighbours(*table, false);
        table->setLook({table->look().widths}); // from its top, wherever people have scrolled to
    }
    clearFocus();
}

Picture pictureOf(ContentPage& page, const Theme& theme, const PagePicture& wanted)
{
    Sheet sheet;
    sheet.theme = theme;
    switch (wanted.scope) {
    case PictureScope::Page:
        sheet.parts = {{&page, page.rect(), {}}};
        sheet.size = page.size();
        break;
    case PictureScope::View:
        sheet.parts = viewParts(page);
        if (QWidget* headline = wanted.headline ? page.pictureHeadline() : nullptr)
            sheet.parts.insert(sheet.parts.begin(), {headline, headline->rect(), {}});
        sheet.size = {sheet.parts.front().source.width(), stack(sheet.parts, 0, 0, 0)};
        break;
    case PictureScope::Report:
        layOutReport(page, sheet);
        break;
    }
    CaptionWords words = page.captionWords();
    words.program = wanted.program;
    if (wanted.caption) {
        sheet.caption = words;
        sheet.size.rheight() += kCaptionHeight;
    }
    const QSize size = sheet.size;
    return {size, [sheet = std::move(sheet)](QPainter& painter) { sheet.paint(painter); }, captionText(words),
        wanted.program, {}};
}

} // namespace stepscope::widgets

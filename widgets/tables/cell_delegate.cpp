// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/cell_delegate.h"

#include "core/analysis/idle_cause.h"
#include "widgets/common/cause_brush.h"
#include "widgets/common/change_bar.h"
#include "widgets/common/kernel_colour.h"
#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace stepscope::widgets {

using exporting::CellType;

namespace {

constexpr int kSwatch = 10;
constexpr int kUnitGap = 4;
constexpr int kIndent = 12; // of a level of a tree
constexpr int kBarGap = 16; // before a bar: it is not that of the number in the column before

std::size_t causeNamed(std::string_view name)
{
    for (std::size_t i = 0; i < analysis::kIdleCauses; ++i) {
        if (analysis::idleCauseName(static_cast<analysis::IdleCause>(i)) == name)
            return i;
    }
    return analysis::kIdleCauses - 1;
}

bool hasSwatch(ColumnLook look)
{
    return look == ColumnLook::Kernel || look == ColumnLook::Cause;
}

bool hasBar(ColumnLook look)
{
    return look == ColumnLook::Bar || look == ColumnLook::Change;
}

} // namespace

CellDelegate::CellDelegate(const TableModel* model, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_model(model)
    , m_palette(false)
{
}

void CellDelegate::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_palette = view::Palette(theme.dark);
    m_number = numberFont();
    m_text = uiFont();
    m_mono = monoFont();
}

const QFont& CellDelegate::fontOf(const ColumnInfo& info) const
{
    if (isNumeric(info.column.type))
        return m_number;
    const bool plain = info.look == ColumnLook::Plain || info.look == ColumnLook::Cause;
    return plain ? m_text : m_mono;
}

int CellDelegate::unitWidth(CellType type) const
{
    const QFontMetrics metrics(m_number);
    switch (type) {
    case CellType::Duration:
        return metrics.horizontalAdvance(QStringLiteral("ms")) + kUnitGap;
    case CellType::Bytes:
        return metrics.horizontalAdvance(QStringLiteral("MiB")) + kUnitGap;
    case CellType::Bandwidth:
        return metrics.horizontalAdvance(QStringLiteral("MB/s")) + kUnitGap;
    case CellType::Share:
        return metrics.horizontalAdvance(QLatin1Char('%')) + kUnitGap;
    default:
        return 0;
    }
}

int CellDelegate::leftOf(const ColumnInfo& info, std::size_t row) const
{
    if (hasSwatch(info.look))
        return kSwatch + kSpacing * 2;
    if (info.look == ColumnLook::Tree && m_model->isTree())
        return kIndent * static_cast<int>(std::min<std::uint32_t>(m_model->table()->depths[row], 24));
    return 0;
}

QString CellDelegate::shownText(std::size_t column, std::size_t row) const
{
    const QString text = toQString(cellText(*m_model->table(), column, row).number);
    if (m_model->table()->columns[column].look == ColumnLook::Tree && m_model->isTree())
        return text.mid(text.lastIndexOf(QLatin1Char('.')) + 1);
    return text;
}

int CellDelegate::wishedWidth(int column, int rowsSampled) const
{
    const std::size_t at = m_model->dataColumn(column);
    const ColumnInfo& info = m_model->table()->columns[at];
    const QFontMetrics metrics(fontOf(info));
    int width = 0;
    const int rows = std::min(rowsSampled, m_model->rowCount());
    for (int i = 0; i < rows; ++i) {
        const std::size_t row = m_model->dataRow(i);
        width = std::max(width, metrics.horizontalAdvance(shownText(at, row)) + leftOf(info, row));
    }
    width += unitWidth(info.column.type) + 2 * kPadding + 2; // metrics round
    return hasBar(info.look) ? width + kBarGap + kBarWidth + kPadding : width;
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem background(option);
    background.index = index;
    const QWidget* widget = option.widget;
    const QStyle* style = widget != nullptr ? widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &background, painter, widget);
    const std::size_t column = m_model->dataColumn(index.column());
    const std::size_t row = m_model->dataRow(index.row());
    const QRect cell = option.rect.adjusted(kPadding, 0, -kPadding, 0);
    painter->save();
    painter->setClipRect(option.rect);
    if (isNumeric(m_model->table()->columns[column].column.type))
        paintNumber(*painter, cell, column, row);
    else
        paintText(*painter, cell, column, row);
    painter->restore();
}

void CellDelegate::paintNumber(QPainter& painter, const QRect& cell, std::size_t column, std::size_t row) const
{
    const ColumnInfo& info = m_model->table()->columns[column];
    const FormattedQuantity text = cellText(*m_model->table(), column, row);
    QRect place = cell;
    painter.setFont(m_number);
    if (const int units = unitWidth(info.column.type); units > 0) {
        const QRect unit(cell.right() - units + 1 + kUnitGap, cell.top(), units - kUnitGap, cell.height());
        painter.setPen(m_theme.muted);
        painter.drawText(unit, Qt::AlignLeft | Qt::AlignVCenter, toQString(text.unit));
        place.setRight(cell.right() - units);
    }
    painter.setPen(m_theme.text);
    const QString number = toQString(text.number);
    painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, number);
    if (!hasBar(info.look))
        return;
    const int room = place.width() - QFontMetrics(m_number).horizontalAdvance(number) - kPadding - kBarGap;
    if (room < kBarWidth / 2)
        return;
    const QRect bar(cell.left() + kBarGap, cell.top(), std::min(room, kBarWidth), cell.height());
    if (info.look == ColumnLook::Bar)
        paintBar(painter, bar, barShare(*m_model->table(), column, row));
    else
        paintChangeBar(painter, bar, column, row);
}

void CellDelegate::paintChangeBar(QPainter& painter, const QRect& place, std::size_t column, std::size_t row) const
{
    constexpr int kThickness = 8;
    const TableData& table = *m_model->table();
    const double share = barShare(table, column, row);
    const bool quiet = row < table.quiet.size() && table.quiet[row];
    const QColor colour = quiet ? m_theme.muted : share < 0 ? m_theme.good : m_theme.danger;
    paintChange(painter, QRectF(place.left(), place.center().y() - kThickness / 2.0, place.width(), kThickness), share,
        colour, m_theme);
}

void CellDelegate::paintBar(QPainter& painter, const QRect& place, double share) const
{
    constexpr int kThickness = 4;
    const QRectF track(place.left(), place.center().y() - kThickness / 2.0 + 0.5, place.width(), kThickness);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.line);
    painter.drawRoundedRect(track, kThickness / 2.0, kThickness / 2.0);
    if (share <= 0)
        return;
    painter.setBrush(m_theme.accent);
    const double length = std::max<double>(kThickness, track.width() * share);
    painter.drawRoundedRect(QRectF(track.topLeft(), QSizeF(length, kThickness)), kThickness / 2.0, kThickness / 2.0);
}

void CellDelegate::paintText(QPainter& painter, const QRect& cell, std::size_t column, std::size_t row) const
{
    const ColumnInfo& info = m_model->table()->columns[column];
    const QString text = shownText(column, row);
    if (hasSwatch(info.look) && !text.isEmpty())
        paintSwatch(painter, cell, column, row);
    const QRect place = cell.adjusted(leftOf(info, row), 0, 0, 0);
    const QFont& font = fontOf(info);
    painter.setFont(font);
    painter.setPen(m_theme.text);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(font).elidedText(text, Qt::ElideMiddle, std::max(0, place.width())));
}

void CellDelegate::paintSwatch(QPainter& painter, const QRect& cell, std::size_t column, std::size_t row) const
{
    const TableData& table = *m_model->table();
    const ColumnInfo& info = table.columns[column];
    const QRect square(cell.left(), cell.center().y() - kSwatch / 2, kSwatch, kSwatch);
    if (info.look == ColumnLook::Kernel) {
        const auto whole = info.fullText >= 0 ? static_cast<std::size_t>(info.fullText) : column;
        painter.fillRect(square, QColor::fromRgb(m_palette.colour(kernelColour(table.grid.text(whole, row)))));
        return;
    }
    const std::size_t cause = causeNamed(table.grid.text(column, row));
    painter.fillRect(square, causeBrush(cause, m_theme.surface));
    painter.setPen(causeColour(cause));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(square.adjusted(0, 0, -1, -1));
}

bool CellDelegate::helpEvent(
    QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    if (event->type() != QEvent::ToolTip || !index.isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const QString full = index.data(TableModel::kFullTextRole).toString();
    const std::size_t column = m_model->dataColumn(index.column());
    const ColumnInfo& info = m_model->table()->columns[column];
    const std::size_t row = m_model->dataRow(index.row());
    const QString shown = shownText(column, row);
    const int room = option.rect.width() - 2 * kPadding - leftOf(info, row);
    const bool cut
        = !isNumeric(info.column.type) && (shown != full || QFontMetrics(fontOf(info)).horizontalAdvance(shown) > room);
    if (cut)
        QToolTip::showText(event->globalPos(), QStringLiteral("<p>%1</p>").arg(full.toHtmlEscaped()), view);
    else
        QToolTip::hideText();
    return true;
}

} // namespace stepscope::widgets

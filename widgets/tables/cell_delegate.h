// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Paints the cells of a table: numbers right-aligned with their units muted and in a column of their own, bars for
// shares, long names elided in the middle, colours of kernels and causes beside their names. GUI thread only; a cell
// costs one text layout.

#include "core/view/palette.h"
#include "widgets/common/theme.h"
#include "widgets/tables/table_model.h"

#include <QFont>
#include <QStyledItemDelegate>

namespace stepscope::widgets {

class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kPadding = 8;
    static constexpr int kBarWidth = 56;

    explicit CellDelegate(const TableModel* model, QObject* parent = nullptr);

    void setTheme(const Theme& theme);
    [[nodiscard]] int wishedWidth(int column, int rowsSampled) const; // header not counted

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
        const QModelIndex& index) override; // the whole text of what is cut

private:
    [[nodiscard]] const QFont& fontOf(const ColumnInfo& info) const;
    [[nodiscard]] int unitWidth(exporting::CellType type) const;
    [[nodiscard]] int leftOf(const ColumnInfo& info, std::size_t row) const; // beside the text
    [[nodiscard]] QString shownText(std::size_t column, std::size_t row) const;
    void paintNumber(QPainter& painter, const QRect& cell, std::size_t column, std::size_t row) const;
    void paintBar(QPainter& painter, const QRect& place, double share) const;
    void paintChangeBar(QPainter& painter, const QRect& place, std::size_t column, std::size_t row) const;
    void paintText(QPainter& painter, const QRect& cell, std::size_t column, std::size_t row) const;
    void paintSwatch(QPainter& painter, const QRect& cell, std::size_t column, std::size_t row) const;

    const TableModel* m_model;
    Theme m_theme;
    view::Palette m_palette;
    QFont m_number;
    QFont m_text;
    QFont m_mono;
};

} // namespace stepscope::widgets

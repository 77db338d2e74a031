// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The annotations of a page as rows: number, kind, text and where. The text can be edited. The annotations stay on the
// board; a function says where one is. GUI thread only.

#include <cstdint> // first: moc cannot read <compare> on its own

#include "widgets/annotate/annotation_board.h"
#include "widgets/common/theme.h"

#include <QAbstractTableModel>

#include <functional>

namespace stepscope::widgets {

class NotesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        kNumber,
        kKind,
        kText,
        kPlace,
        kColumns,
    };
    using PlaceText = std::function<QString(const share::Annotation&)>;

    NotesModel(AnnotationBoard* board, ThemeSource* theme, QObject* parent);

    void setPlaceText(PlaceText text);
    void placesChanged();                                                 // words of where annotations are
    [[nodiscard]] std::uint32_t numberAt(const QModelIndex& index) const; // 0: none
    [[nodiscard]] QModelIndex indexOf(std::uint32_t number) const;        // of its text

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

private:
    void follow();

    AnnotationBoard* m_board;
    ThemeSource* m_theme;
    PlaceText m_placeText;
    int m_rows = 0; // that views know of
};

} // namespace stepscope::widgets

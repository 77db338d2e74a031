// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/notes_model.h"

#include "widgets/annotate/annotation_colours.h"
#include "widgets/annotate/annotation_words.h"
#include "widgets/details/detail_text.h"

#include <QPixmap>

#include <utility>

namespace stepscope::widgets {

NotesModel::NotesModel(AnnotationBoard* board, ThemeSource* theme, QObject* parent)
    : QAbstractTableModel(parent)
    , m_board(board)
    , m_theme(theme)
    , m_rows(static_cast<int>(board->annotations().size()))
{
    connect(board, &AnnotationBoard::changed, this, &NotesModel::follow);
    connect(theme, &ThemeSource::changed, this, &NotesModel::placesChanged);
}

void NotesModel::setPlaceText(PlaceText text)
{
    m_placeText = std::move(text);
}

void NotesModel::placesChanged()
{
    if (m_rows > 0)
        Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, kColumns - 1));
}

// A value that changes keeps its row; more or fewer of them are rows anew.
void NotesModel::follow()
{
    const auto rows = static_cast<int>(m_board->annotations().size());
    if (rows == m_rows)
        return placesChanged();
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

std::uint32_t NotesModel::numberAt(const QModelIndex& index) const
{
    const auto row = static_cast<std::size_t>(index.row());
    return index.isValid() && row < m_board->annotations().size() ? m_board->annotations()[row].number : 0;
}

QModelIndex NotesModel::indexOf(std::uint32_t number) const
{
    for (int row = 0; row < m_rows; ++row) {
        if (numberAt(index(row, 0)) == number)
            return index(row, kText);
    }
    return {};
}

int NotesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int NotesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant NotesModel::data(const QModelIndex& index, int role) const
{
    const share::Annotation* annotation = m_board->find(numberAt(index));
    if (annotation == nullptr)
        return {};
    const int column = index.column();
    const bool isText = role == Qt::DisplayRole || role == Qt::EditRole || role == Qt::ToolTipRole;
    if (isText && column == kNumber)
        return role == Qt::ToolTipRole ? QVariant() : QVariant(annotation->number);
    if (isText && column == kKind)
        return annotationKindText(annotation->kind);
    if (isText && column == kText) {
        const QString text
            = toQString(annotation->text.empty() && role != Qt::EditRole ? annotation->event : annotation->text);
        return role == Qt::DisplayRole ? QString(text).replace(QLatin1Char('\n'), QStringLiteral("  ")) : text;
    }
    if (isText && column == kPlace)
        return m_placeText ? m_placeText(*annotation) : QString();
    if (role == Qt::DecorationRole && column == kKind)
        return annotationColour(annotation->colour, m_theme->theme());
    if (role == Qt::AccessibleTextRole && column == kKind)
        return annotationKindText(annotation->kind) + QStringLiteral(", ") + annotationColourName(annotation->colour);
    if (role == Qt::TextAlignmentRole && column == kNumber)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant NotesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == kNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const QString titles[]
        = {QStringLiteral("No."), QStringLiteral("Kind"), QStringLiteral("Text"), QStringLiteral("Where")};
    return section >= 0 && section < kColumns ? titles[section] : QString();
}

Qt::ItemFlags NotesModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == kText ? flags | Qt::ItemIsEditable : flags;
}

bool NotesModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const share::Annotation* annotation = m_board->find(numberAt(index));
    if (annotation == nullptr || role != Qt::EditRole || index.column() != kText)
        return false;
    share::Annotation edited = *annotation;
    edited.text = value.toString().trimmed().toStdString();
    m_board->change(edited, tr("Edit note %1").arg(edited.number));
    return true;
}

} // namespace stepscope::widgets

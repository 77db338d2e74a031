// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/value_tree_model.h"

#include "widgets/details/detail_text.h"

#include <limits>

namespace stepscope::widgets {

using model::ArgValue;

namespace {

constexpr qsizetype kShownCharacters = 400;

// Appends compact JSON until `text` is long enough; strings are shown as they are, in quotes.
void appendSummary(const ArgValue& value, qsizetype limit, QString& text)
{
    if (text.size() > limit)
        return;
    const bool isArray = value.kind == ArgValue::Kind::Array;
    if (!isArray && value.kind != ArgValue::Kind::Object) {
        const QString shown
            = toQString(std::string_view(value.text).substr(0, static_cast<std::size_t>(limit) * 4 + 4));
        text += value.kind == ArgValue::Kind::String ? QLatin1Char('"') + shown + QLatin1Char('"') : shown;
        return;
    }
    text += QLatin1Char(isArray ? '[' : '{');
    bool first = true;
    for (const auto& [key, member] : value.members) {
        if (text.size() > limit)
            return;
        if (!first)
            text += QStringLiteral(", ");
        first = false;
        if (!isArray)
            text += toQString(key) + QStringLiteral(": ");
        appendSummary(member, limit, text);
    }
    text += QLatin1Char(isArray ? ']' : '}');
}

int boundedCount(std::size_t count)
{
    constexpr auto kMax = static_cast<std::size_t>(std::numeric_limits<int>::max() / 2);
    return static_cast<int>(std::min(count, kMax));
}

} // namespace

QString summaryOf(const ArgValue& value, qsizetype limit)
{
    QString text;
    if (value.kind == ArgValue::Kind::String)
        text = toQString(std::string_view(value.text).substr(0, static_cast<std::size_t>(limit) * 4 + 4));
    else
        appendSummary(value, limit, text);
    if (text.size() > limit)
        text = text.left(limit) + QChar(0x2026);
    // One line: a line break would be cut off by the row.
    return text.replace(QLatin1Char('\n'), QChar(0x21B5));
}

struct ValueTreeModel::Node
{
    Node* parent = nullptr;
    int row = 0;
    QString key;
    const ArgValue* value = nullptr;
    bool note = false;
    std::vector<std::unique_ptr<Node>> children; // as many as the value has, once one of them was asked for

    Node* childAt(int i)
    {
        if (children.empty())
            children.resize(value->members.size());
        auto& child = children[static_cast<std::size_t>(i)];
        if (!child) {
            const auto& [memberKey, memberValue] = value->members[static_cast<std::size_t>(i)];
            child = std::make_unique<Node>();
            child->parent = this;
            child->row = i;
            child->key = value->kind == ArgValue::Kind::Array ? QString::number(i) : toQString(memberKey);
            child->value = &memberValue;
        }
        return child.get();
    }
};

ValueTreeModel::ValueTreeModel(QObject* parent)
    : QAbstractItemModel(parent)
{
}

ValueTreeModel::~ValueTreeModel() = default;

void ValueTreeModel::setRoots(std::vector<Root> roots)
{
    beginResetModel();
    m_roots = std::move(roots);
    m_top.clear();
    for (const Root& root : m_roots) {
        auto node = std::make_unique<Node>();
        node->row = static_cast<int>(m_top.size());
        node->key = root.key;
        node->value = root.value.get();
        node->note = root.note;
        m_top.push_back(std::move(node));
    }
    endResetModel();
}

ValueTreeModel::Node* ValueTreeModel::nodeOf(const QModelIndex& index)
{
    return static_cast<Node*>(index.internalPointer());
}

QModelIndex ValueTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || column < 0 || column >= kColumnCount || row >= rowCount(parent))
        return {};
    Node* node = parent.isValid() ? nodeOf(parent)->childAt(row) : m_top[static_cast<std::size_t>(row)].get();
    return createIndex(row, column, node);
}

QModelIndex ValueTreeModel::parent(const QModelIndex& child) const
{
    Node* parent = child.isValid() ? nodeOf(child)->parent : nullptr;
    return parent != nullptr ? createIndex(parent->row, 0, parent) : QModelIndex();
}

int ValueTreeModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return boundedCount(m_top.size());
    return parent.column() == 0 ? boundedCount(nodeOf(parent)->value->members.size()) : 0;
}

int ValueTreeModel::columnCount(const QModelIndex&) const
{
    return kColumnCount;
}

QVariant ValueTreeModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Node* node = nodeOf(index);
    if (index.column() == kKeyColumn)
        return role == Qt::DisplayRole || role == kFullTextRole ? QVariant(node->key) : QVariant();
    switch (role) {
    case Qt::DisplayRole:
        return summaryOf(*node->value, kShownCharacters);
    case kFullTextRole:
        return toQString(node->value->kind == ArgValue::Kind::String ? node->value->text : node->value->toText());
    case Qt::FontRole:
        return node->note ? QVariant() : QVariant(m_valueFont);
    default:
        return {};
    }
}

QVariant ValueTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == kKeyColumn ? QStringLiteral("Key") : QStringLiteral("Value");
}

} // namespace stepscope::widgets

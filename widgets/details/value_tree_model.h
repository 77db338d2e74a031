// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A tree of named JSON values (arguments of an event, metadata of a file) for a QTreeView: key, value. Order and
// duplicates stay as in the file. Values are shared and never copied; nodes are made when a view asks for them, so that
// an array of a million numbers costs nothing until it is opened. GUI thread only.

#include "core/model/args_provider.h"

#include <QAbstractItemModel>
#include <QFont>

#include <memory>
#include <vector>

namespace stepscope::widgets {

// One line of text for a value, cut at about `limit` characters without building the rest.
[[nodiscard]] QString summaryOf(const model::ArgValue& value, qsizetype limit);

class ValueTreeModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column
    {
        kKeyColumn,
        kValueColumn,
        kColumnCount
    };
    enum Role
    {
        kFullTextRole = Qt::UserRole
    };

    struct Root
    {
        QString key;
        std::shared_ptr<const model::ArgValue> value; // may alias a part of a larger value; never null
        bool note = false;                            // said by the program, not by the file
    };

    explicit ValueTreeModel(QObject* parent = nullptr);
    ~ValueTreeModel() override;

    void setRoots(std::vector<Root> roots);
    void setValueFont(const QFont& font) { m_valueFont = font; }

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Node;
    [[nodiscard]] static Node* nodeOf(const QModelIndex& index);

    std::vector<Root> m_roots;
    std::vector<std::unique_ptr<Node>> m_top;
    QFont m_valueFont;
};

} // namespace stepscope::widgets

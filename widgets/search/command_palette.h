// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Everything there is to do, in one list that narrows as one types: a popup over the window. Each entry is a text, what
// is said at its right (a key, a kind) and what to run. Every word typed has to be in one of them, in either case;
// entries keep their order. Up and Down choose, Enter runs, Esc closes. GUI thread only; filtering costs O(entries).

#include <QAbstractListModel>
#include <QFrame>
#include <QList>
#include <QString>

#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QListView;

namespace stepscope::widgets {

struct PaletteEntry
{
    QString text;
    QString detail;
    std::function<void()> run;
};

class PaletteModel : public QAbstractListModel
{
    Q_OBJECT

public:
    static constexpr int kMostShown = 500;

    PaletteModel(std::vector<PaletteEntry> entries, QObject* parent);

    void setFilter(const QString& text);
    [[nodiscard]] const PaletteEntry& entryAt(int row) const;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<PaletteEntry> m_entries;
    std::vector<std::size_t> m_shown;
};

class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    CommandPalette(std::vector<PaletteEntry> entries, QWidget* window); // deletes itself when it closes

    void open();
    [[nodiscard]] PaletteModel& model() { return *m_model; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void runCurrent();

    PaletteModel* m_model;
    QLineEdit* m_text;
    QListView* m_list;
    QLabel* m_none; // said where nothing has the words
};

} // namespace stepscope::widgets

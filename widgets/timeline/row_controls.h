// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What people do to the rows of a timeline: the menu of a row's name (pin, hide, fold, move, merge streams, only rows
// with GPU work), the field that filters rows by name, and the same by keyboard for the row of the selection. Also
// turns all of it into bytes for the settings, and back, by kind of trace. Made by whoever owns the TimelineView; GUI
// thread only.

#include "core/view/track_layout.h"
#include "widgets/viewmodel/selection.h"

#include <QByteArray>
#include <QObject>
#include <QPoint>

#include <cstdint>
#include <optional>

class QLineEdit;
class QMenu;

namespace stepscope::widgets {

class TimelineView;

enum class RowCommand : std::uint8_t
{
    Pin, // or no longer
    Hide,
    MoveUp,
    MoveDown,
    MergeStreams, // of the row's GPU, or of all of them; or split them again
    ShowHidden,
    OnlyGpuWork, // or all again
    Filter,
    CompactRows,
    NormalRows,
    TallRows,
    Reset, // as the trace was opened
};

class RowControls : public QObject
{
    Q_OBJECT

public:
    RowControls(TimelineView* view, const Selection* selection);

    void run(RowCommand command); // on the row of the selection
    void fillMenu(QMenu& menu, view::NodeId node);
    [[nodiscard]] QLineEdit& filterField() { return *m_filter; }

    void setDefaultHeight(view::RowHeight height); // of rows that were not given one here
    void setOwnHeight(std::optional<view::RowHeight> height);
    [[nodiscard]] const std::optional<view::RowHeight>& ownHeight() const { return m_ownHeight; }
    void filter(const QString& text); // as if it had been typed
    // The same for traces whose rows have the same names.
    [[nodiscard]] QString kind() const;
    [[nodiscard]] QByteArray state() const; // empty when nothing was changed
    void restore(const QByteArray& state);  // what cannot be read is ignored

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply(RowCommand command, view::NodeId node);
    void reset();
    void mergeOrSplit(view::NodeId node);
    void showMenu(view::NodeId node, QPoint at);
    void openFilter();
    void closeFilter();
    void fillHeights(QMenu& menu);
    void placeFilter();
    [[nodiscard]] view::TrackLayout& layout() const;
    [[nodiscard]] view::NodeId selectedNode() const;

    TimelineView* m_view;
    const Selection* m_selection;
    QLineEdit* m_filter;
    std::vector<view::RowState> m_first; // as the trace was opened
    view::RowHeight m_defaultHeight = view::RowHeight::Normal;
    std::optional<view::RowHeight> m_ownHeight;
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The line above a memory timeline: which device is shown (the one that matters most first, pinned host memory last),
// and its figures at the point that is looked at. GUI thread only; what it is given must outlive it.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/model/memory_snapshot.h"
#include "widgets/viewmodel/memory_cursor.h"

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;

namespace stepscope::widgets {

class WrapLabel;

class DeviceBar : public QWidget
{
    Q_OBJECT

public:
    DeviceBar(const model::MemorySnapshot& snapshot, MemoryCursor* cursor, QWidget* parent = nullptr);

    void add(QWidget* widget); // at the right
    [[nodiscard]] QComboBox& selector() { return *m_devices; }
    [[nodiscard]] QString figures() const;

private:
    void showDevice();
    void showFigures();

    const model::MemorySnapshot& m_snapshot;
    MemoryCursor* m_cursor;
    QComboBox* m_devices;
    WrapLabel* m_figures;
    QHBoxLayout* m_layout;
};

} // namespace stepscope::widgets

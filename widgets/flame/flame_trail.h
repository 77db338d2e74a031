// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The callers above a node as links in one line; those in the middle are left out where the line is too short.
// GUI thread only.

#include "widgets/common/theme.h"

#include <QLabel>

#include <cstdint>
#include <utility>
#include <vector>

namespace stepscope::widgets {

class FlameTrail : public QLabel
{
    Q_OBJECT

public:
    using Entry = std::pair<std::uint32_t, QString>; // node and its name

    explicit FlameTrail(ThemeSource* theme, QWidget* parent = nullptr);
    void setEntries(std::vector<Entry> entries); // from the root to the node
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }

Q_SIGNALS:
    void nodeChosen(std::uint32_t node);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void render();

    ThemeSource* m_theme;
    std::vector<Entry> m_entries;
};

} // namespace stepscope::widgets

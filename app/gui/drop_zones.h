// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a drop would do, shown over the window while something is dragged over it: places above each other, each with
// what letting go there means, the one under the pointer lit. Takes no events itself. GUI thread only.

#include <QList>
#include <QRect>
#include <QString>
#include <QWidget>

#include <optional>

namespace stepscope::widgets {
class ThemeSource;
}

namespace stepscope::app {

struct DropZone
{
    QString title;
    QString detail; // said more quietly
    QString icon;
    int share = 1; // of the height
};

class DropZones : public QWidget
{
    Q_OBJECT

public:
    DropZones(widgets::ThemeSource* theme, QWidget* window);

    // Over `place` in the window; without a choice nothing is shown unless `always`.
    void offer(const QList<DropZone>& zones, const QRect& place, bool always);
    void setDetail(qsizetype zone, const QString& detail); // known only later
    void track(QPoint position);                           // of the pointer in the window
    // The one at this point of the window; where nothing is shown the only one, if any.
    [[nodiscard]] std::optional<qsizetype> zoneAt(QPoint position) const;
    [[nodiscard]] QRect rectOf(qsizetype zone) const; // in the window
    void dismiss();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    widgets::ThemeSource* m_theme;
    QList<DropZone> m_zones;
    std::optional<qsizetype> m_lit;
};

} // namespace stepscope::app

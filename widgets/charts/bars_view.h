// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A chart of stacked bars (QtCharts) in the colours of the theme: few labels where they fit, what a bar says in a tool
// tip, the bar under the pointer lit up. The whole height of a bar's column can be clicked; Left, Right and Enter do
// the same. Callers keep the number of bars to some hundred. GUI thread only.

#include "widgets/common/theme.h"

#include <QBrush>
#include <QRect>
#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QLabel;
class QStackedWidget;

namespace stepscope::widgets {

struct BarSet
{
    QString name;
    QBrush brush;
    QColor edge;                // invalid: none
    std::vector<double> values; // one a bar
};

struct BarsData
{
    QString xTitle;
    QString yTitle;
    bool counts = false;                           // values are whole numbers of things: so are the steps of the axis
    std::vector<BarSet> sets;                      // from the bottom up
    std::vector<QString> tips;                     // one a bar
    std::vector<std::pair<double, QString>> ticks; // of the x axis; bar i stands at i, half a bar to either side
    bool namedBars = false;                        // they are names of bars: all stand there, in two lines
    bool legend = true;                            // where there is more than one set
    std::optional<std::size_t> marked;             // outlined
    QString empty;                                 // said where there are no bars
    QString remark;                                // said below: what was summed up
};

class BarsView : public QWidget
{
    Q_OBJECT

public:
    explicit BarsView(ThemeSource* theme, QWidget* parent = nullptr);
    ~BarsView() override;

    void setBars(BarsData next);
    void setLeastHeight(int px); // of the bars with their axis: what is written below comes to it
    [[nodiscard]] const BarsData& bars() const { return m_data; }
    [[nodiscard]] std::vector<double> valueTicks() const; // of the axis
    [[nodiscard]] std::size_t count() const { return m_data.tips.size(); }
    [[nodiscard]] QRectF columnOf(std::size_t bar) const;  // in this widget; empty where there is no such bar
    [[nodiscard]] std::vector<QString> shownNames() const; // of bars, as they stand below them
    [[nodiscard]] std::vector<QRect> legendPlaces() const; // of its entries, in this widget; none while it is hidden
    [[nodiscard]] QWidget* canvas() const;                 // receives the mouse

Q_SIGNALS:
    void barActivated(std::size_t bar);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Chart;
    class Legend;
    void render();
    void addBars();
    void addAxes();
    void fitHeight();
    [[nodiscard]] double highestBar() const;
    void placeTicks();
    void makeNames();
    void dropNames();
    void placeNames();
    void placeBands();
    void setCurrent(std::optional<std::size_t> bar);
    [[nodiscard]] std::optional<std::size_t> barAt(QPointF position) const; // on the canvas

    ThemeSource* m_theme;
    BarsData m_data;
    std::unique_ptr<Chart> m_chart;
    QStackedWidget* m_pages;
    Legend* m_legend;
    QLabel* m_note;
    QLabel* m_remark;
    std::optional<std::size_t> m_current; // under the pointer, or chosen by keys
};

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/bars_view.h"

#include "widgets/common/style.h"
#include "widgets/details/panel_parts.h"

#include <QBarSet>
#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QGraphicsLayout>
#include <QGraphicsRectItem>
#include <QGraphicsSimpleTextItem>
#include <QKeyEvent>
#include <QLabel>
#include <QLegend>
#include <QPainter>
#include <QStackedBarSeries>
#include <QStackedWidget>
#include <QToolTip>
#include <QVBoxLayout>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kBarsWithGaps = 80;      // more stand without gaps between them
constexpr double kBarsOfFullWidth = 8; // fewer stay as slim
constexpr int kTickGap = 16;           // between labels
constexpr int kLow = 180;              // px
constexpr int kFlat = 130;             // px
constexpr int kNameLines = 2;          // that names of bars stand in
constexpr int kNameTop = 3;            // px below the axis
constexpr int kNameGap = 8;            // between names in one of the two lines that they stand in
constexpr int kSwatch = 10;            // px of a colour in the legend
constexpr int kLegendGap = 14;         // between entries of the legend
constexpr int kLastLabel = 40;         // px that the last label needs right of its tick

// 1, 2 or 5 times a power of ten, and not less than is asked for.
double wholeStep(double least)
{
    double power = 1;
    while (power * 10 <= least)
        power *= 10;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least)
            return factor * power;
    }
    return 10 * power;
}

} // namespace

// Swatches and names below the bars, in as many lines as they need: nothing of them is cut.
class BarsView::Legend : public QWidget
{
public:
    using QWidget::QWidget;

    void setEntries(const std::vector<BarSet>& sets, const Theme& theme)
    {
        m_entries.clear();
        for (const BarSet& set : sets)
            m_entries.push_back({set.name, set.brush, set.edge, {}});
        m_text = theme.text;
        m_surface = theme.surface;
        setAccessibleName(QStringLiteral("Legend"));
        fit();
    }
    // Where the names stand.
    [[nodiscard]] std::vector<QRect> places() const
    {
        std::vector<QRect> found;
        for (const Entry& entry : m_entries)
            found.push_back(entry.place);
        return found;
    }

protected:
    void resizeEvent(QResizeEvent* /*event*/) override { fit(); }
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), m_surface);
        painter.setFont(smallFont());
        for (const Entry& entry : m_entries) {
            const QRect swatch(entry.place.left(), entry.place.center().y() - kSwatch / 2, kSwatch, kSwatch);
            painter.setPen(entry.edge.isValid() ? QPen(entry.edge, 1) : QPen(Qt::NoPen));
            painter.setBrush(entry.brush);
            painter.drawRect(swatch);
            painter.setPen(m_text);
            painter.drawText(
                entry.place.adjusted(kSwatch + kSpacing, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, entry.name);
        }
    }

private:
    struct Entry
    {
        QString name;
        QBrush brush;
        QColor edge;
        QRect place;
    };

    void fit()
    {
        const QFontMetrics metrics(smallFont());
        const int line = metrics.height() + 2;
        int x = 2 * kSpacing;
        int y = 0;
        for (Entry& entry : m_entries) {
            const int needed = kSwatch + kSpacing + metrics.horizontalAdvance(entry.name) + 1;
            if (x > 2 * kSpacing && x + needed > width()) {
                x = 2 * kSpacing;
                y += line;
            }
            entry.place = QRect(x, y, needed, line);
            x += needed + kLegendGap;
        }
        setFixedHeight(y + line);
        update();
    }

    std::vector<Entry> m_entries;
    QColor m_text;
    QColor m_surface;
};

struct BarsView::Chart
{
    QChartView* view = nullptr;
    QChart* chart = nullptr;
    QStackedBarSeries* series = nullptr;
    QCategoryAxis* x = nullptr;
    QValueAxis* y = nullptr;
    QGraphicsRectItem* current = nullptr;
    QGraphicsRectItem* marked = nullptr;
    std::vector<QGraphicsSimpleTextItem*> names; // of bars, where those are what the axis tells
};

BarsView::BarsView(ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_chart(std::make_unique<Chart>())
    , m_pages(new QStackedWidget(this))
    , m_legend(new Legend(this))
    , m_note(centredNote(this))
    , m_remark(new QLabel(this))
{
    m_chart->chart = new QChart;
    m_chart->view = new QChartView(m_chart->chart, this);
    m_chart->view->setFrameShape(QFrame::NoFrame);
    m_chart->view->setRenderHint(QPainter::Antialiasing);
    m_chart->view->setFocusPolicy(Qt::NoFocus);
    m_chart->view->setMinimumSize(120, 60);
    m_chart->view->viewport()->setMouseTracking(true);
    m_chart->view->viewport()->installEventFilter(this);
    m_chart->chart->setBackgroundRoundness(0);
    m_chart->chart->legend()->hide(); // cuts names short
    m_chart->chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->current = m_chart->view->scene()->addRect({});
    m_chart->marked = m_chart->view->scene()->addRect({});
    m_pages->addWidget(m_chart->view);
    m_pages->addWidget(m_note);
    m_remark->setProperty("role", QStringLiteral("muted"));
    m_remark->setContentsMargins(2 * kSpacing, 0, 2 * kSpacing, kSpacing);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_legend);
    layout->addWidget(m_remark);
    setFocusPolicy(Qt::StrongFocus);
    connect(m_chart->chart, &QChart::plotAreaChanged, this, &BarsView::placeBands);
    connect(m_theme, &ThemeSource::changed, this, &BarsView::render);
    render();
}

BarsView::~BarsView() = default;

void BarsView::setLeastHeight(int px)
{
    m_pages->setMinimumHeight(px);
}

QWidget* BarsView::canvas() const
{
    return m_chart->view->viewport();
}

void BarsView::setBars(BarsData next)
{
    dropNames(); // of other bars
    m_data = std::move(next);
    m_current.reset();
    render();
}

void BarsView::render()
{
    const Theme& theme = m_theme->theme();
    QChart& chart = *m_chart->chart;
    chart.removeAllSeries();
    for (QAbstractAxis* axis : chart.axes()) {
        chart.removeAxis(axis);
        delete axis;
    }
    chart.setBackgroundBrush(theme.surface);
    m_chart->view->setBackgroundBrush(theme.surface);
    m_remark->setText(m_data.remark);
    addBars();
    addAxes();
    m_legend->setEntries(m_data.sets, theme);
    m_legend->setVisible(m_data.legend && m_data.sets.size() > 1 && count() > 0);
    m_note->setText(m_data.empty);
    m_pages->setCurrentIndex(count() > 0 ? 0 : 1);
    placeTicks();
    placeBands();
}

void BarsView::addBars()
{
    m_chart->series = new QStackedBarSeries;
    const double few = std::min(1.0, static_cast<double>(count()) / kBarsOfFullWidth);
    m_chart->series->setBarWidth(count() > kBarsWithGaps ? 1.0 : 0.75 * few);
    for (const BarSet& set : m_data.sets) {
        auto* bars = new QBarSet(set.name);
        for (const double value : set.values)
            bars->append(value);
        bars->setBrush(set.brush);
        bars->setPen(set.edge.isValid() ? QPen(set.edge, 1) : QPen(Qt::NoPen));
        m_chart->series->append(bars);
    }
    m_chart->chart->addSeries(m_chart->series);
}

void BarsView::addAxes()
{
    const Theme& theme = m_theme->theme();
    m_chart->x = new QCategoryAxis;
    m_chart->x->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    m_chart->x->setRange(-0.5, static_cast<double>(std::max<std::size_t>(count(), 1)) - 0.5);
    m_chart->x->setTruncateLabels(false);
    m_chart->x->setGridLineVisible(false);
    m_chart->x->setTitleText(m_data.xTitle);
    m_chart->y = new QValueAxis;
    m_chart->y->setTitleText(m_data.yTitle);
    for (QAbstractAxis* axis : {static_cast<QAbstractAxis*>(m_chart->x), static_cast<QAbstractAxis*>(m_chart->y)}) {
        axis->setLabelsColor(theme.muted);
        axis->setLabelsFont(smallFont());
        axis->setTitleFont(smallFont());
        axis->setTitleBrush(theme.muted);
        axis->setLinePenColor(theme.line);
        axis->setGridLineColor(theme.line);
    }
    m_chart->chart->addAxis(m_chart->x, Qt::AlignBottom);
    m_chart->chart->addAxis(m_chart->y, Qt::AlignLeft);
    m_chart->series->attachAxis(m_chart->x);
    m_chart->series->attachAxis(m_chart->y);
    fitHeight();
}

// A low chart has room for few labels, and none for titles: the unit stands behind the numbers. A flat one has no
// remark either.
void BarsView::fitHeight()
{
    const bool isLow = height() < kLow;
    m_remark->setVisible(!m_data.remark.isEmpty() && height() >= kFlat);
    const double highest = highestBar();
    const int ticks = isLow ? 3 : 5;
    m_chart->y->setRange(0, highest > 0 ? highest : 1);
    m_chart->y->setTickCount(ticks);
    if (m_data.counts) {
        const double step = wholeStep(highest / (ticks - 1));
        const int steps = std::max(1, static_cast<int>(std::ceil(highest / step)));
        m_chart->y->setRange(0, step * steps);
        m_chart->y->setTickCount(steps + 1);
    } else {
        m_chart->y->applyNiceNumbers();
    }
    const QString unit
        = isLow && !m_data.counts && !m_data.yTitle.isEmpty() ? QLatin1Char(' ') + m_data.yTitle : QString();
    m_chart->y->setLabelFormat((m_data.counts ? QStringLiteral("%.0f") : QStringLiteral("%g")) + unit);
    m_chart->x->setTitleVisible(!isLow);
    m_chart->y->setTitleVisible(!isLow);
}

std::vector<double> BarsView::valueTicks() const
{
    std::vector<double> ticks;
    const QValueAxis& axis = *m_chart->y;
    ticks.reserve(static_cast<std::size_t>(std::max(0, axis.tickCount())));
    for (int i = 0; i < axis.tickCount(); ++i)
        ticks.push_back(axis.min() + (axis.max() - axis.min()) * i / (axis.tickCount() - 1));
    return ticks;
}

double BarsView::highestBar() const
{
    double highest = 0;
    for (std::size_t bar = 0; bar < count(); ++bar) {
        double sum = 0;
        for (const BarSet& set : m_data.sets)
            sum += set.values[bar];
        highest = std::max(highest, sum);
    }
    return highest;
}

// As many labels as stand beside each other.
void BarsView::placeTicks()
{
    QCategoryAxis& axis = *m_chart->x;
    for (const QString& label : axis.categoriesLabels())
        axis.remove(label);
    makeNames();
    if (m_data.ticks.empty() || m_data.namedBars)
        return;
    const QFontMetrics metrics(smallFont());
    int widest = 1;
    for (const auto& [at, label] : m_data.ticks)
        widest = std::max(widest, metrics.horizontalAdvance(label) + kTickGap);
    const int room = std::max(1, width() / std::max(1, widest));
    const std::size_t stride
        = (m_data.ticks.size() + static_cast<std::size_t>(room) - 1) / static_cast<std::size_t>(room);
    QString invisible; // labels must differ
    for (std::size_t i = 0; i < m_data.ticks.size(); i += stride) {
        const auto& [at, label] = m_data.ticks[i];
        axis.append(axis.categoriesLabels().contains(label) ? label + (invisible += QChar(0x200B)) : label, at);
    }
}

void BarsView::dropNames()
{
    for (QGraphicsSimpleTextItem* name : m_chart->names)
        delete name;
    m_chart->names.clear();
}

// Names of bars are too wide to stand beside each other: they stand in two lines below the axis, which has none of its
// own.
void BarsView::makeNames()
{
    dropNames();
    const int room = m_data.namedBars ? (kNameLines - 1) * QFontMetrics(smallFont()).height() : 0;
    m_chart->chart->setMargins({kSpacing, kSpacing, kLastLabel, room});
    if (!m_data.namedBars)
        return;
    m_chart->x->append(QString(QChar(0x200B)), 0); // keeps the room of the first line
    for (const auto& [at, label] : m_data.ticks) {
        QGraphicsSimpleTextItem* name = m_chart->view->scene()->addSimpleText(label, smallFont());
        name->setBrush(m_theme->theme().muted);
        m_chart->names.push_back(name);
    }
    placeNames();
}

// Every other one in the second line, in the middle below its bar; cut only where two columns have no room for it.
void BarsView::placeNames()
{
    const QRectF plot = m_chart->chart->plotArea();
    const QFontMetrics metrics(smallFont());
    const double each = plot.width() / std::max<double>(1, static_cast<double>(count()));
    for (std::size_t i = 0; i < m_chart->names.size(); ++i) {
        QGraphicsSimpleTextItem& name = *m_chart->names[i];
        const auto& [at, label] = m_data.ticks[i];
        name.setText(metrics.elidedText(label, Qt::ElideRight, static_cast<int>(2 * each) - kNameGap));
        const double middle = plot.left() + (at + 0.5) * each;
        const double line = static_cast<double>(i % kNameLines) * metrics.height();
        name.setPos(middle - name.boundingRect().width() / 2, plot.bottom() + kNameTop + line);
    }
}

std::vector<QString> BarsView::shownNames() const
{
    std::vector<QString> names;
    for (const QGraphicsSimpleTextItem* name : m_chart->names)
        names.push_back(name->text());
    return names;
}

std::vector<QRect> BarsView::legendPlaces() const
{
    std::vector<QRect> places = m_legend->isVisible() ? m_legend->places() : std::vector<QRect>();
    for (QRect& place : places)
        place.translate(m_legend->pos());
    return places;
}

QRectF BarsView::columnOf(std::size_t bar) const
{
    if (bar >= count())
        return {};
    const QRectF plot = m_chart->chart->plotArea();
    const double each = plot.width() / static_cast<double>(count());
    const QRectF column(plot.left() + each * static_cast<double>(bar), plot.top(), each, plot.height());
    return column.translated(m_chart->view->mapTo(this, QPoint(0, 0)));
}

std::optional<std::size_t> BarsView::barAt(QPointF position) const
{
    const QRectF plot = m_chart->chart->plotArea();
    if (count() == 0 || !plot.contains(position))
        return std::nullopt;
    const double bar = (position.x() - plot.left()) / plot.width() * static_cast<double>(count());
    return std::min(static_cast<std::size_t>(bar), count() - 1);
}

void BarsView::placeBands()
{
    const Theme& theme = m_theme->theme();
    const QPointF origin = m_chart->view->mapTo(this, QPoint(0, 0));
    const auto place = [&](QGraphicsRectItem& item, const std::optional<std::size_t>& bar) {
        item.setVisible(bar && *bar < count());
        if (item.isVisible())
            item.setRect(columnOf(*bar).translated(-origin));
    };
    QColor light = theme.accent;
    light.setAlphaF(0.14F);
    m_chart->current->setBrush(light);
    m_chart->current->setPen(Qt::NoPen);
    m_chart->marked->setPen(QPen(theme.accent, 1));
    place(*m_chart->current, m_current);
    place(*m_chart->marked, m_data.marked);
    placeNames();
}

void BarsView::setCurrent(std::optional<std::size_t> bar)
{
    if (bar == m_current)
        return;
    m_current = bar;
    placeBands();
}

bool BarsView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != canvas())
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::Leave) {
        setCurrent(std::nullopt);
    } else if (event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        setCurrent(barAt(mouse->position()));
        if (m_current)
            QToolTip::showText(mouse->globalPosition().toPoint() + QPoint(12, 12), m_data.tips[*m_current], this);
        else
            QToolTip::hideText();
    } else if (event->type() == QEvent::MouseButtonPress) {
        setFocus(Qt::MouseFocusReason);
        return true;
    } else if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const std::optional<std::size_t> bar = barAt(mouse->position());
        if (bar && mouse->button() == Qt::LeftButton)
            Q_EMIT barActivated(*bar);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void BarsView::keyPressEvent(QKeyEvent* event)
{
    const bool right = event->key() == Qt::Key_Right;
    if (count() > 0 && (right || event->key() == Qt::Key_Left)) {
        std::size_t bar = right ? 0 : count() - 1;
        if (m_current)
            bar = right ? std::min(*m_current + 1, count() - 1) : std::max<std::size_t>(*m_current, 1) - 1;
        setCurrent(bar);
        QToolTip::showText(mapToGlobal(columnOf(bar).topRight().toPoint()), m_data.tips[bar], this);
        return;
    }
    if (m_current && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        Q_EMIT barActivated(*m_current);
        return;
    }
    QWidget::keyPressEvent(event);
}

void BarsView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitHeight();
    placeTicks();
}

} // namespace stepscope::widgets

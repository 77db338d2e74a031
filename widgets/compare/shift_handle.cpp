// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/shift_handle.h"

#include "widgets/common/icon.h"
#include "widgets/common/style.h"
#include "widgets/pages/page_picture.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kHeight = 22;
constexpr int kIcon = 14;
constexpr int kHandleInset = 8;
constexpr int kLeastText = 150; // the number changes while it is dragged: its place should not
constexpr double kDragDistance = 4;
constexpr double kFarKey = 10; // px

} // namespace

ShiftHandle::ShiftHandle(RunAxes* axes, Words words, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_axes(axes)
    , m_words(std::move(words))
    , m_theme(theme)
{
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::SizeHorCursor);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(QStringLiteral("Shift of the later run"));
    setToolTip(QStringLiteral(
        "How far the later run is shifted. Drag it, or drag a timeline with Ctrl; a double click takes it away"));
    connect(m_axes, &RunAxes::alignmentChanged, this, &ShiftHandle::describe);
    connect(m_theme, &ThemeSource::changed, this, qOverload<>(&QWidget::update));
    describe();
}

QString ShiftHandle::text() const
{
    return m_axes->shift() == 0 ? QStringLiteral("not shifted") : QStringLiteral("shifted ") + m_words(m_axes->shift());
}

void ShiftHandle::describe()
{
    setAccessibleDescription(text());
    setProperty(kSaysNothingInPictures, m_axes->shift() == 0);
    updateGeometry();
    update();
}

QSize ShiftHandle::sizeHint() const
{
    const int width = QFontMetrics(numberFont()).horizontalAdvance(text());
    return {std::max(width, kLeastText) + kIcon + 3 * kHandleInset, kHeight};
}

void ShiftHandle::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = m_theme->theme();
    const bool lit = hasFocus() || underMouse() || m_dragging;
    painter.setPen(lit ? theme.accent : theme.line);
    painter.setBrush(theme.raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const bool shifted = m_axes->shift() != 0;
    const QColor ink = shifted ? theme.accent : theme.muted;
    tintedIcon(QStringLiteral("shift"), ink, ink).paint(&painter, kHandleInset, (height() - kIcon) / 2, kIcon, kIcon);
    painter.setFont(numberFont());
    painter.setPen(shifted ? theme.text : theme.muted);
    painter.drawText(
        rect().adjusted(kIcon + 2 * kHandleInset, 0, -kHandleInset, 0), Qt::AlignVCenter | Qt::AlignLeft, text());
}

void ShiftHandle::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_dragging = true;
    m_last = event->globalPosition().x(); // the handle grows with its number: its own coordinates would jump
    update();
}

void ShiftHandle::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_dragging)
        return;
    m_axes->moveRun(1, event->globalPosition().x() - m_last);
    m_last = event->globalPosition().x();
}

void ShiftHandle::mouseReleaseEvent(QMouseEvent* /*event*/)
{
    m_dragging = false;
    update();
}

void ShiftHandle::mouseDoubleClickEvent(QMouseEvent* /*event*/)
{
    m_axes->resetShift();
}

void ShiftHandle::keyPressEvent(QKeyEvent* event)
{
    const double step = event->modifiers().testFlag(Qt::ShiftModifier) ? kFarKey : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return m_axes->moveRun(1, -step);
    case Qt::Key_Right:
        return m_axes->moveRun(1, step);
    case Qt::Key_Home:
        return m_axes->resetShift();
    default:
        QWidget::keyPressEvent(event);
    }
}

// ---- on a canvas ----

ShiftDrag::ShiftDrag(RunAxes* axes, std::size_t run, QWidget* canvas)
    : QObject(canvas)
    , m_axes(axes)
    , m_run(run)
    , m_canvas(canvas)
{
    canvas->installEventFilter(this);
}

bool ShiftDrag::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_canvas || m_replaying)
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
        return move(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease:
        return release(*static_cast<QMouseEvent*>(event));
    default:
        return false;
    }
}

bool ShiftDrag::press(const QMouseEvent& event)
{
    if (event.button() != Qt::LeftButton || event.modifiers() != Qt::ControlModifier)
        return false;
    m_pressed = event.position();
    m_last = event.position().x();
    m_waiting = true;
    return true;
}

bool ShiftDrag::move(const QMouseEvent& event)
{
    if (m_waiting && std::abs(event.position().x() - m_pressed.x()) >= kDragDistance) {
        m_waiting = false;
        m_dragging = true;
        m_canvas->setCursor(Qt::SizeHorCursor);
    }
    if (m_dragging) {
        m_axes->moveRun(m_run, event.position().x() - m_last);
        m_last = event.position().x();
    }
    return m_waiting || m_dragging;
}

// What turns out to be a click reaches the canvas as one.
bool ShiftDrag::release(const QMouseEvent& event)
{
    if (!m_waiting && !m_dragging)
        return false;
    if (m_waiting) {
        m_replaying = true;
        QMouseEvent press(QEvent::MouseButtonPress, m_pressed, event.globalPosition(), Qt::LeftButton, Qt::LeftButton,
            event.modifiers());
        QMouseEvent click(QEvent::MouseButtonRelease, event.position(), event.globalPosition(), Qt::LeftButton,
            Qt::NoButton, event.modifiers());
        QCoreApplication::sendEvent(m_canvas, &press);
        QCoreApplication::sendEvent(m_canvas, &click);
        m_replaying = false;
    } else {
        m_canvas->unsetCursor();
    }
    m_waiting = m_dragging = false;
    return true;
}

} // namespace stepscope::widgets

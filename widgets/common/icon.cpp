// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/icon.h"

#include "widgets/common/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

// Outside of all namespaces, as the macro demands: resources of a static library are not registered by themselves.
static void registerResources()
{
    Q_INIT_RESOURCE(app);
}

namespace stepscope::widgets {

void initResources()
{
    registerResources();
}

namespace {

QByteArray readSvg(const QString& name)
{
    initResources();
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray tinted(QByteArray svg, const QColor& colour)
{
    return svg.replace("currentColor", colour.name().toLatin1());
}

class TintedIconEngine final : public QIconEngine
{
public:
    TintedIconEngine(QByteArray svg, const QColor& colour, const QColor& disabled)
        : m_svg(std::move(svg))
        , m_colour(colour)
        , m_disabled(disabled)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        QSvgRenderer renderer(tinted(m_svg, mode == QIcon::Disabled ? m_disabled : m_colour));
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        painter->setRenderHint(QPainter::Antialiasing);
        renderer.render(painter, QRectF(rect));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        if (size.isEmpty())
            return {}; // a widget that is not laid out yet
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }
    [[nodiscard]] QIconEngine* clone() const override { return new TintedIconEngine(m_svg, m_colour, m_disabled); }

private:
    QByteArray m_svg;
    QColor m_colour;
    QColor m_disabled;
};

} // namespace

QIcon themedIcon(const QString& name, const Theme& theme)
{
    return tintedIcon(name, theme.text, blend(theme.panel, theme.muted, 0.6));
}

QIcon tintedIcon(const QString& name, const QColor& colour, const QColor& disabled)
{
    const QByteArray svg = readSvg(name);
    return svg.isEmpty() ? QIcon() : QIcon(new TintedIconEngine(svg, colour, disabled));
}

QPixmap iconPixmap(const QString& name, const QColor& colour, int size, qreal devicePixelRatio)
{
    const QByteArray svg = readSvg(name);
    if (svg.isEmpty())
        return {};
    const int side = qRound(size * devicePixelRatio);
    TintedIconEngine engine(svg, colour, colour);
    QPixmap pixmap = engine.pixmap(QSize(side, side), QIcon::Normal, QIcon::Off);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    return pixmap;
}

} // namespace stepscope::widgets

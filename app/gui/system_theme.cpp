// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/system_theme.h"

#include "widgets/common/theme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QGuiApplication>
#include <QVariant>

namespace stepscope::app {

namespace {

constexpr int kPortalTimeoutMs = 100;

std::optional<bool> askPortal()
{
    // Without this variable Qt would look for, or even start, a bus of its own.
    if (qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")
        || QGuiApplication::platformName() == QLatin1String("offscreen"))
        return std::nullopt;
    QDBusMessage question = QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.portal.Desktop"),
        QStringLiteral("/org/freedesktop/portal/desktop"), QStringLiteral("org.freedesktop.portal.Settings"),
        QStringLiteral("Read"));
    question << QStringLiteral("org.freedesktop.appearance") << QStringLiteral("color-scheme");
    const QDBusMessage answer = QDBusConnection::sessionBus().call(question, QDBus::Block, kPortalTimeoutMs);
    if (answer.type() != QDBusMessage::ReplyMessage || answer.arguments().isEmpty())
        return std::nullopt;
    return darkFromPortal(answer.arguments().constFirst());
}

} // namespace

std::optional<bool> darkFromPortal(const QVariant& colorScheme)
{
    // Wrapped once or twice, depending on the portal's age.
    QVariant value = colorScheme;
    while (value.metaType() == QMetaType::fromType<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    switch (value.toUInt()) {
    case 1:
        return true;
    case 2:
        return false;
    default:
        return std::nullopt;
    }
}

bool systemWantsDark()
{
    return askPortal().value_or(widgets::systemPrefersDark());
}

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session_leaks.h"

#include "core/share/session_json.h"
#include "widgets/share/text_secrets.h"

namespace stepscope::app {

std::optional<share::Session> SessionLeaks::cleared(
    const share::Session& session, share::KnownSecrets known, QWidget* parent)
{
    const QString text = QString::fromStdString(share::sessionJson(session));
    std::vector<widgets::ShownSecret> secrets;
    widgets::addSecretsOf(secrets, text, known);
    std::erase_if(secrets, [this](const widgets::ShownSecret& secret) {
        return m_masked.contains({secret.kind, secret.text});
    });
    const auto isMasked = m_ask(QStringLiteral("session"), secrets, parent);
    if (!isMasked)
        return std::nullopt;
    for (const widgets::ShownSecret& secret : secrets)
        m_masked[{secret.kind, secret.text}] = (*isMasked)(secret.kind, secret.text);
    const QString cleared = widgets::maskedText(text, known, [this](share::SecretKind kind, const QString& secret) {
        const auto answer = m_masked.find({kind, secret});
        return answer != m_masked.end() && answer->second;
    });
    if (cleared == text)
        return session;
    const auto parsed = share::parseSession(cleared.toStdString());
    return parsed ? std::optional(*parsed) : std::nullopt; // only texts were changed: it can be read
}

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/share/text_secrets.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

QString toText(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

bool isJson(std::string_view text)
{
    return text.starts_with('{');
}

// Secrets of a text that are masked.
std::vector<share::Secret> chosenIn(std::string_view utf8, share::KnownSecrets& known, const IsMasked& isMasked)
{
    std::vector<share::Secret> secrets = share::findShown(utf8, known);
    std::erase_if(secrets, [&](const share::Secret& secret) {
        return !isMasked(secret.kind, toText(utf8.substr(secret.begin, secret.end - secret.begin)));
    });
    return secrets;
}

} // namespace

void addSecret(std::vector<ShownSecret>& secrets, share::SecretKind kind, std::string_view utf8, const QRectF& place)
{
    const QString text = toText(utf8);
    const auto known = std::find_if(secrets.begin(), secrets.end(),
        [&](const ShownSecret& secret) { return secret.kind == kind && secret.text == text; });
    if (known == secrets.end())
        secrets.push_back({kind, text, 1, place});
    else
        ++known->count;
}

void addSecretsOf(std::vector<ShownSecret>& secrets, const QString& text, share::KnownSecrets& known)
{
    const std::string utf8 = text.toStdString();
    if (isJson(utf8)) {
        static_cast<void>(
            share::scrubJson(utf8, known.names, [&](share::SecretKind kind, std::string_view secret, std::size_t) {
                addSecret(secrets, kind, secret);
                return false;
            }));
        return;
    }
    for (const share::Secret& secret : share::findShown(utf8, known))
        addSecret(secrets, secret.kind, std::string_view(utf8).substr(secret.begin, secret.end - secret.begin));
}

QString maskedText(const QString& text, share::KnownSecrets& known, const IsMasked& isMasked)
{
    const std::string utf8 = text.toStdString();
    if (!isJson(utf8))
        return QString::fromStdString(share::maskText(utf8, chosenIn(utf8, known, isMasked)));
    const share::Scrubbed scrubbed = share::scrubJson(utf8, known.names,
        [&](share::SecretKind kind, std::string_view secret, std::size_t) { return isMasked(kind, toText(secret)); });
    return QString::fromStdString(scrubbed.json);
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/picture_leaks.h"

#include "app/gui/known_of_page.h"

#include <QStringList>

#include <map>

namespace stepscope::app {

std::optional<widgets::Picture> clearedPicture(
    const widgets::Picture& picture, const widgets::ContentPage& page, QWidget* parent, SharedBy by)
{
    share::KnownSecrets known;
    addKnown(known, page);
    const std::vector<widgets::ShownSecret> secrets = secretsIn(picture, known);
    if (secrets.empty())
        return picture;
    const auto isMasked = LeakDialog::askFor(by, QStringLiteral("picture"), secrets, parent);
    return isMasked ? std::optional(masked(picture, known, *isMasked)) : std::nullopt;
}

QString countsOf(const std::vector<widgets::ShownSecret>& secrets)
{
    std::map<share::SecretKind, int> counts;
    for (const widgets::ShownSecret& secret : secrets)
        ++counts[secret.kind];
    QStringList parts;
    for (const auto& [kind, count] : counts)
        parts << QStringLiteral("%1 × %2").arg(count).arg(QLatin1String(share::secretKindWords(kind)));
    return parts.join(QStringLiteral(", "));
}

} // namespace stepscope::app

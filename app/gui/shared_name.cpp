// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shared_name.h"

#include "app/gui/known_of_page.h"
#include "widgets/share/text_secrets.h"

#include <QRegularExpression>

namespace stepscope::app {

QString sharedName(const QString& name, const widgets::ContentPage& page, const QString& otherwise)
{
    share::KnownSecrets known;
    addKnown(known, page);
    // The whole name tells more than what is left of it: "HOST_PID.TIME.pt.trace.json".
    QString clean = widgets::maskedText(name, known, [](share::SecretKind, const QString&) { return true; });
    clean = clean.section(QLatin1Char('.'), 0, 0);
    static const QRegularExpression unfit(QStringLiteral("[<>:\"/\\\\|?*\\x00-\\x1f]+"));
    clean.remove(unfit);
    return clean.isEmpty() ? otherwise : clean;
}

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/sample.h"

#include <QCoreApplication>
#include <QDir>

namespace stepscope::app {

QString samplePath()
{
    const QDir program(QCoreApplication::applicationDirPath());
    for (const QString& folder : {QStringLiteral("../share/stepscope/samples"),
             QStringLiteral("../../resources/samples"), QStringLiteral("../../../resources/samples")}) {
        const QDir samples(program.absoluteFilePath(folder));
        const QStringList files = samples.entryList({QStringLiteral("*.json.gz")}, QDir::Files, QDir::Name);
        if (!files.isEmpty())
            return QDir::cleanPath(samples.absoluteFilePath(files.constFirst()));
    }
    return {};
}

} // namespace stepscope::app

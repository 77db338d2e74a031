// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/sample.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace stepscope::app {

namespace {

struct Known
{
    QString title;
    QStringList files;
};

QList<Known> known()
{
    return {{QStringLiteral("A slow step"), {QStringLiteral("gpt_step.pt.trace.json.gz")}},
        {QStringLiteral("A run that leaks"),
            {QStringLiteral("leaking.pt.trace.json.zst"), QStringLiteral("leaking.mem.pickle.zst")}},
        {QStringLiteral("The same, repaired"),
            {QStringLiteral("repaired.pt.trace.json.zst"), QStringLiteral("repaired.mem.pickle.zst")}}};
}

QStringList folders()
{
    return {QStringLiteral("../share/stepscope/samples"), QStringLiteral("../../resources/samples"),
        QStringLiteral("../../../resources/samples")};
}

} // namespace

QList<widgets::Sample> samples()
{
    QList<widgets::Sample> found;
    const QDir program(QCoreApplication::applicationDirPath());
    for (const QString& folder : folders()) {
        const QDir place(program.absoluteFilePath(folder));
        for (const Known& sample : known()) {
            QStringList files;
            for (const QString& file : sample.files) {
                if (place.exists(file))
                    files << QDir::cleanPath(place.absoluteFilePath(file));
            }
            if (!files.isEmpty())
                found << widgets::Sample {sample.title, files};
        }
        if (!found.isEmpty())
            break;
    }
    return found;
}

} // namespace stepscope::app

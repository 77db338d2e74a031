// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of test inputs; STEPSCOPE_SOURCE_DIR is defined by the build.
#include "tests/support/shared_data.h"

#include <QDir>
#include <QFileInfo>

namespace stepscope::tests {

std::optional<QString> sharedDir()
{
    QString path = qEnvironmentVariable("STEPSCOPE_SHARED");
    if (path.isEmpty())
        path = QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared");
    if (!QFileInfo(path).isDir())
        return std::nullopt;
    return QDir(path).absolutePath();
}

QString testData(const QString& relative)
{
    return QDir(QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/data")).absoluteFilePath(relative);
}

} // namespace stepscope::tests

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session_file.h"

#include "core/io/file_reader.h"
#include "core/share/png_session.h"
#include "core/share/session_json.h"

#include <QFile>
#include <QSaveFile>

#include <algorithm>

namespace stepscope::app {

namespace {

Expected<std::string> textOfPicture(const std::string& path)
{
    const auto carried = share::sessionTextOfPng(path);
    if (!carried)
        return tl::unexpected<Error>(carried.error());
    if (!*carried)
        return fail(ErrorClass::Unreadable,
            "The picture carries no session: it does not say which files it shows. Pictures that Stepscope writes do, "
            "unless that is switched off or another program has written them anew.");
    return **carried;
}

Expected<std::string> textOfFile(const std::string& path)
{
    const auto file = io::FileReader::open(path);
    if (!file)
        return tl::unexpected<Error>(file.error());
    std::string text(std::min<std::uint64_t>((*file)->size(), share::kMostSessionBytes + 1), '\0');
    const auto read = (*file)->readAt(0, text);
    if (!read)
        return tl::unexpected<Error>(read.error());
    text.resize(*read);
    return text;
}

} // namespace

Expected<share::Session> readSession(const QString& path)
{
    const std::string name = QFile::encodeName(path).toStdString();
    const bool isPicture = path.endsWith(kPictureSuffix, Qt::CaseInsensitive) || share::isPng(name);
    const Expected<std::string> text = isPicture ? textOfPicture(name) : textOfFile(name);
    return text ? share::parseSession(*text) : tl::unexpected<Error>(text.error());
}

QString writeSession(const QString& path, const share::Session& session)
{
    const std::string text = share::sessionJson(session);
    if (text.size() > share::kMostSessionBytes)
        return QStringLiteral("the session is too large");
    QSaveFile file(path);
    const auto length = static_cast<qint64>(text.size());
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), length) != length || !file.commit())
        return file.errorString();
    return {};
}

} // namespace stepscope::app

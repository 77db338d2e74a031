// SPDX-License-Identifier: GPL-3.0-or-later
// Loads memory snapshots that tests write as JSON text.
#pragma once

#include "core/export/dump.h"
#include "core/pickle/snapshot_loader.h"
#include "tests/core/packing.h"
#include "tests/core/pickle_writer.h"

#include <QJsonDocument>

#include <algorithm>
#include <string>

namespace stepscope::tests {

using SnapshotPtr = std::shared_ptr<const model::MemorySnapshot>;

inline SnapshotPtr loadBytes(const std::string& content)
{
    static TemporaryFiles files;
    Progress progress;
    const auto loaded = pickle::loadSnapshot(files.write(content), progress);
    if (!loaded)
        qWarning("%s", loaded.error().message.c_str());
    return loaded ? *loaded : nullptr;
}

inline std::string dumpOf(const SnapshotPtr& snapshot)
{
    std::string text;
    if (snapshot)
        exporting::dumpSnapshot(*snapshot, [&text](std::string_view part) { text += part; });
    return text;
}

/// A text with ' for ".
inline std::string quoted(std::string text)
{
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

/// Of a JSON text with ' for ", read as JSON and as a pickle of both writers; null when they differ. (QJsonDocument
/// sorts keys, so all three have the same order.)
inline SnapshotPtr loadAllForms(const std::string& text)
{
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(quoted(text)));
    const QJsonValue root = document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
    SnapshotPtr asJson = loadBytes(document.toJson().toStdString());
    const std::string wanted = dumpOf(asJson);
    for (const PickleStyle style : {PickleStyle::CPython, PickleStyle::Torch}) {
        const std::string got = dumpOf(loadBytes(PickleWriter(style).write(root)));
        if (got != wanted || wanted.empty()) {
            qWarning("%s\n is not\n%s", got.c_str(), wanted.c_str());
            return nullptr;
        }
    }
    return asJson;
}

} // namespace stepscope::tests

// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of a few events for tests of panels and windows: JSON text, written to a file and opened by the real loader.
#pragma once

#include "core/model/trace.h"

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

#include <memory>
#include <string_view>

namespace stepscope::tests {

/// A training step in small: a Python frame, an operator in it, its launch and the kernel; a copy with bytes; a B/E
/// pair, an instant, a counter, a flow; a negative duration and an unfinished slice.
QByteArray smallTraceJson();

/// Owns the folder of the file: arguments are read from it as long as this lives.
class LoadedTrace
{
public:
    explicit LoadedTrace(const QByteArray& json, const QString& fileName = QStringLiteral("small.json"));

    [[nodiscard]] bool ok() const { return m_trace != nullptr; } // false: the loader refused the text
    [[nodiscard]] const std::shared_ptr<const model::Trace>& trace() const { return m_trace; }
    [[nodiscard]] const QString& path() const { return m_path; }
    /// First slice of this name; invalid when there is none.
    [[nodiscard]] SliceId slice(std::string_view name) const;

private:
    QTemporaryDir m_folder;
    QString m_path;
    std::shared_ptr<const model::Trace> m_trace;
};

/// Writes a file; false when that failed.
bool writeFile(const QString& path, const QByteArray& content);

} // namespace stepscope::tests

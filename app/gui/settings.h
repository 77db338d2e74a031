// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the window remembers between runs. A thin wrapper over a QSettings that is handed in (tests give it a file of
// their own); GUI thread only. Values that cannot be read fall back to their defaults.

#include "app/gui/command_line.h"
#include "app/gui/picture_choice.h"
#include "app/gui/preferences.h"

#include <QByteArray>
#include <QObject>
#include <QStringList>
#include <QVariant>

#include <memory>

class QSettings;

namespace stepscope::app {

class Settings : public QObject
{
    Q_OBJECT

public:
    static constexpr int kMaxRecentFiles = 10;

    explicit Settings(std::unique_ptr<QSettings> store, QObject* parent = nullptr);
    ~Settings() override;

    [[nodiscard]] QStringList recentFiles() const; // newest first, absolute paths
    void addRecentFile(const QString& path);       // moves it to the front
    void removeRecentFile(const QString& path);
    void clearRecentFiles();

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    [[nodiscard]] Preferences preferences() const;
    void setPreferences(const Preferences& preferences);

    [[nodiscard]] QString lastFolder() const; // of the open dialog
    void setLastFolder(const QString& folder);

    [[nodiscard]] QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray& geometry);
    [[nodiscard]] QByteArray pageLayout() const; // sizes of the trace page's parts
    void setPageLayout(const QByteArray& layout);

    [[nodiscard]] PictureChoice pictureChoice() const; // of the last picture
    void setPictureChoice(const PictureChoice& choice);

    [[nodiscard]] QByteArray rows(const QString& kind) const;   // of a kind of trace
    void setRows(const QString& kind, const QByteArray& state); // empty: as they come

Q_SIGNALS:
    void recentFilesChanged();
    void preferencesChanged();

private:
    [[nodiscard]] QVariant stored(const QString& key) const;
    void store(const QString& key, const QVariant& value); // an invalid value forgets the key
    void storeRecentFiles(const QStringList& files);

    std::unique_ptr<QSettings> m_store;
};

} // namespace stepscope::app

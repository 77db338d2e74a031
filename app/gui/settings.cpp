// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/settings.h"

#include <QFileInfo>
#include <QSettings>

namespace stepscope::app {

namespace {

const QString kRecentFiles = QStringLiteral("recentFiles");
const QString kTheme = QStringLiteral("theme");
const QString kLastFolder = QStringLiteral("lastFolder");
const QString kWindowGeometry = QStringLiteral("windowGeometry");
const QString kRows = QStringLiteral("rows/");
const QString kPreferences = QStringLiteral("preferences");
const QString kPageLayout = QStringLiteral("pageLayout");
const QString kPicture = QStringLiteral("picture");

} // namespace

Settings::Settings(std::unique_ptr<QSettings> store, QObject* parent)
    : QObject(parent)
    , m_store(std::move(store))
{
}

Settings::~Settings() = default;

QVariant Settings::stored(const QString& key) const
{
    return m_store ? m_store->value(key) : QVariant();
}

void Settings::store(const QString& key, const QVariant& value)
{
    if (!m_store)
        return;
    if (value.isValid())
        m_store->setValue(key, value);
    else
        m_store->remove(key);
}

QStringList Settings::recentFiles() const
{
    QStringList files = stored(kRecentFiles).toStringList();
    files.removeAll(QString());
    return files.mid(0, kMaxRecentFiles);
}

void Settings::addRecentFile(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    storeRecentFiles(files.mid(0, kMaxRecentFiles));
}

void Settings::removeRecentFile(const QString& path)
{
    QStringList files = recentFiles();
    if (files.removeAll(QFileInfo(path).absoluteFilePath()) > 0)
        storeRecentFiles(files);
}

void Settings::clearRecentFiles()
{
    storeRecentFiles({});
}

void Settings::storeRecentFiles(const QStringList& files)
{
    store(kRecentFiles, files);
    Q_EMIT recentFilesChanged();
}

ThemeChoice Settings::theme() const
{
    const QString name = stored(kTheme).toString();
    if (name == QLatin1String("light"))
        return ThemeChoice::Light;
    if (name == QLatin1String("dark"))
        return ThemeChoice::Dark;
    return ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice theme)
{
    switch (theme) {
    case ThemeChoice::System:
        store(kTheme, QVariant());
        break;
    case ThemeChoice::Light:
        store(kTheme, QStringLiteral("light"));
        break;
    case ThemeChoice::Dark:
        store(kTheme, QStringLiteral("dark"));
        break;
    }
}

Preferences Settings::preferences() const
{
    return preferencesFrom(stored(kPreferences).toByteArray());
}

void Settings::setPreferences(const Preferences& preferences)
{
    if (preferences == this->preferences())
        return;
    store(kPreferences, toBytes(preferences));
    Q_EMIT preferencesChanged();
}

QString Settings::lastFolder() const
{
    return stored(kLastFolder).toString();
}

void Settings::setLastFolder(const QString& folder)
{
    store(kLastFolder, folder);
}

QByteArray Settings::windowGeometry() const
{
    return stored(kWindowGeometry).toByteArray();
}

void Settings::setWindowGeometry(const QByteArray& geometry)
{
    store(kWindowGeometry, geometry);
}

PictureChoice Settings::pictureChoice() const
{
    return pictureChoiceFrom(stored(kPicture).toByteArray());
}

void Settings::setPictureChoice(const PictureChoice& choice)
{
    store(kPicture, toBytes(choice));
}

QByteArray Settings::pageLayout() const
{
    return stored(kPageLayout).toByteArray();
}

void Settings::setPageLayout(const QByteArray& layout)
{
    store(kPageLayout, layout);
}

QByteArray Settings::rows(const QString& kind) const
{
    return stored(kRows + kind).toByteArray();
}

void Settings::setRows(const QString& kind, const QByteArray& state)
{
    store(kRows + kind, state.isEmpty() ? QVariant() : QVariant(state));
}

} // namespace stepscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
// What sessions know of files: their paths, where to look for them, their content; and the pictures that carry one.
#include "core/share/content_hash.h"
#include "core/share/png_session.h"
#include "core/share/session_json.h"
#include "core/share/session_paths.h"
#include "core/share/session_search.h"
#include "tests/core/random_session.h"
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

using namespace stepscope;
using namespace stepscope::share;

namespace {

QByteArray bigEndian(std::uint32_t value)
{
    QByteArray bytes;
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        bytes += static_cast<char>(value >> shift);
    return bytes;
}

QByteArray chunk(const QByteArray& type, const QByteArray& content)
{
    const QByteArray checked = type + content;
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(checked.constData()), static_cast<uInt>(checked.size()));
    return bigEndian(static_cast<std::uint32_t>(content.size())) + checked + bigEndian(static_cast<std::uint32_t>(sum));
}

const QByteArray kStart = QByteArray("\x89PNG\r\n\x1a\n") + chunk("IHDR", QByteArray(13, '\1'));
const QByteArray kEnd = chunk("IDAT", QByteArray(100, '\0')) + chunk("IEND", {});
const QByteArray kKey = QByteArray("Stepscope-Session") + '\0';

QByteArray packed(const QByteArray& text)
{
    return qCompress(text).mid(4); // without Qt's length
}

Expected<std::optional<std::string>> textOf(const QByteArray& png)
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("picture.png"));
    if (!tests::writeFile(path, png))
        return std::string("cannot be written");
    return sessionTextOfPng(QFile::encodeName(path).toStdString());
}

} // namespace

class TestSessionFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pathsAreRelativeToTheSession();
    void picturesTellNoFolders();
    void filesAreLookedForWhereTheyWereAndBesideTheSession();
    void contentIsKnownAgain();
    void whatCannotBeReadIsSaid();
    void theRightContentGoesBeforeTheRightPlace();
    void foldersAndFilesWithoutAHashAreTakenByName();
    void picturesCarryTheirSession();
    void everyCutPictureIsNoticed();
    void damagedPicturesAreRefused_data();
    void damagedPicturesAreRefused();
};

void TestSessionFiles::pathsAreRelativeToTheSession()
{
    const auto in = [](const char* path) { return pathInSession(path, "/data/run", PathsFor::SessionFile); };
    QCOMPARE(in("/data/run/a.json"), std::string("a.json"));
    QCOMPARE(in("/data/run/rank 0/ä.json"), std::string("rank 0/ä.json"));
    QCOMPARE(in("/data/other/a.json"), std::string("../other/a.json"));
    QCOMPARE(pathInSession("/data/run/a.json", "/elsewhere", PathsFor::Recovery), std::string("/data/run/a.json"));
}

void TestSessionFiles::picturesTellNoFolders()
{
    const auto in = [](const char* path) { return pathInSession(path, "/home/ada/plots", PathsFor::Picture); };
    QCOMPARE(in("/home/ada/plots/run/a.json"), std::string("run/a.json"));
    QCOMPARE(in("/home/ada/a.json"), std::string("a.json"));
    QCOMPARE(in("/data/secret project/a.json"), std::string("a.json"));
    QCOMPARE(in("/home/ada/plots"), std::string("plots"));
    QCOMPARE(in("/home/ada/plots/..a.json"), std::string("..a.json"));
}

void TestSessionFiles::filesAreLookedForWhereTheyWereAndBesideTheSession()
{
    using Places = std::vector<std::string>;
    const auto of = [](const char* path) { return placesOf({path, 0, {}}, "/s/notes"); };
    QVERIFY(of("a.json") == (Places {"/s/notes/a.json"}));
    QVERIFY(of("../run/./a.json") == (Places {"/s/run/a.json", "/s/notes/a.json"}));
    QVERIFY(of("/data/a.json") == (Places {"/data/a.json", "/s/notes/a.json"}));
    QVERIFY(of("../../../../etc/a") == (Places {"/etc/a", "/s/notes/a"}));
}

void TestSessionFiles::contentIsKnownAgain()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a"));
    const std::string name = QFile::encodeName(path).toStdString();
    Progress progress;
    QVERIFY(tests::writeFile(path, {}));
    QCOMPARE(
        contentHash(name, progress)->hash, std::string("99aa06d3014798d86001c324468d497f")); // of nothing, by xxhsum
    QVERIFY(tests::writeFile(path, "abc"));
    const auto small = contentHash(name, progress);
    QCOMPARE(small->hash, std::string("06b05ab6733a618578af5f94892f3950"));
    QCOMPARE(small->bytes, std::uint64_t {3});
    QByteArray large(5'000'001, 'x');
    QVERIFY(tests::writeFile(path, large));
    const auto before = contentHash(name, progress);
    QCOMPARE(progress.bytesDone.load(), std::uint64_t {5'000'001});
    large[4'999'999] = 'y';
    QVERIFY(tests::writeFile(path, large));
    QVERIFY(contentHash(name, progress)->hash != before->hash);
}

void TestSessionFiles::whatCannotBeReadIsSaid()
{
    Progress progress;
    QCOMPARE(contentHash("/nowhere/a", progress).error().errorClass, ErrorClass::Unreadable);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a"));
    QVERIFY(tests::writeFile(path, "abc"));
    std::stop_source source;
    source.request_stop();
    QCOMPARE(contentHash(QFile::encodeName(path).toStdString(), progress, source.get_token()).error().errorClass,
        ErrorClass::Cancelled);
}

void TestSessionFiles::theRightContentGoesBeforeTheRightPlace()
{
    QTemporaryDir shelf;
    const QDir folder(shelf.path());
    QVERIFY(folder.mkpath(QStringLiteral("s/run")) && folder.mkpath(QStringLiteral("far")));
    const auto pathOf = [&](const char* name) { return folder.filePath(QString::fromLatin1(name)).toStdString(); };
    const auto write = [&](const char* name, const char* content) {
        return tests::writeFile(QString::fromStdString(pathOf(name)), content);
    };
    Progress progress;
    QVERIFY(write("far/a.json", "right"));
    const SessionFile file {"run/a.json", 5, contentHash(pathOf("far/a.json"), progress)->hash};
    const auto find = [&](const std::vector<std::string>& known) {
        return findFiles({file}, pathOf("s"), known, progress)->front();
    };
    using State = FoundFile::State;
    QVERIFY(find({}) == FoundFile());
    QVERIFY(find({pathOf("far")}) == (FoundFile {State::Same, pathOf("far/a.json"), 5})); // a folder
    QVERIFY(find({pathOf("far/a.json")}) == (FoundFile {State::Same, pathOf("far/a.json"), 5}));
    QVERIFY(write("s/run/a.json", "wrong"));
    QVERIFY(find({}) == (FoundFile {State::Different, pathOf("s/run/a.json"), 5}));
    QVERIFY(find({pathOf("far/a.json")}) == (FoundFile {State::Same, pathOf("far/a.json"), 5}));
    QVERIFY(write("s/a.json", "right")); // beside the session
    QVERIFY(find({}) == (FoundFile {State::Same, pathOf("s/a.json"), 5}));
    std::stop_source source;
    source.request_stop();
    QCOMPARE(
        findFiles({file}, pathOf("s"), {}, progress, source.get_token()).error().errorClass, ErrorClass::Cancelled);
}

void TestSessionFiles::foldersAndFilesWithoutAHashAreTakenByName()
{
    QTemporaryDir shelf;
    const std::string folder = shelf.path().toStdString();
    QVERIFY(QDir(shelf.path()).mkdir(QStringLiteral("ranks")));
    QVERIFY(tests::writeFile(shelf.filePath(QStringLiteral("a")), "abc"));
    Progress progress;
    const auto stateOf
        = [&](const SessionFile& file) { return findFiles({file}, folder, {}, progress)->front().state; };
    QCOMPARE(stateOf({"ranks", 0, {}}), FoundFile::State::Same);
    QCOMPARE(stateOf({"ranks", 9, "06b05ab6733a618578af5f94892f3950"}), FoundFile::State::Missing); // it was a file
    QCOMPARE(stateOf({"a", 3, {}}), FoundFile::State::Same);
    QCOMPARE(stateOf({"a", 4, {}}), FoundFile::State::Different);
}

void TestSessionFiles::picturesCarryTheirSession()
{
    const QByteArray text = QByteArray::fromStdString(sessionJson(tests::RandomSession(5).session()));
    const QByteArray noise = chunk("tEXt", QByteArray("Author") + '\0' + "somebody") + chunk("zTXt", "x");
    for (const QByteArray& carrier : {chunk("tEXt", kKey + text), chunk("zTXt", kKey + '\0' + packed(text)),
             chunk("iTXt", kKey + QByteArray(2, '\0') + "en" + '\0' + "key" + '\0' + text),
             chunk("iTXt", kKey + '\1' + '\0' + '\0' + '\0' + packed(text))}) {
        for (const QByteArray& png : {kStart + carrier + kEnd, kStart + noise + carrier + kEnd}) {
            const auto found = textOf(png);
            QVERIFY2(found, found ? "" : found.error().message.c_str());
            QVERIFY(found->has_value());
            QCOMPARE(QByteArray::fromStdString(**found), text);
        }
    }
    const auto none = textOf(kStart + noise + kEnd);
    QVERIFY(none && !none->has_value());
}

void TestSessionFiles::everyCutPictureIsNoticed()
{
    const QByteArray png = kStart + chunk("zTXt", kKey + '\0' + packed("{\"schema\": 1}"));
    QVERIFY(textOf(png) && textOf(png)->has_value());
    for (qsizetype length = 0; length < png.size(); ++length)
        QVERIFY2(!textOf(png.left(length)), qPrintable(QString::number(length)));
}

void TestSessionFiles::damagedPicturesAreRefused_data()
{
    QTest::addColumn<QByteArray>("png");
    QTest::addColumn<QString>("part");
    QByteArray wrongSum = chunk("tEXt", kKey + "{}");
    wrongSum.back() = static_cast<char>(wrongSum.back() + 1);
    const QByteArray bomb = packed(QByteArray(static_cast<qsizetype>(kMostSessionBytes) + 10, ' '));
    QTest::newRow("no picture") << QByteArray("GIF89a and more") << "no PNG";
    QTest::newRow("nothing") << QByteArray() << "no PNG";
    QTest::newRow("checksum") << kStart + wrongSum + kEnd << "checksum";
    QTest::newRow("no deflate") << kStart + chunk("zTXt", kKey + '\0' + "not packed") + kEnd << "damaged";
    QTest::newRow("other method") << kStart + chunk("zTXt", kKey + '\7' + packed("{}")) + kEnd << "damaged";
    QTest::newRow("bomb") << kStart + chunk("zTXt", kKey + '\0' + bomb) + kEnd << "damaged";
    QTest::newRow("half a text") << kStart + chunk("iTXt", kKey + QByteArray(2, '\0') + "en") + kEnd << "damaged";
    QTest::newRow("empty") << kStart + chunk("tEXt", kKey) + kEnd << "damaged";
    QTest::newRow("long") << kStart + bigEndian(0xffffffffU) + "tEXt" + kKey + "{}"
                          << "too long";
    QTest::newRow("no end") << kStart + bigEndian(0x7fffffffU) + "tIME"
                            << "no end";
}

void TestSessionFiles::damagedPicturesAreRefused()
{
    QFETCH(QByteArray, png);
    QFETCH(QString, part);
    const auto found = textOf(png);
    QVERIFY(!found);
    QVERIFY2(QString::fromStdString(found.error().message).contains(part), found.error().message.c_str());
}

STEPSCOPE_TEST(TestSessionFiles)

#include "tst_session_files.moc"

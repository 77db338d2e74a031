// SPDX-License-Identifier: GPL-3.0-or-later
// Files are read exactly, refused with the reason, and noticed when they change while open.
#include "core/io/file_reader.h"
#include "tests/core/packing.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cstdio>
#include <filesystem>
#include <sys/stat.h>
#include <thread>

using namespace stepscope;
using namespace stepscope::io;
using stepscope::tests::TemporaryFiles;

namespace {

std::shared_ptr<const FileReader> opened(const std::string& path)
{
    const auto file = FileReader::open(path);
    return file ? *file : nullptr;
}

Error openError(const std::string& path)
{
    const auto file = FileReader::open(path);
    return file ? Error {} : file.error();
}

// The sentence about the change, or nothing.
std::string changeOf(const FileReader& file)
{
    const Expected<void> same = file.verifyUnchanged();
    return same || same.error().errorClass != ErrorClass::Changed ? std::string() : same.error().message;
}

bool contains(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

class TestFileReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAnyPart()
    {
        TemporaryFiles files;
        const std::string text = tests::traceLikeText(10'000, 1);
        const auto file = opened(files.write(text));
        QVERIFY(file);
        QCOMPARE(file->size(), std::uint64_t {10'000});
        std::string out(4'000, '?');
        QCOMPARE(*file->readAt(1'234, out), out.size());
        QVERIFY(out == text.substr(1'234, 4'000));
        QCOMPARE(*file->readAt(9'000, out), std::size_t {1'000}); // short at the end
        QVERIFY(out.substr(0, 1'000) == text.substr(9'000));
        QCOMPARE(*file->readAt(10'000, out), std::size_t {0});
        QCOMPARE(*file->readAt(~std::uint64_t {0}, out), std::size_t {0});
        QCOMPARE(*file->readAt(~std::uint64_t {0} >> 1U, out), std::size_t {0});
        QCOMPARE(*file->readAt(0, {}), std::size_t {0});
        QVERIFY(file->verifyUnchanged());
    }

    void manyThreadsReadAtOnce()
    {
        TemporaryFiles files;
        const std::string text = tests::traceLikeText(1'000'000, 2);
        const auto file = opened(files.write(text));
        std::array<bool, 4> same = {};
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < same.size(); ++t) {
            threads.emplace_back([&, t] {
                std::string all(text.size(), '\0');
                for (std::size_t at = 0; at < all.size(); at += 7'919)
                    (void)file->readAt(at, std::span(all).subspan(at, std::min<std::size_t>(7'919, all.size() - at)));
                same[t] = all == text;
            });
        }
        threads.clear();
        for (const bool ok : same)
            QVERIFY(ok);
    }

    void emptyFilesOpen()
    {
        TemporaryFiles files;
        const auto file = opened(files.write(""));
        QVERIFY(file);
        QCOMPARE(file->size(), std::uint64_t {0});
    }

    void refusesWithTheReason()
    {
        TemporaryFiles files;
        const std::string path = files.write("x");
        const std::string folder = std::filesystem::path(path).parent_path();
        const Error missing = openError(path + ".not");
        QVERIFY(missing.errorClass == ErrorClass::Unreadable);
        QVERIFY(contains(missing.message, "No such file") && contains(missing.message, path + ".not"));
        const Error isFolder = openError(folder);
        QVERIFY(isFolder.errorClass == ErrorClass::Unreadable);
        QVERIFY(contains(isFolder.message, "folder"));
        const std::string pipe = folder + "/pipe";
        QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
        const Error isPipe = openError(pipe); // and does not wait for a writer
        QVERIFY(isPipe.errorClass == ErrorClass::Unreadable);
        QVERIFY(contains(isPipe.message, "pipe"));
        QVERIFY(contains(openError("/dev/null").message, "device"));
    }

    void noticesChanges_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("says");
        QTest::newRow("cut") << "cut"
                             << "cut from 1000 to 400";
        QTest::newRow("grown") << "grown"
                               << "grew from 1000 to 1001";
        QTest::newRow("written to") << "touched"
                                    << "written to";
        QTest::newRow("deleted") << "deleted"
                                 << "deleted or moved";
        QTest::newRow("replaced") << "replaced"
                                  << "replaced";
    }

    void noticesChanges()
    {
        QFETCH(QString, change);
        QFETCH(QString, says);
        TemporaryFiles files;
        const std::string path = files.write(std::string(1'000, 'x'));
        const auto file = opened(path);
        QCOMPARE(changeOf(*file), std::string());
        makeChange(path, change);
        const std::string message = changeOf(*file);
        QVERIFY2(contains(message, says.toStdString()), message.c_str());
        QVERIFY(contains(message, path) && contains(message, "Open it again"));
    }

    void readingBeyondACutIsAnError()
    {
        TemporaryFiles files;
        const std::string path = files.write(std::string(1'000, 'x'));
        const auto file = opened(path);
        std::filesystem::resize_file(path, 400);
        std::string out(300, '\0');
        QCOMPARE(*file->readOpened(100, out), std::size_t {300});
        const Expected<std::size_t> beyond = file->readOpened(200, out);
        QVERIFY(!beyond && beyond.error().errorClass == ErrorClass::Changed);
        QCOMPARE(*file->readAt(200, out), std::size_t {200});
    }

    void readingStopsWhereTheFileEndedWhenItWasOpened()
    {
        TemporaryFiles files;
        const std::string path = files.write(std::string(1'000, 'x'));
        const auto file = opened(path);
        std::filesystem::resize_file(path, 5'000);
        std::string out(2'000, '\0');
        QCOMPARE(*file->readOpened(900, out), std::size_t {100});
        QCOMPARE(*file->readOpened(3'000, out), std::size_t {0});
    }

private:
    static void makeChange(const std::string& path, const QString& change)
    {
        if (change == QLatin1String("cut")) {
            std::filesystem::resize_file(path, 400);
        } else if (change == QLatin1String("grown")) {
            std::filesystem::resize_file(path, 1'001);
        } else if (change == QLatin1String("touched")) {
            const auto time = std::filesystem::last_write_time(path);
            std::filesystem::last_write_time(path, time + std::chrono::nanoseconds(4'000'000));
        } else {
            const auto time = std::filesystem::last_write_time(path);
            std::filesystem::rename(path, path + ".old");
            if (change == QLatin1String("replaced")) {
                std::filesystem::copy_file(path + ".old", path);
                std::filesystem::last_write_time(path, time);
            }
        }
    }
};

STEPSCOPE_TEST(TestFileReader)

#include "tst_file_reader.moc"

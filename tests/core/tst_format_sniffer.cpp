// SPDX-License-Identifier: GPL-3.0-or-later
// Files are told apart by their first bytes.
#include "core/io/format_sniffer.h"
#include "tests/core/packing.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <random>

using namespace stepscope::io;
namespace tests = stepscope::tests;

namespace {

Format sniffed(std::string_view head)
{
    return sniff(std::span(head.data(), head.size()));
}

Format sniffedFile(const QString& path)
{
    QFile file(path);
    const bool isOpen = file.open(QIODevice::ReadOnly);
    return isOpen ? sniffed(file.read(kSniffBytes).toStdString()) : Format::Unknown;
}

std::string utf16(std::string_view ascii, bool bigEndian)
{
    std::string text;
    for (const char c : ascii) {
        text += bigEndian ? '\0' : c;
        text += bigEndian ? c : '\0';
    }
    return text;
}

} // namespace

class TestFormatSniffer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsFormats_data()
    {
        using namespace std::string_literals;
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<int>("format");
        const auto row = [](const char* name, const std::string& head, Format format) {
            QTest::newRow(name) << QByteArray::fromStdString(head) << static_cast<int>(format);
        };
        row("nothing", "", Format::Empty);
        row("blanks", " \r\n\t ", Format::Empty);
        row("mark only", "\xef\xbb\xbf", Format::Empty);
        row("object", R"({"traceEvents": [)", Format::Json);
        row("array", "[", Format::Json);
        row("blanks before", "\n\n   {\"a\": 1}", Format::Json);
        row("mark before", "\xef\xbb\xbf [ {", Format::Json);
        row("line feed and long object", "\n{" + tests::traceLikeText(300, 1), Format::Json);
        row("more blanks than are looked at", std::string(kSniffBytes, ' '), Format::Json);
        row("gzip", tests::gzipMember("[]"), Format::Gzip);
        row("zstd", tests::zstdFrame("[]"), Format::Zstd);
        row("zstd after a skippable frame", tests::zstdSkippableFrame("x") + tests::zstdFrame("[]"), Format::Zstd);
        row("zip", "PK\x03\x04\x14\0"s, Format::Zip);
        row("empty zip", "PK\x05\x06\0\0"s, Format::Zip);
        row("pickle 2", "\x80\x02}q\0."s, Format::Pickle);
        row("pickle 4", "\x80\x04\x95\x1a\0\0\0"s, Format::Pickle);
        row("pickle 5", "\x80\x05\x95"s, Format::Pickle);
        row("pickle 0", "(dp0\nVsegments\np1\n", Format::Pickle);
        row("pickle 1", "}q\0X\x08\0\0\0segments"s, Format::Pickle);
        row("pickle 1 without a memo", "}(X\x08\0\0\0segments"s, Format::Pickle);
        row("pickle 1 of a list", "](}(X\x07\0\0\0address"s, Format::Pickle);
        row("pickle that calls", "cos\nsystem\n(S'true'\ntR.", Format::Pickle);
        row("perfetto", "\x0a\x06\x50\x01\x42\x02hi\x0a\x02\x50\x01"s, Format::PerfettoProto);
        row("perfetto, long packet", "\x0a\x7b\x08\x01\x12"s + std::string(20, 'x'), Format::PerfettoProto);
        row("UTF-16 LE with mark", "\xff\xfe" + utf16("{\"a\": 1}", false), Format::Utf16Le);
        row("UTF-16 BE with mark", "\xfe\xff" + utf16("[", true), Format::Utf16Be);
        row("UTF-16 LE", utf16("\r\n [{}]", false), Format::Utf16Le);
        row("UTF-16 BE", utf16(" {\"a\": 1}", true), Format::Utf16Be);
        row("UTF-32", "\xff\xfe\0\0{\0\0\0"s, Format::Unknown);
        row("HTML", "\n<!DOCTYPE html>\n<html>", Format::Html);
        row("HTML without type", "<html lang=en><body>", Format::Html);
        row("XML", "<?xml version='1.0'?><svg/>", Format::Unknown);
        row("log", ":::MLLOG {\"a\": 1}", Format::Unknown);
        row("line feed and text", "\nhello there, this is a text of some length and without any packets in it",
            Format::Unknown);
        row("program",
            "\x7f"
            "ELF\x02\x01\x01"s,
            Format::Unknown);
        row("systrace", "# tracer: nop\n#\n", Format::Unknown);
    }

    void tellsFormats()
    {
        QFETCH(QByteArray, head);
        QFETCH(int, format);
        QCOMPARE(static_cast<int>(sniff(std::span(head.constData(), static_cast<std::size_t>(head.size())))), format);
    }

    void anyBytesAreFine()
    {
        std::mt19937 random(1);
        for (int i = 0; i < 100'000; ++i) {
            std::string head(random() % 40, '\0');
            for (char& c : head)
                c = random() % 3 == 0 ? "\x0a\x80[{(cPK<\n "[random() % 11] : static_cast<char>(random());
            QVERIFY(!describe(sniffed(head)).empty());
        }
    }

    void descriptionsDiffer()
    {
        QCOMPARE(describe(Format::Zip), std::string("a zip archive"));
        QVERIFY(describe(Format::Pickle).find("memory snapshot") != std::string::npos);
        QVERIFY(describe(Format::Gzip) != describe(Format::Zstd));
    }

    void realFiles()
    {
        const std::optional<QString> shared = tests::sharedDir();
        if (!shared)
            QSKIP("no shared folder");
        int count = 0;
        for (QDirIterator it(*shared + QStringLiteral("/data/traces")); it.hasNext(); ++count) {
            const QString path = it.next();
            const Format wanted = path.endsWith(QLatin1String(".gz")) ? Format::Gzip : Format::Json;
            if (QFileInfo(path).isFile())
                QVERIFY2(sniffedFile(path) == wanted, qPrintable(path));
        }
        for (QDirIterator it(*shared + QStringLiteral("/data/snapshots")); it.hasNext(); ++count) {
            const QString path = it.next();
            if (path.endsWith(QLatin1String(".pickle")))
                QVERIFY2(sniffedFile(path) == Format::Pickle, qPrintable(path));
        }
        QVERIFY(count > 10);
    }
};

STEPSCOPE_TEST(TestFormatSniffer)

#include "tst_format_sniffer.moc"

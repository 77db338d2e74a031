// SPDX-License-Identifier: GPL-3.0-or-later
// Packed text comes out whole, or up to where the data is cut or damaged, and the end says which of them it was.
#include "core/io/byte_source.h"
#include "core/io/gzip_source.h"
#include "core/io/utf16_source.h"
#include "core/io/zstd_source.h"
#include "tests/core/packing.h"
#include "tests/support/test_registry.h"

#include <QString>
#include <QTest>

#include <filesystem>
#include <random>

using namespace stepscope;
using namespace stepscope::io;
using stepscope::tests::gzipMember;
using stepscope::tests::TemporaryFiles;
using stepscope::tests::traceLikeText;
using stepscope::tests::zstdFrame;
using stepscope::tests::zstdSkippableFrame;
using State = SourceEnd::State;
using namespace std::string_literals;

namespace {

struct Outcome
{
    std::string text;
    SourceEnd end;
    std::string error;
};

// Reads to the end in pieces of at most `piece` bytes.
Outcome readAll(ByteSource& source, std::size_t piece)
{
    Outcome outcome;
    std::string buffer(piece, '\0');
    while (true) {
        const Expected<std::size_t> n = source.read(buffer);
        if (!n) {
            outcome.error = n.error().message;
            break;
        }
        outcome.text.append(buffer, 0, *n);
        if (*n < buffer.size())
            break;
    }
    outcome.end = source.end();
    return outcome;
}

std::shared_ptr<const FileReader> fileOf(TemporaryFiles& files, std::string_view content)
{
    return *FileReader::open(files.write(content));
}

std::unique_ptr<ByteSource> sourceOf(const std::shared_ptr<const FileReader>& file, Format format, std::size_t buffer)
{
    if (format == Format::Gzip)
        return std::make_unique<GzipSource>(file, buffer);
    return std::make_unique<ZstdSource>(file, buffer);
}

Outcome unpack(std::string_view packed, Format format, std::size_t piece = 1'000, std::size_t buffer = 4'096)
{
    static TemporaryFiles files; // making a folder for each of thousands of inputs takes longer than all the rest
    const auto file = fileOf(files, packed);
    return readAll(*sourceOf(file, format, buffer), piece);
}

Outcome transcode(const QString& text, bool bigEndian, std::string_view mark, std::string_view tail, std::size_t piece)
{
    std::string bytes(mark);
    for (const QChar c : text) {
        const std::array<char, 2> halves = {static_cast<char>(c.cell()), static_cast<char>(c.row())};
        bytes += halves[bigEndian ? 1 : 0];
        bytes += halves[bigEndian ? 0 : 1];
    }
    TemporaryFiles files;
    const auto file = fileOf(files, bytes + std::string(tail));
    auto plain = openSource(file, Format::Json);
    Utf16Source source(std::move(*plain), bigEndian ? Format::Utf16Be : Format::Utf16Le, 4 + piece % 7 * 2);
    return readAll(source, piece);
}

// Several members or frames in a row, empty ones among them.
std::string packInParts(std::string_view text, Format format, std::mt19937& random)
{
    std::string packed;
    while (true) {
        const std::size_t n = random() % 4 == 0 ? 0 : std::min<std::size_t>(text.size(), random() % 4'000);
        const int level = static_cast<int>(random() % 9);
        const std::string_view part = text.substr(0, n);
        packed += format == Format::Gzip ? gzipMember(part, {level, random() % 2 == 0}) : zstdFrame(part, level);
        if (format == Format::Zstd && random() % 3 == 0)
            packed += zstdSkippableFrame(part.substr(0, 20));
        if (text.empty())
            return packed;
        text.remove_prefix(n);
    }
}

void addFormats()
{
    QTest::addColumn<int>("format");
    QTest::newRow("gzip") << static_cast<int>(Format::Gzip);
    QTest::newRow("zstd") << static_cast<int>(Format::Zstd);
}

Format fetchedFormat()
{
    QFETCH(int, format);
    return static_cast<Format>(format);
}

} // namespace

class TestByteSource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plainTextPassesThrough()
    {
        TemporaryFiles files;
        const std::string text = traceLikeText(50'000, 1);
        const auto file = fileOf(files, text);
        const auto source = openSource(file, Format::Json);
        QVERIFY(source);
        const Outcome outcome = readAll(**source, 777);
        QVERIFY(outcome.text == text);
        QVERIFY(outcome.end.state == State::Complete);
        QCOMPARE((*source)->inputBytesDone(), file->size());
    }

    void membersAndFramesInARow_data() { addFormats(); }
    void membersAndFramesInARow()
    {
        const Format format = fetchedFormat();
        std::mt19937 random(1);
        for (int round = 0; round < 150; ++round) {
            const std::string text = traceLikeText(random() % 30'000, static_cast<unsigned>(round));
            const std::string packed = packInParts(text, format, random);
            const std::size_t buffer = random() % 2 == 0 ? 64 : 1'000;
            const Outcome outcome = unpack(packed, format, 1 + random() % 3'000, buffer);
            QVERIFY(outcome.text == text);
            QVERIFY(outcome.end.state == State::Complete);
            QCOMPARE(outcome.end.inputOffset, static_cast<std::uint64_t>(packed.size()));
            QCOMPARE(outcome.end.trailingBytes, std::uint64_t {0});
        }
    }

    void largeTextInLargePieces_data() { addFormats(); }
    void largeTextInLargePieces()
    {
        const Format format = fetchedFormat();
        const std::string text = traceLikeText(9'000'000, 3);
        const std::string packed = format == Format::Gzip ? gzipMember(text) : zstdFrame(text);
        const Outcome outcome = unpack(packed, format, std::size_t {2} << 20U, InputWindow::kDefaultBytes);
        QVERIFY(outcome.text == text);
        QVERIFY(outcome.end.state == State::Complete);
    }

    void everyCutGivesWhatWasBefore_data() { addFormats(); }
    void everyCutGivesWhatWasBefore()
    {
        const Format format = fetchedFormat();
        const std::string first = traceLikeText(1'500, 4);
        const std::string second = traceLikeText(900, 5);
        const bool gzip = format == Format::Gzip;
        const std::string member = gzip ? gzipMember(first, {6, true}) : zstdFrame(first);
        const std::string packed = member + (gzip ? gzipMember(second) : zstdFrame(second));
        std::size_t before = 0;
        for (std::size_t cut = 1; cut < packed.size(); ++cut) {
            const Outcome outcome = unpack(std::string_view(packed).substr(0, cut), format, 512, 64);
            const State expected = cut == member.size() ? State::Complete : State::Truncated;
            QVERIFY2(outcome.end.state == expected, qPrintable(QString::number(cut)));
            QCOMPARE(outcome.end.message.empty(), expected == State::Complete);
            QVERIFY((first + second).starts_with(outcome.text));
            QVERIFY(outcome.text.size() >= before);
            before = outcome.text.size();
            if (cut >= member.size())
                QVERIFY(outcome.text.size() >= first.size());
            QCOMPARE(outcome.end.inputOffset, static_cast<std::uint64_t>(cut));
        }
    }

    void cutsLoseNextToNothingOfGzip() // at most the symbols whose bits are not all there
    {
        const std::string text = traceLikeText(200'000, 6);
        const std::string packed = gzipMember(text, {1, false});
        for (std::size_t cut = packed.size() / 3; cut < packed.size(); cut += 997) {
            const Outcome outcome = unpack(std::string_view(packed).substr(0, cut), Format::Gzip, 3'000, 1'000);
            const Outcome more = unpack(std::string_view(packed).substr(0, cut + 1), Format::Gzip, 100'000, 100'000);
            QVERIFY(text.starts_with(outcome.text) && text.starts_with(more.text));
            QVERIFY(more.text.size() - outcome.text.size() < 8 * 258 + 8);
        }
    }

    void whatFollowsIsCounted_data() { addFormats(); }
    void whatFollowsIsCounted()
    {
        const Format format = fetchedFormat();
        const std::string packed = format == Format::Gzip ? gzipMember("some text") : zstdFrame("some text");
        const auto with = [&](const std::string& tail) { return unpack(packed + tail, format, 100, 64); };
        const std::string padding(1'000, '\0');
        const Outcome garbage = with("garbage");
        QCOMPARE(garbage.text, std::string("some text"));
        QVERIFY(garbage.end.state == State::Complete);
        QCOMPARE(garbage.end.trailingBytes, std::uint64_t {7});
        QCOMPARE(garbage.end.inputOffset, static_cast<std::uint64_t>(packed.size()));
        QCOMPARE(with(padding).end.trailingBytes, std::uint64_t {0});
        QCOMPARE(with(padding + "x").end.trailingBytes, std::uint64_t {1'001});
        QCOMPARE(with("x").end.trailingBytes, std::uint64_t {1});
    }

    void damageIsFoundAndNeverCrashes_data() { addFormats(); }
    void damageIsFoundAndNeverCrashes()
    {
        const Format format = fetchedFormat();
        std::mt19937 random(7);
        const std::string text = traceLikeText(3'000, 8);
        const std::string good = format == Format::Gzip ? gzipMember(text) : zstdFrame(text);
        int silent = 0;
        for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
            std::string bad = good;
            bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ 1 << (bit % 8));
            const Outcome outcome = unpack(bad, format, 1 + random() % 500, 64 + random() % 300);
            QVERIFY(outcome.error.empty());
            QVERIFY(outcome.text.size() < 1'000'000);
            const bool noticed = outcome.end.state != State::Complete || outcome.end.trailingBytes > 0;
            silent += noticed ? 0 : 1;
            QVERIFY(noticed || outcome.text == text);
        }
        QVERIFY(silent < 100); // only bits that mean nothing: time and system in the header
    }

    void damagedMembersKeepWhatWasBefore()
    {
        const std::string first = traceLikeText(5'000, 9);
        std::string second = gzipMember(traceLikeText(5'000, 10));
        second[second.size() - 8] = static_cast<char>(second[second.size() - 8] ^ 1); // its checksum
        const Outcome outcome = unpack(gzipMember(first) + second + gzipMember("never seen"), Format::Gzip, 300, 64);
        QVERIFY(outcome.text == first + traceLikeText(5'000, 10));
        QVERIFY(outcome.end.state == State::Damaged);
        QVERIFY(outcome.end.message.find("checksum") != std::string::npos);

        std::string method = gzipMember("x");
        method[2] = 7;
        QVERIFY(unpack(method, Format::Gzip).end.state == State::Damaged);
    }

    void randomBytesNeverCrash_data() { addFormats(); }
    void randomBytesNeverCrash()
    {
        const Format format = fetchedFormat();
        std::mt19937 random(11);
        const std::string text = traceLikeText(20'000, 12);
        for (int round = 0; round < 400; ++round) {
            std::string packed = packInParts(text.substr(0, random() % text.size()), format, random);
            for (unsigned i = 0; i < 1 + random() % 20; ++i)
                packed[random() % packed.size()] = static_cast<char>(random());
            const Outcome outcome = unpack(packed, format, 1 + random() % 2'000, 64 + random() % 200);
            QVERIFY(outcome.error.empty());
            QCOMPARE(outcome.end.message.empty(), outcome.end.state == State::Complete);
        }
    }

    void aFileThatIsCutWhileReadIsAnError_data() { addFormats(); }
    void aFileThatIsCutWhileReadIsAnError()
    {
        const Format format = fetchedFormat();
        const std::string text = traceLikeText(400'000, 13);
        TemporaryFiles files;
        const std::string path = files.write(format == Format::Gzip ? gzipMember(text) : zstdFrame(text));
        const auto source = sourceOf(*FileReader::open(path), format, 1'000);
        std::string piece(1'000, '\0');
        QCOMPARE(*source->read(piece), piece.size());
        std::filesystem::resize_file(path, 5'000);
        const Outcome rest = readAll(*source, 10'000);
        QVERIFY2(rest.error.find("to 5000 bytes") != std::string::npos, rest.error.c_str());
    }

    void utf16BecomesUtf8()
    {
        const QString text = QString::fromUtf8("{\"name\": \"µs – カーネル 🚀\"}\n").repeated(50);
        for (const bool bigEndian : {false, true}) {
            const std::string mark = bigEndian ? "\xfe\xff" : "\xff\xfe";
            for (const std::size_t piece : std::vector<std::size_t> {1, 2, 3, 5, 64, 10'000}) {
                QCOMPARE(transcode(text, bigEndian, mark, "", piece).text, text.toStdString());
                QCOMPARE(transcode(text, bigEndian, "", "", piece).text, text.toStdString());
            }
        }
    }

    void halfCharactersAreReplaced()
    {
        const std::string replacement = "\xef\xbf\xbd";
        const QString high(QChar(0xd83d));
        const QString low(QChar(0xde80));
        for (const std::size_t piece : std::vector<std::size_t> {1, 3, 100}) {
            const auto text = [&](const QString& t) { return transcode(t, false, "", "", piece).text; };
            QCOMPARE(text(QStringLiteral("a") + low + QStringLiteral("b")), "a" + replacement + "b");
            QCOMPARE(text(QStringLiteral("a") + high + QStringLiteral("b")), "a" + replacement + "b");
            QCOMPARE(text(high + high + low), replacement + "\xf0\x9f\x9a\x80");
            QCOMPARE(text(low + high), replacement + replacement);
            QCOMPARE(transcode(QStringLiteral("ab"), false, "", "c", piece).text, "ab" + replacement);
        }
    }

    void opensWhatIsInside()
    {
        const std::string text = traceLikeText(1'000, 14);
        const std::string utf16 = "\xff\xfe{\0}\0"s;
        struct Case
        {
            std::string content;
            Format container;
            Format inside;
            std::string text;
        };
        const std::vector<Case> cases = {
            {text, Format::Json, Format::Json, text},
            {gzipMember(text), Format::Gzip, Format::Json, text},
            {gzipMember("") + gzipMember(text), Format::Gzip, Format::Json, text},
            {zstdFrame(text), Format::Zstd, Format::Json, text},
            {utf16, Format::Utf16Le, Format::Utf16Le, "{}"},
            {gzipMember(utf16), Format::Gzip, Format::Utf16Le, "{}"},
        };
        for (const Case& c : cases) {
            TemporaryFiles files;
            const Expected<OpenedText> opened = openText(fileOf(files, c.content));
            QVERIFY(opened);
            QVERIFY(opened->container == c.container && opened->text == c.inside);
            QCOMPARE(readAll(*opened->source, 100).text, c.text);
        }
    }

    void refusesWhatHoldsNoText()
    {
        const auto refusal = [](const std::string& content) {
            TemporaryFiles files;
            const Expected<OpenedText> opened = openText(fileOf(files, content));
            return opened ? Error {} : opened.error();
        };
        QVERIFY(refusal("").errorClass == ErrorClass::EmptyFile);
        QVERIFY(refusal(gzipMember("")).errorClass == ErrorClass::EmptyFile);
        QVERIFY(refusal("PK\x03\x04").errorClass == ErrorClass::NotATrace);
        QVERIFY(refusal("PK\x03\x04").message.find("zip archive") != std::string::npos);
        const Error twice = refusal(gzipMember(gzipMember("[]")));
        QVERIFY(twice.errorClass == ErrorClass::NotATrace);
        QVERIFY(twice.message.find("holds gzip") != std::string::npos);
        const Error cut = refusal(gzipMember(traceLikeText(1'000, 15)).substr(0, 12));
        QVERIFY(cut.errorClass == ErrorClass::Unreadable);
        QVERIFY(cut.message.find("ends early") != std::string::npos);
    }

    void progressCountsPackedBytes()
    {
        const std::string packed = gzipMember(traceLikeText(300'000, 16));
        TemporaryFiles files;
        GzipSource source(fileOf(files, packed), 1'000);
        std::string piece(10'000, '\0');
        std::uint64_t before = 0;
        while (*source.read(piece) == piece.size()) {
            QVERIFY(source.inputBytesDone() >= before);
            before = source.inputBytesDone();
            QVERIFY(before > 0 && before <= packed.size());
        }
        QCOMPARE(source.inputBytesDone(), static_cast<std::uint64_t>(packed.size()));
    }
};

STEPSCOPE_TEST(TestByteSource)

#include "tst_byte_source.moc"

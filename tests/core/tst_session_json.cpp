// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions come back from their text exactly; whatever is wrong with a text, there is a message that names the place.
#include "core/share/session_json.h"
#include "tests/core/random_session.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <functional>

using namespace stepscope;
using namespace stepscope::share;

namespace {

QString problemOf(const std::string& text)
{
    const auto session = parseSession(text);
    return session ? QString() : QString::fromStdString(session.error().message);
}

// Calls `visit` with the document, each of its values replaced in turn.
void replaceEach(const QJsonValue& value, const QList<QJsonValue>& others,
    const std::function<void(const QJsonValue&, const QString& path)>& visit, const QString& path = {})
{
    for (const QJsonValue& other : others)
        visit(other, path);
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (const QString& key : object.keys()) {
            const auto inside = [&](const QJsonValue& changed, const QString& at) {
                QJsonObject copy = object;
                copy[key] = changed;
                visit(copy, at);
            };
            replaceEach(object[key], others, inside, path.isEmpty() ? key : path + QLatin1Char('.') + key);
        }
    }
    if (value.isArray()) {
        const QJsonArray list = value.toArray();
        for (qsizetype i = 0; i < list.size(); ++i) {
            const auto inside = [&](const QJsonValue& changed, const QString& at) {
                QJsonArray copy = list;
                copy[i] = changed;
                visit(copy, at);
            };
            replaceEach(list[i], others, inside, QStringLiteral("%1[%2]").arg(path).arg(i));
        }
    }
}

// Whose numbers Qt's JSON can hold.
Session smallSession()
{
    tests::RandomSession random(3, false);
    Session session;
    for (int i = 0; i < 40; ++i) { // the one with most in it
        Session other = random.session();
        if (sessionJson(other).size() > sessionJson(session).size())
            session = std::move(other);
    }
    return session;
}

} // namespace

class TestSessionJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenComesBack();
    void everyCutIsNoticed();
    void everyValueOfAnotherTypeIsRefusedByItsPlace();
    void nothingThatIsWritableCrashes();
    void messages_data();
    void messages();
    void newerVersionsAreRefused();
    void unknownMembersAreIgnored();
    void missingMembersHaveTheirDefaults();
    void limitsHold();
};

void TestSessionJson::whatIsWrittenComesBack()
{
    for (std::uint32_t seed = 1; seed <= 400; ++seed) {
        const Session session = tests::RandomSession(seed).session();
        const std::string text = sessionJson(session);
        const auto read = parseSession(text);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QVERIFY2(*read == session, text.c_str());
        QCOMPARE(sessionJson(*read), text);
        QVERIFY(std::all_of(text.begin(), text.end(), [](char c) { return c >= '\n' && c < 127; }));
    }
    Session invalid;
    invalid.program = "\xff\xfe";
    QCOMPARE(parseSession(sessionJson(invalid))->program, std::string("\xef\xbf\xbd\xef\xbf\xbd"));
}

void TestSessionJson::everyCutIsNoticed()
{
    const std::string text = sessionJson(smallSession());
    for (std::size_t length = 0; length + 2 < text.size(); ++length)
        QVERIFY2(!problemOf(text.substr(0, length)).isEmpty(), qPrintable(QString::number(length)));
}

void TestSessionJson::everyValueOfAnotherTypeIsRefusedByItsPlace()
{
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(sessionJson(smallSession())));
    QVERIFY(document.isObject());
    int changes = 0;
    // No member may be a list of lists; numbers are none of these either.
    QJsonArray listOfLists; // in braces compilers differ in what that is
    listOfLists.append(QJsonArray());
    replaceEach(document.object(), {listOfLists}, [&](const QJsonValue& changed, const QString& path) {
        if (path.isEmpty() || !changed.isObject())
            return;
        const QString problem
            = problemOf(QJsonDocument(changed.toObject()).toJson(QJsonDocument::Compact).toStdString());
        QVERIFY2(path == QLatin1String("schema") || problem.contains(path),
            qPrintable(path + QStringLiteral(": ") + problem));
        ++changes;
    });
    QVERIFY(changes > 60);
}

void TestSessionJson::nothingThatIsWritableCrashes()
{
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(sessionJson(smallSession())));
    const QList<QJsonValue> others {QJsonValue(), true, -1, 0.5, 1e300, QStringLiteral(""), QStringLiteral("\u0000x"),
        QJsonArray {}, QJsonArray {1, QStringLiteral("a")}, QJsonObject {}, 9007199254740992.0};
    replaceEach(document.object(), others, [](const QJsonValue& changed, const QString& path) {
        if (!changed.isObject())
            return;
        const std::string text = QJsonDocument(changed.toObject()).toJson(QJsonDocument::Compact).toStdString();
        const auto read = parseSession(text);
        QVERIFY2(read || !read.error().message.empty(), qPrintable(path));
        if (read)
            QVERIFY2(parseSession(sessionJson(*read)), qPrintable(path)); // what is accepted can be saved again
    });
}

void TestSessionJson::messages_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    const QByteArray head = "{\"schema\": \"stepscope.session/1\", \"files\": [{\"path\": \"a\"}], ";
    QTest::newRow("nothing") << QByteArray() << "no valid JSON";
    QTest::newRow("a list") << QByteArray("[]") << "must be an object";
    QTest::newRow("a trace") << QByteArray("{\"traceEvents\": []}") << "no session of Stepscope";
    QTest::newRow("no version") << QByteArray("{\"schema\": \"stepscope.session/x\"}") << "no version";
    QTest::newRow("version 0") << QByteArray("{\"schema\": \"stepscope.session/0\"}") << "no version";
    QTest::newRow("NaN") << head + "\"current\": NaN}"
                         << "no valid JSON";
    QTest::newRow("endless") << head
            + "\"pages\": [{\"files\": [0], \"timelines\": [{\"window_ns\": {\"span\": 1e999}}]}]}"
                             << "no valid JSON";
    QTest::newRow("huge") << head + "\"current\": 99999999999999999999}"
                          << "no valid JSON";
    QTest::newRow("negative") << head + "\"current\": -1}"
                              << "current must be a whole number from 0";
    QTest::newRow("fraction") << head + "\"pages\": [{\"files\": [0.5]}]}"
                              << "pages[0].files[0] must be a whole";
    QTest::newRow("no page") << head + "\"current\": 3}"
                             << "current is 3, but there are 0 pages";
    QTest::newRow("no file") << head + "\"pages\": [{\"files\": [1]}]}"
                             << "number 1, but there are 1 files";
    QTest::newRow("files of none") << head + "\"pages\": [{}]}"
                                   << "pages[0] has no file";
    QTest::newRow("one run") << head + "\"pages\": [{\"kind\": \"comparison\", \"files\": [0]}]}"
                             << "files of both runs";
    QTest::newRow("no path") << QByteArray("{\"schema\": \"stepscope.session/1\", \"files\": [{}]}")
                             << "files[0] has no path";
    QTest::newRow("word") << head + "\"pages\": [{\"files\": [0], \"kind\": \"poem\"}]}"
                          << "pages[0].kind must be one of: file, ranks, comparison";
    QTest::newRow("empty window") << head
            + "\"pages\": [{\"files\": [0], \"timelines\": [{\"window_ns\": {\"span\": 0}}]}]}"
                                  << "pages[0].timelines[0].window_ns needs";
    QTest::newRow("no pace") << head + "\"pages\": [{\"files\": [0], \"memory_alignment\": {\"pace\": 0}}]}"
                             << "pages[0].memory_alignment needs a pace";
}

void TestSessionJson::messages()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    const QString problem = problemOf(text.toStdString());
    QVERIFY2(problem.contains(part), qPrintable(problem));
}

void TestSessionJson::newerVersionsAreRefused()
{
    QCOMPARE(problemOf("{\"schema\": \"stepscope.session/7\", \"files\": 3}"),
        QStringLiteral("It was written by a newer Stepscope (session version 7); this one reads up to version 1. Open "
                       "it with a newer program."));
}

void TestSessionJson::unknownMembersAreIgnored()
{
    const auto read = parseSession("{\"schema\": \"stepscope.session/1\", \"colour\": {\"a\": [1, 2]}, "
                                   "\"files\": [{\"path\": \"a\", \"mood\": \"good\"}]}");
    QVERIFY(read);
    QCOMPARE(read->files.size(), std::size_t {1});
}

void TestSessionJson::missingMembersHaveTheirDefaults()
{
    const auto read = parseSession(
        "{\"schema\": \"stepscope.session/1\", \"files\": [{\"path\": \"a\"}], \"pages\": [{\"files\": [0]}]}");
    QVERIFY(read);
    SessionPage page;
    page.files = {0};
    QVERIFY(read->pages[0] == page);
}

void TestSessionJson::limitsHold()
{
    QVERIFY(problemOf(std::string(kMostSessionBytes + 1, ' ')).contains(QStringLiteral("at most")));
    const std::string deep = std::string(5000, '[') + std::string(5000, ']');
    QVERIFY(problemOf("{\"schema\": \"stepscope.session/1\", \"x\": " + deep + "}").contains(QStringLiteral("JSON")));
    std::string many;
    for (std::size_t i = 0; i <= kMostItems; ++i)
        many += "\"\",";
    many.back() = ' ';
    QVERIFY(problemOf("{\"schema\": \"stepscope.session/1\", \"pages\": [{\"ranks\": {\"unfolded\": [" + many + "]}}]}")
                .contains(QStringLiteral("pages[0].ranks.unfolded has more than")));
    QVERIFY(problemOf("{\"schema\": \"stepscope.session/1\", \"program\": \"" + std::string(kMostText + 1, 'x') + "\"}")
                .contains(QStringLiteral("program has more than")));
}

STEPSCOPE_TEST(TestSessionJson)

#include "tst_session_json.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What a file gives away is known where it is shown.
#include "analysis_fixture.h"
#include "core/share/known_secrets.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::share;
using namespace stepscope::tests;

class TestKnownSecrets : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        EventList list;
        list.topLevel
            = "\"hostname\": \"fake-node-3\", \"command_line\": \"python train.py --lr 3\", \"env\": {\"RANK\": "
              "\"3\", \"SHARDS\": \"s3://fake-bucket/x\"}, \"api_key\": \"fakeKey0123fake\", ";
        list.op("aten::mm", kCpu, 0, 100);
        list.op("get https://x?token=nameToken0123456789", kCpu, 200, 100);
        const auto trace = list.load();
        QVERIFY(trace);
        m_known = {};
        m_known.addTrace(*trace);
        m_known.addJson("{\"args\": {\"db_password\": \"argPass12\", \"n\": \"plainword1\"}}");
        m_known.names.users.insert("loader");
        m_known.addPath("/data/gpu-node17_12.1672914269646.pt.trace.json");
    }

    void shown_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("masked");
        const auto row = [](const char* text, const char* masked) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(masked);
        };
        row("python train.py --lr 3", "<command line>");
        row("python train…", "<command line>");
        row("s3://fake-bucket/x", "<environment>");
        row("on fake-node-3", "on <host>");
        row("gpu-node17_12", "<host>_12");
        row("gpu-node171 loader_2", "gpu-node171 loader_2"); // words of their own only
        row("gpu-node17.json", "<host>.json");
        row("/home/mallory/x.py", "/home/user/x.py");
        row("HF_TOKEN=abcdef0", "HF_TOKEN=<token>");
        row("3", "3");
        row("python", "python");
        row("pyth…", "pyth…");
        row("loader::f(int) on fake-node-3", "loader::f(int) on <host>"); // a host that is no word of code
        row("loader, f", "user, f");
        row("run_loader.json · 3 steps (torch 2.4)", "run_user.json · 3 steps (torch 2.4)"); // a bracket of a sentence
        row("loader (2 steps) <3", "user (2 steps) <3");
        row("<loader object at 0x7f>", "<loader object at 0x7f>");
        row("on fake-no…", "on <host>…"); // what an ellipsis leaves
        row("/data/gpu-nod….json", "/data/<host>….json");
        row("…-node17.json", "…<host>.json");
        row("by loa…, 3 files", "by user…, 3 files");
        row("void load…(int)", "void load…(int)");
        row("aten::convol…", "aten::convol…");
        row("/home/mal…", "/home/user");
        row("python trai…--lr 3", "<command line>");
        row("key ghp_a1B2c3D…", "key <token>…");
        row("hf_transfer…", "hf_transfer…");
        row("mallory@exam…", "<email>…");
        row("https://me:secr…", "<password>…");
        row("argPass12", "<token>"); // the key stands in another column
        row("is argPass12, plainword1", "is <token>, plainword1");
        row("argP…", "<token>…");
        row("xargPass12", "xargPass12"); // another word
        row("fakeKey01…", "<token>");
        row("by fakeKey01…", "by <token>…");
        row("…y0123fake", "<token>");
        row("train…6789 for x", "train…<token> for x");
        row("get https://x…56789", "get https://x…<token>");
        row("name…", "<token>…");
        row("--api-key ab…", "--api-key <token>");
        row("Step 3: 12.5 ms of 3,210 events", "Step 3: 12.5 ms of 3,210 events");
    }
    void shown()
    {
        QFETCH(QString, text);
        QFETCH(QString, masked);
        const std::string utf8 = text.toStdString();
        QCOMPARE(QString::fromStdString(maskText(utf8, findShown(utf8, m_known))), masked);
    }

    // Also of a path that begins below the folder of the user.
    void relativePaths()
    {
        const QString before = QDir::currentPath();
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("home/mallory/runs")));
        QVERIFY(QDir::setCurrent(folder.filePath(QStringLiteral("home/mallory/runs"))));
        KnownSecrets known;
        known.addPath("mallory_3.json");
        QVERIFY(QDir::setCurrent(before));
        QVERIFY(known.names.users.contains("mallory"));
    }

private:
    KnownSecrets m_known;
};

STEPSCOPE_TEST(TestKnownSecrets)
#include "tst_known_secrets.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What is found in a trace that should not be shared, and what is left alone.
#include "core/share/secrets.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

using namespace stepscope::share;

namespace {

std::string scrubbed(std::string_view json)
{
    LearnedNames names;
    static_cast<void>(scrubJson(json, names));
    return scrubJson(json, names).json;
}

void addColumns()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("expected");
}

void row(const char* name, const char* json, const char* expected)
{
    QTest::newRow(name) << QString::fromUtf8(json) << QString::fromUtf8(expected);
}

} // namespace

class TestSecrets : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void masked_data()
    {
        addColumns();
        row("home", "{\"name\": \"/home/mallory/train.py(12): step\"}",
            "{\"name\": \"/home/user/train.py(12): step\"}");
        row("mac home", "{\"f\": \"/Users/m.all-ory/x\"}", "{\"f\": \"/Users/user/x\"}");
        row("windows home", "{\"f\": \"C:\\\\Users\\\\mallory\\\\x.py\"}", "{\"f\": \"C:\\\\Users\\\\user\\\\x.py\"}");
        row("email", "{\"owner\": \"m.allory+x@mail.example.com\"}", "{\"owner\": \"<email>\"}");
        row("escape before @", "{\"doc\": \"f\\n@types.coroutine\"}", "{\"doc\": \"f\\n@types.coroutine\"}");
        row("private address", "{\"peer\": \"tcp://10.0.3.7:29500\"}", "{\"peer\": \"tcp://<ip>:29500\"}");
        row("version", "{\"cudnn\": \"8.9.2.26\", \"torch\": \"2.1.0.1a\"}",
            "{\"cudnn\": \"<ip>\", \"torch\": \"2.1.0.1a\"}");
        row("loopback", "{\"a\": \"127.0.0.1\", \"b\": \"256.1.1.1\", \"c\": \"1.2.3.4.5\"}",
            "{\"a\": \"127.0.0.1\", \"b\": \"256.1.1.1\", \"c\": \"1.2.3.4.5\"}");
        row("url", "{\"u\": \"https://bob:pass@data.example/x\"}", "{\"u\": \"https://<password>@data.example/x\"}");
        row("url without", "{\"u\": \"https://data.example/x@y\"}", "{\"u\": \"https://data.example/x@y\"}");
        row("aws", "{\"k\": \"AKIAABCDEFGHIJKLMNOP\"}", "{\"k\": \"<token>\"}");
        row("github", "{\"k\": \"x ghp_0123456789abcdefghijABCDEFGHIJ0123 y\"}", "{\"k\": \"x <token> y\"}");
        row("hugging face", "{\"k\": \"hf_abcdefghijABCDEFGHIJabcdefghijABCD\"}", "{\"k\": \"<token>\"}");
        row("openai", "{\"k\": \"sk-proj-abcdEFGH0123456789abcd\"}", "{\"k\": \"<token>\"}");
        row("slack", "{\"k\": \"xoxb-123456789012-abcDEF\"}", "{\"k\": \"<token>\"}");
        row("jwt", "{\"k\": \"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3\"}",
            "{\"k\": \"<token>\"}");
        row("bearer", "{\"h\": \"Authorization: Bearer abcdef0123456789\"}",
            "{\"h\": \"Authorization: Bearer <token>\"}");
        row("key block", "{\"k\": \"-----BEGIN RSA PRIVATE KEY-----\\nMIIE\"}", "{\"k\": \"<token>\"}");
        row("password by key", "{\"db_password\": \"hunter22\"}", "{\"db_password\": \"<token>\"}");
        row("assignment", "{\"x\": \"run WANDB_API_KEY=0123abcd; go\"}", "{\"x\": \"run WANDB_API_KEY=<token>; go\"}");
        row("flag", "{\"x\": \"train.py --api-key abcdef01 --lr 3\"}",
            "{\"x\": \"train.py --api-key <token> --lr 3\"}");
        row("command line", "{\"command_line\": \"python a.py -x\"}", "{\"command_line\": \"<command line>\"}");
        row("argv", "{\"argv\": [\"a.py\", \"-x\"], \"n\": [\"a\"]}",
            "{\"argv\": [\"<command line>\", \"<command line>\"], \"n\": [\"a\"]}");
        row("environment", "{\"env\": {\"PATH\": \"/bin\", \"X\": [\"1\"]}, \"n\": \"a\"}",
            "{\"env\": {\"PATH\": \"<environment>\", \"X\": [\"<environment>\"]}, \"n\": \"a\"}");
        row("host", "{\"hostname\": \"gpu-node17\"}", "{\"hostname\": \"<host>\"}");
    }
    void masked()
    {
        QFETCH(QString, json);
        QFETCH(QString, expected);
        const std::string once = scrubbed(json.toStdString());
        QCOMPARE(QString::fromStdString(once), expected);
        QCOMPARE(scrubbed(once), once); // what is masked has nothing to mask
    }

    // What texts mean counts, not how they are escaped; what is written is JSON again.
    void escapes_data()
    {
        addColumns();
        row("email", "{\"m\": \"s\\u00f8ren@corp.dk\"}", "{\"m\": \"<email>\"}");
        row("key in JSON in a text",
            "{\"m\": \"{\\\"key\\\": \\\"-----BEGIN PRIVATE KEY-----\\nAB\\\", \\\"x\\\": 1}\"}",
            "{\"m\": \"{\\\"key\\\": \\\"<token>\"}");
        row("behind a newline", "{\"m\": \"a\\nghp_0123456789abcdefghijABCDEFGHIJ0123\\t10.1.2.3\"}",
            "{\"m\": \"a\\u000a<token>\\u0009<ip>\"}");
        row("home", "{\"m\": \"/home/j\\u00fcrgen/x\", \"n\": \"\\/home\\/alice\\/x\"}",
            "{\"m\": \"/home/user/x\", \"n\": \"/home/user/x\"}");
        row("key", "{\"pass\\u0077ord\": \"hunter22\"}", "{\"pass\\u0077ord\": \"<token>\"}");
        row("quoted values", "{\"m\": \"api_key='abcd', {\\\"token\\\": \\\"efghij\\\"}, password = hunter22\"}",
            "{\"m\": \"api_key='abcd', {\\\"token\\\": \\\"<token>\\\"}, password = <token>\"}");
        row("environment before names", "{\"env\": {\"DB_PASSWORD\": \"abc12\", \"PIN_TOKEN\": \"12345678\"}}",
            "{\"env\": {\"DB_PASSWORD\": \"<environment>\", \"PIN_TOKEN\": \"<environment>\"}}");
        row("like a mask", "{\"host\": \"<my host>\"}", "{\"host\": \"<host>\"}");
    }
    void escapes() { masked(); }

    // Figures hang on categories and names of code, whatever somebody is called.
    void codeStays()
    {
        LearnedNames names;
        names.users = {"kernel", "aten", "adam"};
        const char* json = "[{\"cat\": \"kernel\", \"name\": \"kernel\"}, {\"ph\": \"X\", \"name\": \"aten::mm\"},"
                           " {\"name\": \"torch/optim/adam.py(3): step\"}, {\"name\": \"/data/adam/x.py(3): "
                           "forward(token: Tensor)\"}]";
        const Scrubbed scrubbed = scrubJson(json, names);
        QCOMPARE(QString::fromStdString(scrubbed.json),
            QString::fromUtf8("[{\"cat\": \"kernel\", \"name\": \"user\"}, {\"ph\": \"X\", \"name\": \"aten::mm\"},"
                              " {\"name\": \"torch/optim/adam.py(3): step\"}, {\"name\": \"/data/user/x.py(3): "
                              "forward(token: Tensor)\"}]"));
    }

    void longTokensAreMaskedWhole()
    {
        const std::string token = "eyJhbGciOiJIUzI1NiJ9." + std::string(6000, 'A') + ".dozjgNryP4J3";
        QCOMPARE(scrubbed("{\"k\": \"" + token + " b\"}"), std::string("{\"k\": \"<token> b\"}"));
    }

    // Names that were given away in one place are masked in others, before it too, but only as words of their own.
    void learnedNames()
    {
        const std::string text
            = scrubbed("[{\"name\": \"mallory's loop\", \"f\": \"mallory_run, /data/mallory/x\"},"
                       " {\"f\": \"/home/mallory/a\", \"host\": \"node-17\"}, {\"trace\": \"node-17.json\"}]");
        QCOMPARE(QString::fromStdString(text),
            QString::fromUtf8("[{\"name\": \"user's loop\", \"f\": \"mallory_run, /data/user/x\"},"
                              " {\"f\": \"/home/user/a\", \"host\": \"<host>\"}, {\"trace\": \"<host>.json\"}]"));
    }

    void ordinaryNamesStay_data()
    {
        QTest::addColumn<QString>("json");
        for (const char* json :
            {"{\"name\": \"aten::linear\", \"args\": {\"External id\": 12, \"Input Dims\": [[2, 3]]}}",
                "{\"name\": \"void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float> >\"}",
                "{\"name\": \"tokenizer.py(12): encode_token\", \"args\": {\"num_tokens\": 512}}",
                "{\"args\": {\"max_token\": \"4096\"}}", "{\"name\": \"/srv/train.py(3): train\"}",
                "{\"f\": \"/home/train/x\", \"n\": \"train step\"}",
                "{\"name\": \"sk-learn-pipeline-with-a-long-name\"}",
                "{\"name\": \"torch/nn/modules/module.py(1527): _call_impl\"}",
                "{\"user\": \"root\", \"name\": \"root node\"}",
                "{\"name\": \"nccl:all_reduce\", \"Process Group Name\": \"default_pg\"}",
                "{\"host\": \"\", \"password\": \"\", \"token\": \"None\", \"secret\": \"true\"}"})
            QTest::newRow(json) << QString::fromUtf8(json);
    }
    void ordinaryNamesStay()
    {
        QFETCH(QString, json);
        QString expected = json;
        expected.replace(QStringLiteral("/home/train"), QStringLiteral("/home/user"));
        expected.replace(QStringLiteral("\"user\": \"root\""), QStringLiteral("\"user\": \"user\""));
        QCOMPARE(QString::fromStdString(scrubbed(json.toStdString())), expected);
    }

    // Linear, whatever looks like the start of something: a long row of each in no time.
    void hostileRows()
    {
        for (const char* part :
            {"a-", "sk-", "eyJ.", "-----BEGIN ", "://", "a.b@", "/home/", "1.2.", "--a ", "Bearer "}) {
            std::string text = "\"";
            while (text.size() < (std::size_t {1} << 15U))
                text += part;
            text += "\"";
            LearnedNames names;
            names.users.insert("mallory");
            const Scrubbed once = scrubJson(text, names);
            QVERIFY(once.json.size() > 1 && once.json.front() == '"' && once.json.back() == '"');
            QCOMPARE(scrubJson(once.json, names).json, once.json); // nothing was left half done
        }
    }

    void hostileText()
    {
        for (const char* text : {"", "\"", "\\", "\"\\", "{\"a", "@", "\"@\"", "\"://\"", "\"://@\"", "]]]}}}",
                 "\"/home/\"", "{\"env\": [[[", "\"a=\"", "\"--\"", "\"eyJ\"", "\"1.2.3.\"", "\"-----BEGIN \""}) {
            QCOMPARE(scrubbed(text), std::string(text)); // half a shape is no secret
        }
    }
};

STEPSCOPE_TEST(TestSecrets)
#include "tst_secrets.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What is found in a trace that should not be shared, and what is left alone.
#include "core/share/secret_list.h"
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
        row("versions",
            "{\"cudnn\": \"8.9.2.26\", \"torch\": \"2.1.0.1a\", \"m\": \"libnccl.so.2.18.3.1, cu12==12.1.3.1 driver: "
            "1.2.3.4\"}",
            "{\"cudnn\": \"8.9.2.26\", \"torch\": \"2.1.0.1a\", \"m\": \"libnccl.so.2.18.3.1, cu12==12.1.3.1 driver: "
            "1.2.3.4\"}");
        row("no versions", "{\"m\": \"driver 10.0.0.1:80 at 8.9.2.26\"}", "{\"m\": \"driver <ip>:80 at <ip>\"}");
        row("ipv6", "{\"m\": \"tcp://[2001:db8:85a3::8a2e:370:7334]:29500 fe80::1%eth0, fd00:1:2:3:4:5:6:7 ff02::\"}",
            "{\"m\": \"tcp://[<ip>]:29500 <ip>%eth0, <ip> <ip>\"}");
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
        row("numbers", "{\"password\": 12345678, \"secret\": \"9876\", \"max_token\": 4096, \"RANK\": -1}",
            "{\"password\": \"<token>\", \"secret\": \"<token>\", \"max_token\": 4096, \"RANK\": -1}");
        row("in the environment", "{\"env\": {\"RANK\": 3, \"A\": true}}",
            "{\"env\": {\"RANK\": \"<environment>\", \"A\": true}}");
        row("list of arguments",
            "{\"a\": [\"--api-key\", \"abcdef\", \"--lr\", \"abcdef\"], \"b\": [\"--password\", 998877]}",
            "{\"a\": [\"--api-key\", \"<token>\", \"--lr\", \"abcdef\"], \"b\": [\"--password\", \"<token>\"]}");
        row("keys", "{\"/home/mallory/x.py\": 1, \"10.0.0.1\": {\"10.0.0.2\": 1, \"10.0.0.3\": 2}, \"10.0.0.4\": 2}",
            "{\"/home/user/x.py\": 1, \"<ip>\": {\"<ip>\": 1, \"<ip> 2\": 2}, \"<ip> 2\": 2}");
        row("learned keys", "{\"host\": \"gpu-node17\", \"user\": \"mallory\", \"gpu-node17\": {\"mallory\": 1}}",
            "{\"host\": \"<host>\", \"user\": \"user\", \"<host>\": {\"mallory\": 1}}");
        row("name of a trace",
            "{\"t\": \"./log/gpu-07.corp_8780.1672914269646.pt.trace.json worker0_8780.1672914269646.pt.trace.json\"}",
            "{\"t\": \"./log/<host>_8780.1672914269646.pt.trace.json worker0_8780.1672914269646.pt.trace.json\"}");
        row("host of an address", "{\"m\": \"ip-172-31-16-248.us-east-2.compute.internal:22 ip-1-2\"}",
            "{\"m\": \"<host>:22 ip-1-2\"}");
        row("basic", "{\"m\": \"Authorization: Basic dXNlcjpwYXNz Basic training\"}",
            "{\"m\": \"Authorization: Basic <token> Basic training\"}");
        row("host of the environment", "{\"env\": {\"HOSTNAME\": \"gpu-node17\"}, \"f\": \"gpu-node17.json\"}",
            "{\"env\": {\"HOSTNAME\": \"<environment>\"}, \"f\": \"<host>.json\"}");
        row("host", "{\"hostname\": \"gpu-node17\"}", "{\"hostname\": \"<host>\"}");
        row("webhooks",
            "{\"m\": \"https://hooks.slack.com/services/T0FAKE/B0FAKE/fake0123 "
            "https://discord.com/api/webhooks/0123/fa-ke_45\"}",
            "{\"m\": \"https://hooks.slack.com/services/<token> https://discord.com/api/webhooks/<token>\"}");
        row("signed links",
            "{\"m\": \"https://x/y?sv=2024-01-01&sig=fakeFAKE0123fakeFAKE0123%3D&r=1 "
            "?X-Amz-Signature=0123456789abcdef0123456789abcdef&x=1, signature=(Tensor a, Tensor b)\"}",
            "{\"m\": \"https://x/y?sv=2024-01-01&sig=<token>&r=1 ?X-Amz-Signature=<token>&x=1, signature=(Tensor a, "
            "Tensor b)\"}");
        row("cookie", "{\"h\": \"Cookie: session=fake0123fake4567; x\", \"s\": \"session=12\"}",
            "{\"h\": \"Cookie: <token>; x\", \"s\": \"session=12\"}");
        row("counted keys",
            "{\"m\": \"SK0123456789abcdef0123456789abcdef 123456789:AAfake0123_fake0123-fake0123fake012 "
            "dapi0123456789abcdef0123456789abcdef SK01 123456789:12\"}",
            "{\"m\": \"<token> <token> <token> SK01 123456789:12\"}");
        row("public key", "{\"k\": \"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFake0123fake0123Fake mallory@laptop-17, x\"}",
            "{\"k\": \"ssh-ed25519 <token>, x\"}");
        row("network card", "{\"m\": \"eth0 52:54:00:ab:cd:ef 00:11:22:33:44:55:66:77\"}",
            "{\"m\": \"eth0 <host> 00:11:22:33:44:55:66:77\"}");
        row("homes", "{\"f\": \"/nfs/homes/mallory/x\"}", "{\"f\": \"/nfs/homes/user/x\"}");
        row("user of a file", "{\"f\": \"/home/mallory/run_mallory.json mallory_2.pt mallory_loop\"}",
            "{\"f\": \"/home/user/run_user.json user_2.pt mallory_loop\"}");
        row("commands in names",
            "[{\"name\": \"train: --password=hunter2hunter2\"}, {\"name\": \"x.py --token abcdef1234567890\"}, "
            "{\"name\": \"GET ?token=abcdef0123456789xyz\"}, {\"name\": \"WANDB_API_KEY=0123456789abcdef0123\"}, "
            "{\"name\": \"password: Winter2026!\"}, {\"name\": \"SLURM_JOB_USER=mallory\"}]",
            "[{\"name\": \"train: --password=<token>\"}, {\"name\": \"x.py --token <token>\"}, "
            "{\"name\": \"GET ?token=<token>\"}, {\"name\": \"WANDB_API_KEY=<token>\"}, "
            "{\"name\": \"password: <token>\"}, {\"name\": \"SLURM_JOB_USER=user\"}]");
        row("makers that are not listed",
            "{\"m\": \"xai-fakeFake0123fakeFAKE4567fake lin_api_fake0123FAKE4567fake8901FAKE tgp_v1_fAKE0123fake4567F"
            "AKE8901 dp.pt.faKe0123FAKE4567fake8901FAKE hvs.CAESfake0123FAKE4567fake\"}",
            "{\"m\": \"<token> <token> <token> <token> <token>\"}");
        row("passwords of commands",
            "{\"m\": \"curl -u deploy:Fake-Pass9 https://x; mysql -u root -pFakeFake1 db; sshpass -p 'Fa&ke' ssh x; "
            "docker login -u robot -p Fake-77 x; scp -p a b; curl -u\"}",
            "{\"m\": \"curl -u deploy:<token> https://x; mysql -u root -p<token> db; sshpass -p '<token>' ssh x; "
            "docker login -u robot -p <token> x; scp -p a b; curl -u\"}");
        row("passwords that follow",
            "{\"m\": \"machine api.x login user password fake0123fake; MYSQL_PWD=fakefake1 PWD=/srv/long/run12345 the "
            "password follows; wandb login --relogin fake0123fake4567\"}",
            "{\"m\": \"machine api.x login user password <token>; MYSQL_PWD=<token> PWD=/srv/long/run12345 the "
            "password follows; wandb login --relogin <token>\"}");
        row("headers in either case",
            "{\"m\": \"authorization: bearer fake0123fake, Authorization: token fake0123fake, bearer instruments\"}",
            "{\"m\": \"authorization: bearer <token>, Authorization: token <token>, bearer instruments\"}");
        row("logins",
            "{\"m\": \"ssh mallory@gpu-box-17 x; rsync -a eve@10.2.3.4:/data .; scp x bob@node:/tmp op@plt a@b "
            "lodash@4.17.21\"}",
            "{\"m\": \"ssh <email> x; rsync -a <email>:/data .; scp x <email>:/tmp op@plt a@b lodash@4.17.21\"}");
        row("home of a tilde", "{\"m\": \"~mallory/x.py ~/x.py f(~mask/2) ~Foo()\"}",
            "{\"m\": \"~user/x.py ~/x.py f(~mask/2) ~Foo()\"}");
        row("host that is told", "[{\"m\": \"hostname: gpu7.corp.example, host: x\"}, {\"name\": \"hostname: all\"}]",
            "[{\"m\": \"hostname: <host>, host: x\"}, {\"name\": \"hostname: all\"}]");
        row("zapier",
            "{\"m\": \"https://hooks.zapier.com/hooks/catch/0123/fake/ key-0123456789abcdef0123456789abcdef\"}",
            "{\"m\": \"https://hooks.zapier.com/hooks/catch/<token> <token>\"}");
        const char* code = "[{\"name\": \"f(token=None, key_padding_mask=1, user=Module)\"}, {\"name\": "
                           "\"x.py(3): token\"}, {\"name\": \"num_tokens=128\"}]";
        row("code in names", code, code);
    }
    void masked()
    {
        QFETCH(QString, json);
        QFETCH(QString, expected);
        const std::string once = scrubbed(json.toStdString());
        QCOMPARE(QString::fromStdString(once), expected);
        QCOMPARE(scrubbed(once), once); // what is masked has nothing to mask
    }

    // Of many makers and sorts, none of them in a trace of the tests' own generator.
    void plantedSecretsAreFound()
    {
        const std::string letters = "FakeFakeFakeFake0123FakeFakeFakeFake0123";
        const QStringList planted {QStringLiteral("/Users/fakename"), QStringLiteral("fake@people.example"),
            QStringLiteral("2001:db8::42"), QStringLiteral("192.168.7.77"),
            QStringLiteral("glpat-FakeFake0123FakeFake0"), QStringLiteral("nvapi-FakeFake0123FakeFake0"),
            QStringLiteral("AIzaFakeFake0123FakeFake0123FakeFake"), QStringLiteral("ASIAFAKE0123FAKE0123"),
            QStringLiteral("dckr_pat_FakeFake0123FakeFake0"), QString::fromStdString("gsk_" + letters),
            QStringLiteral("fakename:fakepass"), QStringLiteral("fake-phrase-1"), QStringLiteral("fake+account/key=="),
            QStringLiteral("fake-gpu-07"), QStringLiteral("ZmFrZTpmYWtl"),
            QString::fromStdString("eyJhbGciOiJIUzI1NiJ9." + letters + ".Fake")};
        const std::string text
            = "{\"deps\": [\"/Users/fakename/lib\", \"by fake@people.example\"], \"peers\": {\"2001:db8::42\": 1, "
              "\"b\": "
              "\"192.168.7.77:80\"}, \"log\": \"glpat-FakeFake0123FakeFake0 nvapi-FakeFake0123FakeFake0\\n"
              "AIzaFakeFake0123FakeFake0123FakeFake ASIAFAKE0123FAKE0123,dckr_pat_FakeFake0123FakeFake0 gsk_"
            + letters
            + "\", \"db\": \"mysql://fakename:fakepass@db/x\", \"run\": [\"--passphrase\", \"fake-phrase-1\"], \"c\": "
              "\"Endpoint=x;AccountKey=fake+account/key==;\", \"MASTER_ADDR\": \"fake-gpu-07\", \"on\": \"rank of "
              "fake-gpu-07\", \"h\": \"Authorization: Basic ZmFrZTpmYWtl\", \"jwt\": \"eyJhbGciOiJIUzI1NiJ9."
            + letters + ".Fake\"}";
        const QString shown = QString::fromStdString(scrubbed(text));
        for (const QString& secret : planted) {
            QVERIFY2(QString::fromStdString(text).contains(secret), qPrintable(secret));
            QVERIFY2(!shown.contains(secret), qPrintable(secret + QStringLiteral(" in ") + shown));
        }
        QVERIFY(shown.contains(QStringLiteral("\"on\": \"rank of <host>\"")));
    }

    // Each once, with how often and where first; too long or too secret to be shown whole.
    void list()
    {
        SecretList found;
        LearnedNames names;
        const std::string text
            = "{\"a\": \"/home/mallory/x\", \"b\": [\"/home/mallory/y\", \"/home/eve/\"], \"password\": "
              "\"hunter22\"}";
        static_cast<void>(scrubJson(text, names, [&](SecretKind kind, std::string_view secret, std::size_t at) {
            found.add(kind, secret, at, "event");
            return true;
        }));
        const std::vector<ListedSecret> secrets = found.secrets();
        QCOMPARE(secrets.size(), std::size_t {3});
        QCOMPARE(secrets[0].shown, std::string("mallory"));
        QCOMPARE(secrets[0].count, std::uint64_t {2});
        QCOMPARE(secrets[0].offset, std::uint64_t {text.find("\"/home")});
        QCOMPARE(secrets[2].shown, std::string("hunt…"));
        QCOMPARE(found.counts().at(SecretKind::HomePath), std::uint64_t {3});
        QCOMPARE(shortenedSecret(SecretKind::Token, "1234"), std::string("12…"));
        QCOMPARE(shortenedSecret(SecretKind::UserName, "s\u00f8ren"), std::string("s\u00f8ren"));
        QCOMPARE(shortenedSecret(SecretKind::Token, "\u00f8\u00f8\u00f8\u00f8"), std::string("\u00f8\u00f8…"));
        for (std::size_t i = 0; i < SecretList::kMostListed + 5; ++i)
            found.add(SecretKind::Email, std::to_string(i), i, "event");
        QCOMPARE(found.secrets().size(), SecretList::kMostListed);
        QCOMPARE(found.notListed(), std::uint64_t {8});
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
                "{\"name\": "
                "\"_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_15CUDAFunctor_addIfEESt5arrayIPcLm3EEEEviT0_T1_"
                "\"}",
                "{\"name\": \"layer_MobileNetV2InvertedResidual3x3Conv2d fwd_key-value-cache-0123456789abcdef\"}",
                "{\"name\": \"ampere_fp16_s16816gemm_fp16_128x128_ldg8_f2f_stages_32x5_tn\"}",
                "{\"name\": \"## Call CompiledFxGraph fmzkgpr2k6m3vrc2e7x4wavqbsk2nq5zvlw3jqexbopqz3y7hgae ##\"}",
                "{\"name\": \"password reset step, secret sauce conv2d\"}",
                "{\"name\": \"torch/nn/modules/module.py(1527): _call_impl\"}",
                "{\"user\": \"root\", \"name\": \"root node\"}",
                "{\"name\": \"nccl:all_reduce\", \"Process Group Name\": \"default_pg\"}",
                "{\"deps\": [\"tiktoken==0.9.0\", \"tokenizers==0.21.2\"], \"x\": \"--tiktoken abcdef1\"}",
                "{\"m\": \"a::b::c feed::beef 12:34:56 2001:12:31 c10::cuda 2024::x 00:11:22:33:44:55:66:77 "
                "2001:db8:1:2\"}",
                "{\"cudnn_version\": \"8.9.2.26\", \"versions\": \"12.1.3.1\", \"srcHost\": \"0x7f2a3b\"}",
                "{\"user\": 3, \"host\": 17, \"token\": 123456789, \"ts\": -1.5e3, \"dur\": 12}",
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
        for (const char* part : {"a-", "sk-", "eyJ.", "-----BEGIN ", "://", "a.b@", "/home/", "1.2.", "--a ", "Bearer ",
                 "2001:", "fe80::", "ip-1-", "_1.pt.trace.json", "1_", "==", "2:"}) {
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

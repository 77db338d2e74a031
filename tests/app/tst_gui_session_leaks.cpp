// SPDX-License-Identifier: GPL-3.0-or-later
// What a session holds that should perhaps not be shared is asked about once, and masked where it was chosen.
#include "app/gui/session_leaks.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

using namespace stepscope;
using namespace stepscope::app;

namespace {

share::Session session()
{
    share::Session out;
    out.files.push_back({"/home/mallory/runs/a.json", 12, ""});
    share::SessionPage page;
    page.files = {0};
    share::Annotation note;
    note.number = 1;
    note.text = "ask fake@people.example about fake-node-3";
    page.annotations.push_back(note);
    out.pages.push_back(page);
    return out;
}

} // namespace

class TestGuiSessionLeaks : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void masksPathsAndNotes()
    {
        SessionLeaks leaks;
        int asked = 0;
        QString word;
        leaks.setQuestion(
            [&asked, &word](const QString& what, const std::vector<widgets::ShownSecret>& secrets, QWidget*) {
                asked = static_cast<int>(secrets.size());
                word = what;
                return std::optional<widgets::IsMasked>([](share::SecretKind, const QString&) { return true; });
            });
        share::KnownSecrets known;
        known.names.hosts.insert("fake-node-3");
        const auto cleared = leaks.cleared(session(), known, nullptr);
        QCOMPARE(word, QStringLiteral("session"));
        QCOMPARE(asked, 3);
        QVERIFY(cleared);
        QCOMPARE(cleared->files[0].path, std::string("/home/user/runs/a.json"));
        QCOMPARE(cleared->pages[0].annotations[0].text, std::string("ask <email> about <host>"));
        QVERIFY(leaks.cleared(session(), known, nullptr));
        QCOMPARE(asked, 0); // and masks as before
        QVERIFY(!(*leaks.cleared(session(), known, nullptr) == session()));
    }

    void staysAsItIsOrIsNotSaved()
    {
        SessionLeaks leaks;
        leaks.setQuestion([](const QString&, const std::vector<widgets::ShownSecret>&, QWidget*) {
            return std::optional<widgets::IsMasked>();
        });
        QVERIFY(!leaks.cleared(session(), {}, nullptr));
        leaks.setQuestion([](const QString&, const std::vector<widgets::ShownSecret>&, QWidget*) {
            return std::optional<widgets::IsMasked>([](share::SecretKind, const QString&) { return false; });
        });
        QCOMPARE(*leaks.cleared(session(), {}, nullptr) == session(), true);
        QCOMPARE(*leaks.cleared(share::Session(), {}, nullptr) == share::Session(), true);
    }
};

STEPSCOPE_TEST(TestGuiSessionLeaks)
#include "tst_gui_session_leaks.moc"

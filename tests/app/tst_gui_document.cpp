// SPDX-License-Identifier: GPL-3.0-or-later
// States of a document: loading, ready, failed, cancelled, loaded again, taken away while loading.
#include "app/gui/document.h"
#include "tests/support/test_registry.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <condition_variable>
#include <mutex>

using namespace stepscope;
using app::Document;
using app::TracePtr;

namespace {

using State = Document::State;

Expected<TracePtr> emptyTrace(const std::string& path, Progress&, std::stop_token)
{
    auto trace = std::make_shared<model::Trace>();
    trace->file.path = path;
    return TracePtr(trace);
}

Expected<TracePtr> untilStopped(const std::string&, Progress& progress, const std::stop_token& stop)
{
    progress.stage = LoadStage::Reading;
    progress.bytesTotal = 10;
    progress.bytesDone = 4;
    std::mutex mutex;
    std::condition_variable_any nothing;
    std::unique_lock lock(mutex);
    nothing.wait(lock, stop, []() { return false; });
    return fail(ErrorClass::Cancelled, "cancelled");
}

QList<State> statesOf(const QSignalSpy& spy)
{
    QList<State> states;
    for (const auto& arguments : spy)
        states << arguments.at(0).value<State>();
    return states;
}

} // namespace

class TestGuiDocument : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void loads();
    void fails();
    void cancels();
    void loadsAgainAfterFailure();
    void mayBeDestroyedWhileLoading();
};

void TestGuiDocument::loads()
{
    Document document(QStringLiteral("some/rank0.pt.trace.json"), emptyTrace);
    const QSignalSpy states(&document, &Document::stateChanged);
    QVERIFY(document.state() == State::New);
    QCOMPARE(document.title(), QStringLiteral("rank0.pt.trace.json"));
    QVERIFY(QFileInfo(document.path()).isAbsolute());
    document.load();
    QVERIFY(document.state() == State::Loading);
    QVERIFY(!document.trace());
    QTRY_VERIFY(document.state() == State::Ready);
    QCOMPARE(QString::fromStdString(document.trace()->file.path), document.path());
    QCOMPARE(statesOf(states), QList<State>({State::Loading, State::Ready}));
}

void TestGuiDocument::fails()
{
    Document document(QStringLiteral("x"), [](const std::string&, Progress&, std::stop_token) -> Expected<TracePtr> {
        return fail(ErrorClass::NotATrace, "This is a picture.", 7, 2);
    });
    document.load();
    QTRY_VERIFY(document.state() == State::Failed);
    QCOMPARE(QString::fromStdString(document.error().message), QStringLiteral("This is a picture."));
    QCOMPARE(document.error().offset, std::int64_t {7});
    QCOMPARE(document.error().line, std::int64_t {2});
    QVERIFY(!document.trace());

    Document none(QStringLiteral("x"),
        [](const std::string&, Progress&, std::stop_token) -> Expected<TracePtr> { return TracePtr(); });
    none.load();
    QTRY_VERIFY(none.state() == State::Failed);
}

void TestGuiDocument::cancels()
{
    Document document(QStringLiteral("x"), untilStopped);
    QSignalSpy progress(&document, &Document::progressChanged);
    document.load();
    QVERIFY(progress.wait());
    document.cancel();
    QVERIFY(document.state() == State::Cancelled); // without waiting for the thread
    QCoreApplication::processEvents();
    QVERIFY(document.state() == State::Cancelled);
    document.cancel();
    QVERIFY(document.state() == State::Cancelled);
}

void TestGuiDocument::loadsAgainAfterFailure()
{
    std::atomic<int> calls {0};
    Document document(QStringLiteral("x"),
        [&calls](const std::string& path, Progress& progress, std::stop_token stop) -> Expected<TracePtr> {
            if (++calls == 1)
                return fail(ErrorClass::Unreadable, "not there");
            return emptyTrace(path, progress, std::move(stop));
        });
    document.load();
    QTRY_VERIFY(document.state() == State::Failed);
    document.load();
    QVERIFY(document.error().message.empty());
    QTRY_VERIFY(document.state() == State::Ready);
}

void TestGuiDocument::mayBeDestroyedWhileLoading()
{
    auto document = std::make_unique<Document>(QStringLiteral("x"), untilStopped);
    const QSignalSpy states(document.get(), &Document::stateChanged);
    document->load();
    document.reset(); // must stop and join
    QCoreApplication::processEvents();
    QCOMPARE(states.size(), 1);
}

STEPSCOPE_TEST(TestGuiDocument)
#include "tst_gui_document.moc"

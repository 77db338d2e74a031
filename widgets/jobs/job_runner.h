// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Front of core's jobs in the GUI thread: runs a plain function on a thread of its own with a Progress and a stop token
// and brings its result back by one queued call. One runner serves one kind of question: a newer request replaces the
// one before it, whose result is then dropped, however late it comes (generation numbers). Lives in, and is used from,
// the GUI thread only; the work itself runs elsewhere and must own what it reads. cancel() takes effect for the caller
// at once; the thread ends when the work notices its stop token and is joined then, at the latest by the destructor.

#include "core/util/expected.h"
#include "core/util/progress.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace stepscope::widgets {

// What a person wants to know about a running job: a copy of the counters at one moment.
struct JobProgress
{
    LoadStage stage = LoadStage::Opening;
    std::uint64_t bytesDone = 0;
    std::uint64_t bytesTotal = 0;
    std::uint64_t events = 0;
    std::int64_t elapsedMs = 0;
};

class JobRunner : public QObject
{
    Q_OBJECT

public:
    static constexpr int kPollIntervalMs = 66;

    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override; // stops all work and joins its threads

    // Runs work(progress, stop) on another thread, then done(result) in this one. An exception that leaves the work
    // becomes an error: out of memory, or internal with its text.
    template <class T>
    void start(std::function<Expected<T>(Progress&, std::stop_token)> work, std::function<void(Expected<T>)> done)
    {
        begin([work = std::move(work), done = std::move(done)](Progress& progress, const std::stop_token& stop) {
            auto result = std::make_shared<Expected<T>>(guarded<T>(work, progress, stop));
            return [result, done]() { done(std::move(*result)); };
        });
    }

    void cancel(); // the running job's result, if it still comes, is dropped
    [[nodiscard]] bool isRunning() const { return m_running; }

Q_SIGNALS:
    void progressChanged(const stepscope::widgets::JobProgress& progress); // about 15 times a second while running
    void runningChanged(bool running); // after the result was handed over, or the job was cancelled

private:
    struct Thread;
    using Deliver = std::function<void()>;
    using Job = std::function<Deliver(Progress&, const std::stop_token&)>;

    template <class T>
    static Expected<T> guarded(const std::function<Expected<T>(Progress&, std::stop_token)>& work, Progress& progress,
        const std::stop_token& stop)
    {
        try {
            return work(progress, stop);
        } catch (const std::bad_alloc&) {
            return fail(ErrorClass::OutOfMemory,
                "There is not enough memory for this. Close other files or programs, then try again.");
        } catch (const std::exception& e) {
            return fail(ErrorClass::Internal, e.what());
        }
    }

    void begin(Job job);
    void retireCurrent();
    void reap();
    void finish(std::uint64_t generation, const Deliver& deliver);
    void poll();
    void setRunning(bool running);

    std::unique_ptr<Thread> m_current;
    std::vector<std::unique_ptr<Thread>> m_retired; // told to stop, not joined yet
    std::uint64_t m_generation = 0;
    bool m_running = false;
    QTimer m_poll;
    QElapsedTimer m_elapsed;
};

} // namespace stepscope::widgets

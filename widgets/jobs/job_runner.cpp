// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/job_runner.h"

#include <QMetaObject>
#include <QPointer>

#include <algorithm>
#include <atomic>

namespace stepscope::widgets {

struct JobRunner::Thread
{
    Progress progress;
    std::atomic<bool> ended {false};
    std::jthread thread; // last: it is joined before what it writes to goes away
};

JobRunner::JobRunner(QObject* parent)
    : QObject(parent)
{
    m_poll.setInterval(kPollIntervalMs);
    connect(&m_poll, &QTimer::timeout, this, &JobRunner::poll);
}

JobRunner::~JobRunner()
{
    // Ask all to stop before waiting for the first of them.
    retireCurrent();
    for (const auto& retired : m_retired)
        retired->thread.request_stop();
    m_retired.clear();
}

void JobRunner::begin(Job job)
{
    retireCurrent();
    reap();
    const std::uint64_t generation = ++m_generation;
    m_current = std::make_unique<Thread>();
    Thread* state = m_current.get();
    state->thread = std::jthread([this, state, generation, job = std::move(job)](const std::stop_token& stop) {
        Deliver deliver = job(state->progress, stop);
        // A stopped job's result is freed here, not in the GUI thread. Destroyed runners join first, so `this` is
        // alive; a queued call dies with the runner.
        if (!stop.stop_requested()) {
            QMetaObject::invokeMethod(
                this, [this, generation, deliver = std::move(deliver)]() { finish(generation, deliver); },
                Qt::QueuedConnection);
        }
        state->ended.store(true, std::memory_order_release);
    });
    m_elapsed.start();
    m_poll.start();
    setRunning(true);
}

void JobRunner::cancel()
{
    if (!m_running)
        return;
    ++m_generation;
    retireCurrent();
    m_poll.stop();
    setRunning(false);
}

void JobRunner::retireCurrent()
{
    if (!m_current)
        return;
    m_current->thread.request_stop();
    m_retired.push_back(std::move(m_current));
}

void JobRunner::reap()
{
    std::erase_if(m_retired, [](const auto& retired) { return retired->ended.load(std::memory_order_acquire); });
}

void JobRunner::finish(std::uint64_t generation, const Deliver& deliver)
{
    reap();
    if (generation != m_generation)
        return;
    poll(); // the last state of the counters
    m_poll.stop();
    m_current.reset();
    // The receiver may start the next job at once, or delete this runner; then nothing more is to be said.
    const QPointer<JobRunner> alive(this);
    deliver();
    if (alive && generation == m_generation)
        setRunning(false);
}

void JobRunner::poll()
{
    if (!m_current)
        return;
    const Progress& progress = m_current->progress;
    JobProgress copy;
    copy.stage = progress.stage.load(std::memory_order_relaxed);
    copy.bytesDone = progress.bytesDone.load(std::memory_order_relaxed);
    copy.bytesTotal = progress.bytesTotal.load(std::memory_order_relaxed);
    copy.events = progress.events.load(std::memory_order_relaxed);
    copy.elapsedMs = m_elapsed.elapsed();
    Q_EMIT progressChanged(copy);
}

void JobRunner::setRunning(bool running)
{
    if (m_running == running)
        return;
    m_running = running;
    Q_EMIT runningChanged(running);
}

} // namespace stepscope::widgets

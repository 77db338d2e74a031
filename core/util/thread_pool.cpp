// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <sched.h>
#include <thread>
#include <vector>

namespace stepscope {
namespace {

// Holds the workers back until all of them exist, so that none waits for one that could not be started.
class StartGate
{
public:
    [[nodiscard]] bool wait()
    {
        m_state.wait(State::Closed);
        return m_state.load() == State::Open;
    }
    void open() { set(State::Open); }
    void abandon() { set(State::Abandoned); }

private:
    enum class State
    {
        Closed,
        Open,
        Abandoned
    };
    void set(State state)
    {
        m_state.store(state);
        m_state.notify_all();
    }
    std::atomic<State> m_state {State::Closed};
};

class FirstException
{
public:
    template <class Function> void guard(const Function& function)
    {
        try {
            function();
        } catch (...) {
            const std::scoped_lock lock(m_mutex);
            if (!m_first)
                m_first = std::current_exception();
        }
    }
    void rethrow() const
    {
        if (m_first)
            std::rethrow_exception(m_first);
    }

private:
    std::mutex m_mutex;
    std::exception_ptr m_first;
};

} // namespace

unsigned usableThreads()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
    return std::max(1U, std::thread::hardware_concurrency());
}

void runWorkers(unsigned threads, const std::function<void(unsigned worker)>& body)
{
    FirstException exception;
    StartGate gate;
    {
        std::vector<std::jthread> others; // joined when this block is left
        exception.guard([&] {
            others.reserve(threads);
            for (unsigned worker = 1; worker < threads; ++worker) {
                others.emplace_back([&, worker] {
                    if (gate.wait())
                        exception.guard([&] { body(worker); });
                });
            }
        });
        if (others.size() + 1 < threads) {
            gate.abandon();
        } else {
            gate.open();
            exception.guard([&] { body(0); });
        }
    }
    exception.rethrow();
}

void parallelFor(unsigned threads, std::size_t count, const std::function<void(std::size_t i)>& body)
{
    if (count == 0)
        return;
    std::atomic<std::size_t> next {0};
    const auto workers = static_cast<unsigned>(std::clamp<std::size_t>(threads, 1, count));
    runWorkers(workers, [&](unsigned) {
        for (std::size_t i = next++; i < count; i = next++) {
            try {
                body(i);
            } catch (...) {
                next = count; // nothing more is begun once one has failed
                throw;
            }
        }
    });
}

} // namespace stepscope

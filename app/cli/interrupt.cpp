// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <semaphore.h>

namespace stepscope::cli {
namespace {

// What a handler may touch: it is told nothing but the signal.
sem_t wake;                  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<int> caught {0}; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<int>::is_always_lock_free);

void onSignal(int signal)
{
    const int before = errno;
    caught = signal;
    sem_post(&wake);
    errno = before;
}

void handle(void (*handler)(int))
{
    struct sigaction action
    {
    };
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaction(signal, &action, nullptr);
}

} // namespace

Interrupt::Interrupt()
{
    caught = 0;
    sem_init(&wake, 0, 0);
    m_watcher = std::jthread([this] {
        while (sem_wait(&wake) != 0 && errno == EINTR) { }
        if (caught != 0)
            m_stop.request_stop();
    });
    handle(onSignal);
}

Interrupt::~Interrupt()
{
    handle(SIG_DFL);
    sem_post(&wake);
    m_watcher.join();
    sem_destroy(&wake);
    if (caught != 0)
        std::raise(caught);
}

} // namespace stepscope::cli

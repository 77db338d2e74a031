// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include "core/util/ending_signals.h"

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
    handleEndingSignals(onSignal);
}

Interrupt::~Interrupt()
{
    handleEndingSignals(SIG_DFL);
    sem_post(&wake);
    m_watcher.join();
    sem_destroy(&wake);
    if (caught != 0)
        std::raise(caught);
}

} // namespace stepscope::cli

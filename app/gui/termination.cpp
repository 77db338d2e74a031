// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/termination.h"

#include "core/util/ending_signals.h"

#include <QSocketNotifier>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace stepscope::app {

namespace {

std::atomic<int> writeEnd {-1}; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<int>::is_always_lock_free);

void onSignal(int /*signal*/)
{
    const int before = errno;
    const char byte = 0;
    static_cast<void>(!write(writeEnd, &byte, 1));
    errno = before;
}

} // namespace

Termination::Termination(QObject* parent)
    : QObject(parent)
{
    if (pipe2(m_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return; // signals end the program as ever
    writeEnd = m_pipe[1];
    auto* notifier = new QSocketNotifier(m_pipe[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this, notifier]() {
        notifier->setEnabled(false);
        Q_EMIT asked();
    });
    handleEndingSignals(onSignal, static_cast<int>(SA_RESETHAND));
}

Termination::~Termination()
{
    if (m_pipe[0] < 0)
        return;
    handleEndingSignals(SIG_DFL);
    writeEnd = -1;
    for (const int end : m_pipe)
        close(end);
}

} // namespace stepscope::app

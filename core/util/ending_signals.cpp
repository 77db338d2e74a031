// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/ending_signals.h"

#include <csignal>
#include <initializer_list>

namespace stepscope {

void handleEndingSignals(void (*handler)(int), int flags)
{
    struct sigaction action
    {
    };
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART | flags;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaction(signal, &action, nullptr);
}

} // namespace stepscope

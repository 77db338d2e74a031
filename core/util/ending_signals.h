// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The signals by which a program is asked to end: SIGINT (Ctrl+C), SIGTERM (`kill`, a logout), SIGHUP (a lost
// terminal).

namespace stepscope {

// For the whole process. `handler` may only do what signal handlers may (or is SIG_DFL); `flags` are those of
// sigaction, SA_RESTART is among them anyway.
void handleEndingSignals(void (*handler)(int), int flags = 0);

} // namespace stepscope

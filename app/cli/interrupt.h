// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// While it lives, Ctrl+C and a request to terminate ask the work to stop, so that it cleans up behind itself, instead
// of ending the program at once. One at a time; owned by the command that writes a file.

#include <stop_token>
#include <thread>

namespace stepscope::cli {

class Interrupt
{
public:
    Interrupt();
    ~Interrupt(); // as before; a signal that came ends the program now, as whoever sent it expects
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
    std::jthread m_watcher;
};

} // namespace stepscope::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/byte_window.h"

#include <cstring>

namespace stepscope::pickle {

bool ByteWindow::refill(std::size_t bytes)
{
    while (m_end - m_at < bytes && !m_atEnd && !m_error) {
        if (m_stop.stop_requested()) {
            m_error = Error {ErrorClass::Cancelled, "Loading was cancelled.", -1, -1};
            break;
        }
        std::memmove(m_buffer.data(), m_buffer.data() + m_at, m_end - m_at);
        m_before += m_at;
        m_end -= m_at;
        m_at = 0;
        if (m_end == m_buffer.size()) // all of it belongs to one long text
            m_buffer.resize(m_buffer.size() * 2);
        const std::size_t room = m_buffer.size() - m_end;
        const Expected<std::size_t> got = m_source.read({m_buffer.data() + m_end, room});
        if (!got) {
            m_error = got.error();
            break;
        }
        m_end += *got;
        m_atEnd = *got < room;
        m_progress.bytesDone.store(m_source.inputBytesDone(), std::memory_order_relaxed);
    }
    return m_end - m_at >= bytes;
}

} // namespace stepscope::pickle

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/background_paint.h"

#include <utility>

namespace stepscope::widgets {

BackgroundPaint::~BackgroundPaint()
{
    wait();
}

void BackgroundPaint::start(std::function<void()> work)
{
    m_thread = std::thread([this, work = std::move(work), generation = m_generation]() {
        work();
        QMetaObject::invokeMethod(
            this, [this, generation]() { finish(generation); }, Qt::QueuedConnection);
    });
}

void BackgroundPaint::wait()
{
    if (!m_thread.joinable())
        return;
    m_thread.join();
    ++m_generation; // its word may be on the way
}

void BackgroundPaint::finish(int generation)
{
    if (generation != m_generation)
        return;
    wait();
    Q_EMIT done();
}

} // namespace stepscope::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Paints one picture at a time on another thread while the GUI thread shows the one before. What the work reads must
// not change while it runs: wait() first. GUI thread only; the work itself runs elsewhere.

#include <QObject>

#include <functional>
#include <thread>

namespace stepscope::widgets {

class BackgroundPaint : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    ~BackgroundPaint() override;

    void start(std::function<void()> work); // none may be running
    [[nodiscard]] bool isRunning() const { return m_thread.joinable(); }
    void wait(); // until there is none; a picture that was being made is dropped

Q_SIGNALS:
    void done(); // the work has ended, and nobody waited for it

private:
    void finish(int generation);

    std::thread m_thread;
    int m_generation = 0;
};

} // namespace stepscope::widgets

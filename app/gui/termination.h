// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The system ends the program (SIGTERM, SIGHUP, SIGINT: a logout, `kill`, a lost terminal), told in the GUI thread. A
// second signal ends it at once. One at a time; GUI thread only.

#include <QObject>

#include <array>

namespace stepscope::app {

class Termination : public QObject
{
    Q_OBJECT

public:
    explicit Termination(QObject* parent = nullptr);
    ~Termination() override;

Q_SIGNALS:
    void asked();

private:
    std::array<int, 2> m_pipe {-1, -1}; // handlers may do little more than write to it
};

} // namespace stepscope::app

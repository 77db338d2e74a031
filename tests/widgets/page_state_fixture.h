// SPDX-License-Identifier: GPL-3.0-or-later
// Pages whose state is kept and given to others.
#pragma once

#include "widgets/pages/content_page.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTest>

namespace stepscope::tests {

inline constexpr QSize kFirst {1200, 760};
inline constexpr QSize kOther {1000, 760}; // as high: where scrolling ends depends on the height

inline bool settle(widgets::ContentPage& page)
{
    const auto idle = [&page]() { return page.isIdle(); };
    if (!QTest::qWaitFor(idle, 10'000))
        return false;
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
    return QTest::qWaitFor(idle, 10'000);
}

inline bool show(widgets::ContentPage& page, QSize size)
{
    page.resize(size);
    page.show();
    return QTest::qWaitForWindowExposed(&page) && settle(page);
}

// The state of one page in another one that knows nothing yet.
inline share::SessionPage again(widgets::ContentPage& first, widgets::ContentPage& second)
{
    const share::SessionPage state = first.state();
    QSignalSpy lost(&second, &widgets::ContentPage::notRestored);
    second.restore(state);
    if (!show(second, kOther) || !lost.isEmpty())
        return {};
    return second.state();
}

} // namespace stepscope::tests

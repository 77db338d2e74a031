// SPDX-License-Identifier: GPL-3.0-or-later
// main() of widgets_tests: real widgets and real events on the offscreen platform.
#include "tests/support/test_registry.h"

#include <QApplication>

int main(int argc, char** argv)
{
    stepscope::tests::prepareEnvironment(true);
    const QApplication application(argc, argv);
    return stepscope::tests::runTests(QApplication::arguments());
}

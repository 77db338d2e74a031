// SPDX-License-Identifier: GPL-3.0-or-later
// main() of the test binaries without a window: core_tests and app_tests.
#include "tests/support/test_registry.h"

#include <QCoreApplication>

int main(int argc, char** argv)
{
    stepscope::tests::prepareEnvironment(false);
    const QCoreApplication application(argc, argv);
    return stepscope::tests::runTests(QCoreApplication::arguments());
}

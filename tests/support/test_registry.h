// SPDX-License-Identifier: GPL-3.0-or-later
// Registry of the Qt Test classes of one binary, so that a folder of tests needs one link instead of one a file.
//
// A test file declares its class, names it once with STEPSCOPE_TEST(TestFoo) and ends with #include "tst_foo.moc".
// The file tst_foo_bar.cpp must register the class TestFooBar: ctest derives the name from the file name.
// Registration happens before main() on one thread; a fresh object is made for every run.
#pragma once

#include <QObject>
#include <QStringList>

#include <memory>

namespace stepscope::tests {

using TestFactory = std::unique_ptr<QObject> (*)();

/// Adds one test class; used through STEPSCOPE_TEST only.
class TestRegistration
{
public:
    TestRegistration(const char* name, TestFactory factory);
};

/// Names of all registered classes, sorted.
QStringList registeredTests();

/// What must be so before the application object is made: a UTF-8 locale and, with `offscreen`, the platform plugin
/// that needs no display (unless QT_QPA_PLATFORM is set already).
void prepareEnvironment(bool offscreen);

/// Runs `[Class…] [arguments of Qt Test…]`, or all classes when none is named; `--list` prints the names.
/// Returns the number of failed test functions, at most 125 (a shell gives higher codes a meaning of its own).
int runTests(const QStringList& arguments);

} // namespace stepscope::tests

/// Registers a default-constructible QObject with test slots.
#define STEPSCOPE_TEST(Class)                                                                                          \
    static const ::stepscope::tests::TestRegistration registrationOf##Class(                                           \
        #Class, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); });

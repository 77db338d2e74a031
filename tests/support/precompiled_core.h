// SPDX-License-Identifier: GPL-3.0-or-later
// Precompiled header of the test binaries: what nearly every test includes. Tests still include what they use.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QObject>
#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

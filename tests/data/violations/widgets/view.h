// SPDX-License-Identifier: GPL-3.0-or-later
// Breaks: widgets parses by itself, and includes app. Fine: Qt.
#pragma once
#include "app/cli/main.cpp"
#include <QWidget>
#include <nlohmann/json.hpp>

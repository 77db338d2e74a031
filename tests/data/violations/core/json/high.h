// SPDX-License-Identifier: GPL-3.0-or-later
// Breaks: Qt in core. Fine: json may include util.
#pragma once
#include "core/util/low.h"
#include <QString>
